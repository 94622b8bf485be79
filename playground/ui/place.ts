import type { Bar, Lane, LaneKind, Mark, Picture } from '../trace/bars.ts';
import {
  isFlag,
  nameOf,
  SMALL,
  words,
  type Drawing,
  type PlacedBar,
  type PlacedLane,
  type PlacedMark,
  type PlacedText,
  type Root,
} from './drawing.ts';
import { fit, textWidth } from './label.ts';
import { placeNotes } from './notes.ts';
import { scaleFor } from './scale.ts';

export interface Paper {
  width: number;
  live: boolean;
  /** For a small picture: no wire, flatter lanes. */
  compact: boolean;
}

/** Below this the names of the lanes stand above them. */
const NARROW = 480;
const AXIS = 26;
const INSET = 3;
const LEAST_WIDTH = 6;
/** More than this is no picture any more; the table has them all. */
const MOST_CALLS = 8;
const MOST_BARS = 300;

const LANE: Record<LaneKind, { height: number; bar: number }> = {
  client: { height: 30, bar: 20 },
  wire: { height: 24, bar: 16 },
  handler: { height: 38, bar: 30 },
  thread: { height: 42, bar: 30 },
  task: { height: 32, bar: 26 },
  finally: { height: 36, bar: 28 },
  state: { height: 28, bar: 20 },
};

export function place(picture: Picture, { width, live, compact }: Paper): Drawing {
  const narrow = width < NARROW;
  const calls = callsIn(picture.lanes).slice(0, MOST_CALLS);
  const shown = picture.lanes.filter(
    ({ kind, call }) => !(compact && kind === 'wire') && (call === null || calls.includes(call)),
  );
  const left = narrow ? 6 : laneColumn(shown);
  const right = width - 8;
  const scale = scaleFor(picture.end, live, { left, right, gutter: narrow ? 18 : 170 });

  const more = callsIn(picture.lanes).length - calls.length;
  const { lanes, groups, bottom } = placeLanes(shown, narrow, compact, left, more);
  const plot = { left, right, top: AXIS - 6, bottom };
  const drawing: Drawing = {
    width,
    height: bottom + 6,
    narrow,
    scale,
    plot,
    groups,
    lanes,
    bars: [],
    marks: [],
    notes: [],
  };
  const byLane = Map.groupBy(picture.bars, (bar) => bar.lane);
  const marks = Map.groupBy(picture.marks, (mark) => mark.lane);
  for (const lane of lanes) {
    placeBars(drawing, lane, mostOf(byLane.get(lane.lane.id) ?? []), live);
    const here = marks.get(lane.lane.id) ?? [];
    placeMarks(drawing, lane, here);
    placeNotes(drawing, lane, here);
  }
  return drawing;
}

function laneColumn(lanes: readonly Lane[]): number {
  const widest = Math.max(0, ...lanes.map(({ label }) => textWidth(label, 'sans', 12)));
  return Math.min(Math.max(widest, 44), 150) + 22;
}

function callsIn(lanes: readonly Lane[]): number[] {
  return [...new Set(lanes.flatMap(({ call }) => (call === null ? [] : [call])))];
}

function placeLanes(
  shown: readonly Lane[],
  narrow: boolean,
  compact: boolean,
  left: number,
  more: number,
) {
  const lanes: PlacedLane[] = [];
  const groups: PlacedText[] = [];
  const many = callsIn(shown).length > 1;
  let y = AXIS;
  let before: number | null | undefined;
  for (const lane of shown) {
    if (lane.call !== before && before !== undefined) y += 10;
    if (lane.call !== before && lane.call !== null && many) {
      const text = `call ${lane.call}`;
      groups.push({ ...words(`group${lane.call}`, text, 'sans', 11, 'mute'), x: 6, y: y + 12 });
      y += 18;
    }
    before = lane.call;
    const { height, bar } = LANE[lane.kind];
    const header = narrow ? 15 : 0;
    const row = compact ? height - 6 : height;
    const top = y + header + (row - bar) / 2;
    const room = narrow ? 120 : left - 18;
    const text = fit(lane.label, 'sans', 12, room);
    lanes.push({
      lane,
      top,
      height: bar,
      label: {
        ...words(lane.id, text, 'sans', 12, 'mute'),
        full: lane.label,
        x: narrow ? 6 : left - 14,
        y: narrow ? y + 11 : top + bar / 2 + 4,
        anchor: narrow ? 'start' : 'end',
      },
    });
    y += header + row;
  }
  if (more > 0) {
    const text = `and ${more} more ${more === 1 ? 'call' : 'calls'}, in the table of events`;
    groups.push({ ...words('more', text, 'sans', 11, 'mute'), x: 6, y: y + 14 });
    y += 20;
  }
  return { lanes, groups, bottom: y };
}

/**
 * Bars nest by a small inset, and none is too small to see: a bar that would be is widened, what follows it
 * in its lane moves over, and what holds it grows with it. Times are in the data, not in these px.
 */
