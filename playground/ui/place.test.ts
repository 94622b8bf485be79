import { describe, expect, test } from 'vitest';
import { bars } from '../trace/bars.ts';
import type { TraceEvent } from '../trace/event.ts';
import { liveOrderBook, recorded } from '../trace/testing.ts';
import type { Drawing, PlacedText } from './drawing.ts';
import { place } from './place.ts';

const NAMES = [
  'stdio-modern/order_book.stop',
  'stdio-modern/order_book.two',
  'stdio-modern/never_asks.stop',
  'stdio-modern/rebuild_index.none',
  'memory/nested_shields.stop',
  'memory/two_awaits_in_finally.stop',
  'memory/two_children.stop',
  'memory/order_book_hang.stop',
  'http-legacy-stateless/order_book.stop_full30',
];
const WIDTHS = [280, 340, 480, 720, 1400];

const draw = (events: TraceEvent[], width: number, live = false): Drawing =>
  place(bars(events, { now: events.at(-1)?.t ?? 0, live }), { width, live, compact: false });

const EACH = [...NAMES, 'live'].flatMap((name) => WIDTHS.map((width) => [name, width] as const));
const eventsOf = (name: string) => (name === 'live' ? liveOrderBook() : recorded(name));

const leftOf = ({ x, width, anchor }: PlacedText) => (anchor === 'end' ? x - width : x);

describe.each(EACH)('%s, %d px wide', (name, width) => {
  const drawing = draw(eventsOf(name), width);

  test('every bar can be seen, inside the plot and its lane', () => {
    const { plot, lanes } = drawing;
    for (const { bar, x, y, width, height } of drawing.bars) {
      const lane = lanes.find(({ lane }) => lane.id === bar.lane);
      const least = bar.kind === 'state' ? 1.5 : 6;
      expect(width).toBeGreaterThanOrEqual(least);
      expect(x).toBeGreaterThanOrEqual(plot.left);
      expect(x + width).toBeLessThanOrEqual(plot.right + least);
      expect(y).toBeGreaterThanOrEqual(lane?.top ?? Infinity);
      expect(y + height).toBeLessThanOrEqual((lane?.top ?? 0) + (lane?.height ?? 0));
    }
  });

  test('a bar lies within the one that holds it, and beside its siblings', () => {
    const byId = new Map(drawing.bars.map((placed) => [placed.bar.id, placed]));
    const ends = new Map<string | null, number>();
    for (const { bar, x, width } of drawing.bars) {
      const outer = bar.parent === null ? null : byId.get(bar.parent);
      if (!outer) continue;
      expect(x).toBeGreaterThan(outer.x);
      expect(x + width).toBeLessThanOrEqual(outer.x + outer.width);
      expect(x).toBeGreaterThanOrEqual(ends.get(bar.parent) ?? -Infinity);
      ends.set(bar.parent, x + width);
    }
  });

  test('no text lies on another, none leaves the picture', () => {
    const texts = [
      ...drawing.bars.flatMap(({ label }) => label ?? []),
      ...drawing.marks.flatMap(({ label }) => label ?? []),
      ...drawing.lanes.map(({ label }) => label),
      ...drawing.groups,
      ...drawing.notes,
    ];
    for (const text of texts) {
      expect(leftOf(text)).toBeGreaterThanOrEqual(0);
      expect(leftOf(text) + text.width).toBeLessThanOrEqual(width + 8);
      for (const other of texts) {
        if (text === other || Math.abs(text.y - other.y) > 9) continue;
        const [a, b] = [leftOf(text), leftOf(other)];
        const apart = a + text.width <= b || b + other.width <= a;
        expect(apart, `"${text.text}" lies on "${other.text}"`).toBe(true);
      }
    }
  });
});

describe('what is written', () => {
  const notes = (name: string, width = 720) => draw(recorded(name), width).notes;
  const texts = (name: string) => notes(name).map(({ full }) => full);

  test.each([
    ['stdio-modern/order_book.stop', ['cancelled 0.61 s', 'release_hold, shielded 5 s']],
    ['memory/order_book_hang.stop', ['cancelled 5.50 s', 'cut by its 5 s limit']],
    [
      'memory/two_awaits_in_finally.stop',
      ['cancelled 0.50 s', 'release_hold cut, write_audit_line cut'],
    ],
    ['stdio-modern/never_asks.stop', ['its value dropped']],
  ])('beside the bars of %s', (name, expected) => {
    expect(texts(name)).toEqual(expected);
  });

  test('on a bar as much as fits', () => {
    const label = (width: number) =>
      draw(recorded('stdio-modern/order_book.stop'), width).bars.find(
        ({ bar }) => bar.label === 'await take_payment',
      )?.label?.text;
    expect([label(720), label(260), label(200)]).toEqual([
      'await take_payment',
      'take_payment',
      'take_paym…',
    ]);
  });

  test('a flag near the right edge hangs to the left of its pole', () => {
    const events = liveOrderBook()
      .filter(({ t }) => t <= 0.5)
      .map((event) => ({ ...event, t: event.t * 1.9 }));
    const { marks, plot } = draw(events, 720, true);
    const flag = marks.find(({ mark }) => mark.kind === 'stop');
    expect(flag?.label?.x).toBeLessThan(flag?.x ?? 0);
    expect(flag?.x).toBeLessThan(plot.right);
  });

  test('in a narrow picture the lanes’ names stand above them', () => {
    const { lanes, narrow } = draw(recorded('stdio-modern/order_book.stop'), 340);
    expect(narrow).toBe(true);
    for (const { label, top } of lanes) expect(label.y).toBeLessThan(top);
  });
});

test('a small picture has no wire', () => {
  const picture = bars(recorded('stdio-modern/order_book.stop'), { now: 1, live: false });
  const kinds = (compact: boolean) =>
    place(picture, { width: 300, live: false, compact }).lanes.map(({ lane }) => lane.kind);
  expect(kinds(false)).toContain('wire');
  expect(kinds(true)).not.toContain('wire');
});

test('of very many bars and calls the telling ones are drawn', () => {
  const events: TraceEvent[] = [];
  for (let call = 1; call <= 20; call++) {
    const tool = { who: 'tool', call, t: call } as const;
    events.push({ ...tool, kind: 'handler.enter', target: 'loop' });
    for (let turn = 0; turn < 500; turn++) {
      const raises = turn === 250;
      events.push({ ...tool, kind: 'await.enter', what: 'sleep' });
      events.push(
        raises
          ? { ...tool, kind: 'await.raise', what: 'sleep', outcome: 'raised', exc: 'Error' }
          : { ...tool, kind: 'await.return', what: 'sleep' },
      );
    }
  }
  const drawing = draw(events, 720);
  expect(drawing.groups.at(-1)?.text).toBe('and 12 more calls, in the table of events');
  expect(drawing.bars.filter(({ bar }) => bar.call === 1)).toHaveLength(300);
  expect(drawing.bars.filter(({ bar }) => bar.state === 'failed')).toHaveLength(8);
});
