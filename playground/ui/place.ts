import type { Bar, BarState, Lane, LaneKind, Mark, Picture } from '../trace/bars.ts';
import { limit, seconds } from '../trace/words.ts';
import { fit, textWidth, type Font } from './label.ts';
import { scaleFor, type Scale } from './scale.ts';

/** Where everything of a picture is, in px. Pure: the same picture at the same width is the same drawing. */
export interface Drawing {
  width: number;
  height: number;
  narrow: boolean;
  scale: Scale;
  plot: { left: number; right: number; top: number; bottom: number };
  groups: PlacedText[];
  lanes: PlacedLane[];
  bars: PlacedBar[];
  marks: PlacedMark[];
  notes: PlacedText[];
}

export interface PlacedLane {
  lane: Lane;
  label: PlacedText;
  /** The band in which its bars are. */
  top: number;
  height: number;
}

export interface PlacedBar {
  bar: Bar;
  x: number;
  y: number;
  width: number;
  height: number;
  label: PlacedText | null;
  /** The outermost bar round it in its lane: a tear goes through all of it. */
  root: Root;
}

export interface PlacedMark {
  mark: Mark;
  x: number;
  y: number;
  /** The height of what it stands on, or of the pole of a flag. */
  height: number;
  /** Where a pending cancellation began to wait. */
  fromX: number | null;
  label: PlacedText | null;
}

export interface PlacedText {
  key: string;
  x: number;
  y: number;
  text: string;
  /** The whole text, where it was cut. */
  full: string;
  font: Font;
  size: number;
  anchor: 'start' | 'end';
  tone: BarState | 'plain' | 'mute' | 'ghost';
  width: number;
}

export interface Paper {
  width: number;
  live: boolean;
  /** For a small picture: no wire, flatter lanes. */
  compact: boolean;
}

/** Below this the names of the lanes stand above them. */
const NARROW = 480;
const AXIS = 26;
const SMALL = 11.5;
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

function words(
  key: string,
  text: string,
  font: Font,
  size: number,
  tone: PlacedText['tone'],
): PlacedText {
  const width = textWidth(text, font, size);
  return { key, x: 0, y: 0, text, full: text, font, size, anchor: 'start', tone, width };
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

export interface Root {
  y: number;
  height: number;
  torn: boolean;
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

function nameOf({ label }: Bar): string {
  return label.replace(/^await /, '');
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
    if (mark.kind === 'message') {
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

export function isFlag({ kind }: Mark): boolean {
  return kind === 'stop' || kind === 'timeout' || kind === 'disconnect' || kind === 'deadline';
}

/** What is said beside the outermost bars of a lane, in the room that is left after each. */
function placeNotes(drawing: Drawing, lane: PlacedLane, marks: readonly Mark[]): void {
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
