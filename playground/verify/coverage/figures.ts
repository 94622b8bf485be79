/** A figure that a text quotes. */
export type Quoted =
  | { kind: 'seconds'; text: string; value: number }
  | { kind: 'protocol' | 'version'; text: string }
  | { kind: 'code'; text: string; value: number };

/** The figures of a text that a run can contradict: seconds, error codes, versions, dates of protocols. */
export function figuresIn(text: string): Quoted[] {
  const found: Quoted[] = [];
  for (const [quoted, number] of text.matchAll(/(?<![\w.-])(\d+(?:\.\d+)?)\s(?:seconds?|s)\b/g))
    found.push({ kind: 'seconds', text: quoted, value: Number(number) });
  for (const [, number] of text.matchAll(/\bmove_?[oO]n_?[aA]fter\((\d+(?:\.\d+)?)/g))
    found.push({ kind: 'seconds', text: `${number} seconds`, value: Number(number) });
  for (const [quoted] of text.matchAll(/(?<![\w.-])-3\d{4}\b/g))
    found.push({ kind: 'code', text: quoted, value: Number(quoted) });
  for (const [quoted] of text.matchAll(/\b20\d\d-\d\d-\d\d\b/g))
    found.push({ kind: 'protocol', text: quoted });
  for (const [quoted] of text.matchAll(/(?<![\w.-])\d+\.\d+\.\d+\b/g))
    found.push({ kind: 'version', text: quoted });
  return found;
}
