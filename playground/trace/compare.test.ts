import { describe, expect, test } from 'vitest';
import { compare } from './compare.ts';
import { coreLanes } from './coreLanes.ts';
import type { TraceEvent } from './event.ts';
import { liveOrderBook, recorded } from './testing.ts';

const NAMES = [
  'stdio-modern/order_book.stop',
  'stdio-modern/order_book.two',
  'stdio-modern/never_asks.stop',
  'memory/two_children.stop',
  'memory/nested_shields.stop',
  'memory/finally_raises.stop',
  'memory/await_without_suspending.stop',
  'http-modern/order_book.stop',
  'http-legacy/order_book.disconnect',
];

const lane = (events: TraceEvent[], name: string) =>
  coreLanes(events)
    .get(name)
    ?.map(({ step }) => step);

describe('two traces', () => {
  test.each(NAMES)('%s is the same as itself', (name) => {
    expect(compare(recorded(name), recorded(name), { within: 0 })).toMatchObject({ same: true });
  });

  test('a different end is named by lane and step', () => {
    const difference = compare(
      recorded('memory/order_book.stop'),
      recorded('memory/order_book_unshielded.stop'),
    );
    expect(difference).toMatchObject({
      same: false,
      lane: 'tool 1',
      at: 4,
      left: 'shield.enter 5',
      right: 'await.enter releasehold',
      sentence:
        'Lane "tool 1", step 5: shield.enter 5 on the left, await.enter releasehold on the right.',
    });
  });

  test('what one side lacks at the end is a difference', () => {
    const events = recorded('memory/order_book.stop');
    expect(compare(events, events.slice(0, -1))).toMatchObject({ lane: 'client 1', right: null });
  });

  test('a missing lane is a difference, unless it is left out', () => {
    const [wire, memory] = [
      recorded('stdio-modern/order_book.stop'),
      recorded('memory/order_book.stop'),
    ];
    expect(compare(wire, memory)).toMatchObject({ same: false, lane: 'wire 1' });
    expect(compare(wire, memory, { without: ['wire', 'server'] })).toMatchObject({ same: true });
  });

  test.each([
    'order_book.stop',
    'order_book_unshielded.stop',
    'rebuild_index.stop',
    'never_asks.stop',
  ])('the handler of %s does the same on every transport', (scenario) => {
    const only = { without: ['client', 'wire', 'server'] } as const;
    const memory = recorded(`memory/${scenario}`);
    for (const transport of ['stdio-modern', 'stdio-legacy', 'http-modern', 'memory-legacy']) {
      expect(compare(memory, recorded(`${transport}/${scenario}`), only)).toMatchObject({
        same: true,
      });
    }
  });

  test('times count where a tolerance is given', () => {
    const events = recorded('memory/order_book.stop');
    const later = events.map((event) => ({ ...event, t: event.t + 0.04 }));
    expect(compare(events, later)).toMatchObject({ same: true });
    expect(compare(events, later, { within: 0.05 })).toMatchObject({ same: true });
    expect(compare(events, later, { within: 0.03 })).toMatchObject({ same: false, at: 0 });
  });

  test('up to a moment, for a recording that ended before its server did', () => {
    const whole = recorded('memory/order_book.stop');
    const cut = whole.filter(({ t }) => t < 0.6);
    expect(compare(whole, cut)).toMatchObject({ same: false });
    expect(compare(whole, cut, { until: 0.55 })).toMatchObject({ same: true });
  });

  test('which child is cancelled first does not matter', () => {
    const events = recorded('memory/two_children.stop');
    const at = events.findIndex(({ kind }) => kind === 'await.raise');
    const [first, second] = [events[at], events[at + 1]];
    if (!first || !second) throw new Error('no children');
    expect(compare(events, events.with(at, second).with(at + 1, first))).toMatchObject({
      same: true,
    });
  });
});

describe('the normal form of a live trace', () => {
  test('is that of its recording', () => {
    const comparison = compare(liveOrderBook(), recorded('stdio-modern/order_book.stop'));
    expect(comparison).toMatchObject({ same: true });
  });

  test('keeps the innermost awaits, under the names of their functions', () => {
    expect(lane(liveOrderBook(), 'tool 1')).toEqual([
      'handler.enter',
      'await.enter takepayment',
      'await.raise takepayment cancelled',
      'finally.enter',
      'shield.enter 5',
      'await.enter releasehold',
      'await.return releasehold',
      'shield.exit 5 left',
      'finally.exit returned',
      'handler.exit cancelled',
    ]);
  });

  const tool = { who: 'tool', call: 1, t: 0 } as const;
  const handler = { ...tool, fn: 'order' };
  const wait = (fn: string, what: string): [TraceEvent, TraceEvent] => [
    { ...tool, kind: 'await.enter', fn, what },
    { ...tool, kind: 'await.return', fn, what },
  ];

  test('an await in the handler itself goes by what it waits for', () => {
    const events: TraceEvent[] = [{ ...handler, kind: 'line' }, ...wait('order', 'sleep')];
    expect(lane(events, 'tool 1')).toEqual(['await.enter sleep', 'await.return sleep']);
  });

  test('a function that fails after its wait has failed, not its wait', () => {
    const [enter, done] = wait('takePayment', 'sleep');
    const events: TraceEvent[] = [
      { ...handler, kind: 'await.enter', what: 'takePayment' },
      enter,
      done,
      { ...handler, kind: 'await.raise', what: 'takePayment', outcome: 'raised', exc: 'Error' },
    ];
    expect(lane(events, 'tool 1')).toEqual([
      'await.enter takepayment',
      'await.raise takepayment raised',
    ]);
  });

  test('two waits of one function are two', () => {
    const events: TraceEvent[] = [
      { ...handler, kind: 'await.enter', what: 'pay' },
      ...wait('pay', 'sleep'),
      ...wait('pay', 'checkpoint'),
      { ...handler, kind: 'await.return', what: 'pay' },
    ];
    expect(lane(events, 'tool 1')).toEqual([
      'await.enter pay',
      'await.return pay',
      'await.enter pay',
      'await.return pay',
    ]);
  });

  test('a group is no wait of its own; its children are lanes, by number', () => {
    const group = { ...handler, what: 'createTaskGroup' };
    const child = (task: string): TraceEvent => ({
      ...tool,
      task,
      fn: 'pack',
      kind: 'await.enter',
      what: 'sleep',
    });
    const events: TraceEvent[] = [
      { ...handler, kind: 'handler.enter', target: 'order' },
      { ...group, kind: 'await.enter' },
      child('wrap'),
      child('label'),
      { ...group, kind: 'await.return' },
    ];
    expect([...coreLanes(events)].map(([name, steps]) => [name, steps.length])).toEqual([
      ['tool 1', 1],
      ['tool 1 child1', 1],
      ['tool 1 child2', 1],
    ]);
    expect(lane(events, 'tool 1 child2')).toEqual(['await.enter child2']);
  });

  test('state: only what both watch, and only its changes', () => {
    const state = (holds: string[], titles: string[]): TraceEvent => ({
      kind: 'state',
      t: 0,
      who: 'server',
      values: { holds, titles },
    });
    const ours = [state([], ['Emma']), state(['B', 'A'], ['Emma']), state(['B', 'A'], [])];
    const theirs: TraceEvent[] = [
      { kind: 'state', t: 0, who: 'server', values: { holds: ['A', 'B'], offline: [] } },
    ];
    expect(compare(ours, theirs)).toMatchObject({ same: true, lanes: 1, steps: 1 });
  });
});
