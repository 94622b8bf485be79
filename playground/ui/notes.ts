import type { Bar, Mark } from '../trace/bars.ts';
import { limit, seconds } from '../trace/words.ts';
import {
  isFlag,
  nameOf,
  SMALL,
  words,
  type Drawing,
  type PlacedBar,
  type PlacedLane,
  type PlacedText,
} from './drawing.ts';
import { fit, textWidth, type Font } from './label.ts';

/** What is said beside the outermost bars of a lane, in the room that is left after each. */
export function placeNotes(drawing: Drawing, lane: PlacedLane, marks: readonly Mark[]): void {
  const { narrow, plot } = drawing;
  const placed = drawing.bars.filter(({ bar }) => bar.lane === lane.lane.id);
  const outermost = placed.filter(({ bar }) => bar.depth === 0 || bar.kind === 'finally');
  const ghosts = marks.filter(({ kind }) => kind === 'dropped');
  outermost.forEach((at, index) => {
    const within = placed.filter(({ bar, root }) => root === at.root && bar !== at.bar);
    const ghost = index === outermost.length - 1 ? ghosts.at(-1) : undefined;
    const said = ghost ? ghost.label : noteFor(at, within);
    if (said === '') return;
    const tone = ghost ? 'ghost' : toneOf(at.bar, within);
    const font = at.bar.kind === 'state' ? 'mono' : 'sans';
    const key = `${at.bar.id} note`;
    const pad = ghost ? 8 : 0;
    if (narrow && at.bar.kind !== 'state') {
      if (index !== outermost.length - 1) return;
      const room = plot.right - lane.label.x - lane.label.width - 16 - pad * 2;
      const text = fitNote(said, font, 11, room);
      if (text === '') return;
      drawing.notes.push({
        ...words(key, text, font, 11, tone),
        full: said,
        x: plot.right - pad,
        y: lane.label.y,
        anchor: 'end',
      });
      return;
    }
    const edge = at.x + at.width;
    const next = outermost[index + 1]?.x ?? plot.right + 6;
    const flag = drawing.marks.find(
      ({ mark, x }) => mark.lane === lane.lane.id && isFlag(mark) && Math.abs(x - edge) < 24,
    );
    const start = (flag?.label ? flag.label.x + flag.label.width + 14 : edge + 12) + pad;
    const text = fitNote(said, font, SMALL, next - start - pad - 4);
    if (text === '') return;
    drawing.notes.push({
      ...words(key, text, font, SMALL, tone),
      full: said,
      x: start,
      y: at.root.y + at.root.height / 2 + 4,
    });
  });
}

/** The value of a dropped one is cut, not the word that says what became of it. */
function fitNote(said: string, font: Font, size: number, room: number): string {
  const dropped = / dropped$/.exec(said)?.[0] ?? '';
  const value = said.slice(0, said.length - dropped.length);
  const cut = fit(value, font, size, room - textWidth(dropped, font, size));
  return cut === '' ? '' : cut + dropped;
}

function toneOf(bar: Bar, within: readonly PlacedBar[]): PlacedText['tone'] {
  if (bar.state === 'quiet') return 'mute';
  return within.some((one) => isCut(one.bar)) ? 'cancelled' : bar.state;
}

/** The names that found no room inside, and how it ended. */
function noteFor({ bar, label }: PlacedBar, within: readonly PlacedBar[]): string {
  switch (bar.kind) {
    case 'handler':
    case 'thread':
    case 'task':
      return bar.open || bar.note === '' ? bar.note : `${bar.note} ${seconds(bar.end)}`;
    case 'call':
      return bar.open ? '' : bar.note === 'stopped' ? '' : `${bar.note} ${seconds(bar.end)}`;
    case 'state':
      return label === null && bar.label !== 'empty' ? bar.label : '';
    case 'finally':
    case 'shield':
    case 'scope':
    case 'await':
    case 'work':
      return saidOf([bar, ...within.map((one) => one.bar)], within, label !== null) || bar.note;
    case 'try':
    case 'except':
    case 'blocked':
      return '';
  }
}

/** `release_hold, shielded 5 s`; `release_hold cut`; `cut by its 5 s limit`. */
function saidOf(bars: readonly Bar[], within: readonly PlacedBar[], said: boolean): string {
  const labelled = new Set(within.flatMap((one) => (one.label ? [one.bar] : [])));
  const parts: string[] = [];
  for (const [index, one] of bars.entries()) {
    if ((one.kind !== 'await' && one.kind !== 'work') || !one.leaf) continue;
    if (labelled.has(one) || (index === 0 && said)) continue;
    parts.push(one.note === '' ? nameOf(one) : `${nameOf(one)} ${one.note}`);
  }
  let outermost = true;
  for (const one of bars) {
    if (one.kind !== 'shield' && one.kind !== 'scope') continue;
    const by = one.limit === null ? '' : ` ${limit(one.limit)}`;
    if (isCut(one)) parts.push(`cut by its${by} limit`);
    else if (outermost) parts.push(one.kind === 'shield' ? `shielded${by}` : `limit${by}`);
    outermost = false;
  }
  return parts.join(', ');
}

/** Its own limit ended it. */
function isCut({ kind, state }: Bar): boolean {
  return (kind === 'shield' || kind === 'scope') && state === 'cancelled';
}