function placeBars(drawing: Drawing, lane: PlacedLane, bars: readonly Bar[], live: boolean): void {
  const { scale, plot } = drawing;
  // Where there are many, each may be as narrow as it must, so that they do not push each other out.
  const least = Math.min(LEAST_WIDTH, (plot.right - plot.left) / (3 * bars.length));
  const children = Map.groupBy(bars, (bar) => bar.parent);
  const inLane = new Set(bars.map(({ id }) => id));
  let from = -Infinity;
  for (const bar of bars) {
    if (bar.parent !== null && inLane.has(bar.parent)) continue;
    const overlaps = bar.kind === 'blocked' || lane.lane.kind === 'client';
    from = Math.max(from, draw(bar, overlaps ? -Infinity : from, lane.top, lane.height, null));
  }

  function draw(bar: Bar, after: number, y: number, height: number, root: Root | null): number {
    const x = Math.min(Math.max(scale.x(bar.start), after), plot.right - least);
    const outer = root ?? { y, height, torn: bar.torn };
    const at = drawing.bars.length;
    const placed: PlacedBar = { bar, x, y, width: 0, height, label: null, root: outer };
    drawing.bars.push(placed);
    const inset = height - 2 * INSET >= 10 ? INSET : 1;
    let next = x + INSET;
    for (const child of children.get(bar.id) ?? []) {
      next = draw(child, next, y + inset, height - 2 * inset, outer) + 1;
    }
    // What goes on ends now, exactly; what has ended closes round what it holds.
    const held = drawing.bars.length > at + 1 && !bar.open ? next - 1 + INSET : 0;
    const lasts = bar.kind === 'state' && !live && bar.end >= scaleEnd(bar, bars);
    const end = lasts ? plot.right : scale.x(bar.end);
    const leastWidth = bar.kind === 'state' ? Math.min(least, 1.5) : least;
    placed.width = Math.max(Math.min(Math.max(end, held), plot.right) - x, leastWidth);
    placed.label = inside(placed, drawing.bars.length > at + 1);
    return x + placed.width;
  }
}

/** The ones that did not simply end, then the longest; in their order. */
function mostOf(bars: readonly Bar[]): readonly Bar[] {
  if (bars.length <= MOST_BARS) return bars;
  const weight = ({ state, start, end, depth }: Bar) =>
    (depth === 0 ? 2e9 : state === 'done' ? 0 : 1e9) + (end - start);
  const kept = new Set(bars.toSorted((a, b) => weight(b) - weight(a)).slice(0, MOST_BARS));
  return bars.filter((bar) => kept.has(bar));
}

/** A watched value lasts beyond the run: its last stretch goes to the edge. */
function scaleEnd(bar: Bar, bars: readonly Bar[]): number {
  return bars.at(-1) === bar ? bar.end : Infinity;
}

/** What is written on a bar: of the innermost one, as much as has room. */
function inside({ bar, x, y, width, height }: PlacedBar, holds: boolean): PlacedText | null {
  const writes = bar.kind === 'await' || bar.kind === 'work' || bar.kind === 'state';
  if (!writes || holds) return null;
  const room = width - 14;
  const tone = bar.label === 'empty' ? 'mute' : bar.state;
  for (const said of [bar.label, nameOf(bar)]) {
    const text = words(`${bar.id} label`, said, 'mono', SMALL, tone);
    if (text.width <= room) return { ...text, x: x + 8, y: y + height / 2 + 4 };
  }
  const cut = room > 70 ? fit(nameOf(bar), 'mono', SMALL, room) : '';
  if (cut === '') return null;
  const text = words(`${bar.id} label`, cut, 'mono', SMALL, bar.state);
  return { ...text, full: bar.label, x: x + 8, y: y + height / 2 + 4 };
}

function placeMarks(drawing: Drawing, lane: PlacedLane, marks: readonly Mark[]): void {
  const { scale, lanes, plot } = drawing;
  let taken = plot.left - 8;
  const drawn = new Map<string, number>();
  marks.forEach((mark, index) => {
    if (mark.kind === 'dropped' || (mark.kind === 'limit' && mark.t > scale.span)) return;
    const x = scale.x(mark.t);
    // Of many that would lie on each other, one.
    const like = `${mark.kind} ${mark.state}`;
    if (Math.abs(x - (drawn.get(like) ?? -Infinity)) < 2 && !isFlag(mark)) return;
    drawn.set(like, x);
    const fromX = mark.since === null ? null : scale.x(mark.since);
    const placed: PlacedMark = {
      mark,
      x,
      y: lane.top,
      height: lane.height,
      fromX,
      label: null,
    };
    if (mark.kind === 'message' || mark.kind === 'closed') {
      const next = marks[index + 1];
      placed.label = beside(x, next ? scale.x(next.t) : plot.right, mark);
    } else if (isFlag(mark)) {
      const last = lanes.findLast(({ lane: { call } }) => call === mark.call);
      placed.height = last ? last.top + last.height - lane.top : lane.height;
      // Bold is wider.
      const text = words(`${mark.id} label`, mark.label, 'sans', SMALL * 1.08, 'plain');
      const toLeft = x + text.width + 18 > plot.right;
      placed.label = { ...text, x: toLeft ? x - text.width - 12 : x + 6, y: lane.top + 14 };
    }
    drawing.marks.push(placed);
  });

  /** Right of the dot where there is room, else left of it, cut only where both are short. */
  function beside(x: number, next: number, mark: Mark): PlacedText | null {
    const whole = words(`${mark.id} label`, mark.label, 'mono', SMALL, 'mute');
    const y = lane.top + lane.height / 2 + 4;
    const onRight = next - x - 18;
    const onLeft = x - taken - 18;
    if (whole.width <= onRight || (onRight >= onLeft && onRight > 30)) {
      const text = fit(mark.label, 'mono', SMALL, onRight);
      const width = textWidth(text, 'mono', SMALL);
      taken = x + 10 + width;
      return text === '' ? null : { ...whole, x: x + 10, y, text, width };
    }
    const text = fit(mark.label, 'mono', SMALL, onLeft);
    const width = textWidth(text, 'mono', SMALL);
    taken = x + 8;
    return text === '' ? null : { ...whole, x: x - 10, y, text, width, anchor: 'end' };
  }
}
