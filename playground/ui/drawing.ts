import type { Bar, BarState, Lane, Mark } from '../trace/bars.ts';
import { textWidth, type Font } from './label.ts';
import type { Scale } from './scale.ts';

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

/** The lane's outermost bar: a tear goes through all of it. */
export interface Root {
  y: number;
  height: number;
  torn: boolean;
}

/** The size of what is written in and beside bars, in px. */
export const SMALL = 11.5;

/** Text that has no place yet. */
export function words(
  key: string,
  text: string,
  font: Font,
  size: number,
  tone: PlacedText['tone'],
): PlacedText {
  const width = textWidth(text, font, size);
  return { key, x: 0, y: 0, text, full: text, font, size, anchor: 'start', tone, width };
}

/** What a bar is of, without its `await`. */
export function nameOf({ label }: Bar): string {
  return label.replace(/^await /, '');
}

/** The client gave up there. */
export function isFlag({ kind }: Mark): boolean {
  return kind === 'stop' || kind === 'timeout' || kind === 'disconnect' || kind === 'deadline';
}
