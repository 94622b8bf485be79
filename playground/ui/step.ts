import type { Bar, Lane } from '../trace/bars.ts';

/**
 * Where an arrow key leads from a bar: left and right in time over all lanes, up and down to the nearest bar
 * of the next lane that has one. Null: this key leads nowhere.
 */
export function stepFrom(
  key: string,
  bar: Bar,
  bars: readonly Bar[],
  lanes: readonly Lane[],
): Bar | null {
  const order = new Map(lanes.map(({ id }, index) => [id, index]));
  const laneOf = (of: Bar) => order.get(of.lane) ?? 0;
  const inTime = bars
    .filter(({ lane }) => order.has(lane))
    .sort((a, b) => a.start - b.start || laneOf(a) - laneOf(b) || a.depth - b.depth);
  const at = inTime.findIndex(({ id }) => id === bar.id);
  switch (key) {
    case 'ArrowRight':
      return inTime[at + 1] ?? null;
    case 'ArrowLeft':
      return inTime[at - 1] ?? null;
    case 'Home':
      return inTime[0] ?? null;
    case 'End':
      return inTime.at(-1) ?? null;
    case 'ArrowDown':
    case 'ArrowUp': {
      const from = laneOf(bar);
      const down = key === 'ArrowDown';
      const beyond = inTime.filter((other) => (down ? laneOf(other) > from : laneOf(other) < from));
      const lane = (down ? Math.min : Math.max)(...beyond.map(laneOf));
      return nearest(
        bar,
        beyond.filter((other) => laneOf(other) === lane),
      );
    }
    default:
      return null;
  }
}

/** The one that shares the most time with it; where none does, the closest. */
function nearest(bar: Bar, others: readonly Bar[]): Bar | null {
  let best: Bar | null = null;
  let most = -Infinity;
  for (const other of others) {
    const shared = Math.min(bar.end, other.end) - Math.max(bar.start, other.start);
    if (shared > most) [best, most] = [other, shared];
  }
  return best;
}
