/** A line of either text, or of both. */
export interface DiffLine {
  kind: 'same' | 'gone' | 'new';
  text: string;
  /** Its place in the text as it was, and in the text as it is, from 0; null where it is not there. */
  was: number | null;
  is: number | null;
}

/** The fewest lines to take out and put in; by the longest common subsequence, fit for programs. */
export function diff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const lengths = before.map(() => Array.from(after, () => 0));
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i]![j] =
        before[i] === after[j]
          ? lengthAt(i + 1, j + 1) + 1
          : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));

  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ kind: 'same', text: before[i]!, was: i++, is: j++ });
    } else if (
      i < before.length &&
      (j === after.length || lengthAt(i + 1, j) >= lengthAt(i, j + 1))
    ) {
      lines.push({ kind: 'gone', text: before[i]!, was: i++, is: null });
    } else {
      lines.push({ kind: 'new', text: after[j]!, was: null, is: j++ });
    }
  }
  return lines;
}

/** The changed lines, with so many of the same on either side; null stands for what is left out. */
export function hunks(lines: readonly DiffLine[], around: number): (DiffLine | null)[] {
  const near = (at: number) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same');
  return lines.flatMap((line, at) => {
    if (near(at)) return [line];
    return at > 0 && near(at - 1) && lines.slice(at).some(({ kind }) => kind !== 'same')
      ? [null]
      : [];
  });
}
