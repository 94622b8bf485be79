import { describe, expect, test } from 'vitest';
import { bars, type Picture } from './bars.ts';
import type { TraceEvent } from './event.ts';
import { liveOrderBook, recorded } from './testing.ts';

const over = (events: TraceEvent[]): Picture =>
  bars(events, { now: events.at(-1)?.t ?? 0, live: false });

/** `finally | shield done 0.504-0.609 shield 5 s`, as a lane's label, kind, state, times and label. */
function drawn({ lanes, bars }: Picture): string[] {
  const labels = new Map(lanes.map(({ id, label }) => [id, label]));
  return bars.map(
    ({ lane, kind, state, start, end, label }) =>
      `${labels.get(lane)} | ${kind} ${state} ${start}-${end} ${label}`,
  );
}

const marked = ({ marks }: Picture): string[] =>
  marks.map(({ kind, state, t }) => `${kind} ${state} ${t}`);

const TABLE: [name: string, bars: string[], marks: string[]][] = [
  [
    'stdio-modern/order_book.stop',
    [
      'client | call cancelled 0-0.502 stopped',
      'order_book | handler cancelled 0.001-0.609 order_book',
      'order_book | await cancelled 0.002-0.504 await take_payment',
      'finally | finally done 0.504-0.609 finally',
      'finally | shield done 0.504-0.609 shield 5 s',
      'finally | await done 0.504-0.609 await release_hold',
      'holds | state quiet 0.002-0.609 Dune',
      'holds | state quiet 0.609-0.609 empty',
    ],
    [
      'stop cancelled 0.501',
      'told cancelled 0.504',
      'pending filled 0.609',
      'message plain 0',
      'message cancelled 0.502',
    ],
  ],
  [
    'memory/order_book.stop',
    [
      'client | call cancelled 0-0.602 stopped',
      'order_book | handler cancelled 0-0.602 order_book',
      'order_book | await cancelled 0-0.501 await take_payment',
      'finally | finally done 0.501-0.602 finally',
      'finally | shield done 0.501-0.602 shield 5 s',
      'finally | await done 0.501-0.602 await release_hold',
      'holds | state quiet 0-0.602 Dune',
      'holds | state quiet 0.602-0.602 empty',
    ],
    ['stop cancelled 0.501', 'pending filled 0.602'],
  ],
  [
    'stdio-modern/order_book_unshielded.stop',
    [
      'client | call cancelled 0-0.502 stopped',
      'order_book_unshielded | handler cancelled 0.002-0.505 order_book_unshielded',
      'order_book_unshielded | await cancelled 0.002-0.504 await take_payment',
      'finally | finally cancelled 0.504-0.505 finally',
      'finally | await cancelled 0.504-0.505 await release_hold',
      'holds | state quiet 0.002-0.505 Dune',
      'holds | state leak 0.505-0.505 left over: Dune',
    ],
    ['stop cancelled 0.501', 'told cancelled 0.504', 'message plain 0', 'message cancelled 0.502'],
  ],
  [
    'memory/nested_shields.stop',
    [
      'client | call cancelled 0-0.904 stopped',
      'nested_shields | handler cancelled 0-0.904 nested_shields',
      'nested_shields | await cancelled 0-0.501 await take_payment',
      'finally | finally done 0.501-0.904 finally',
      'finally | shield done 0.502-0.904 shield 5 s',
      'finally | shield cancelled 0.502-0.803 shield 0.3 s',
      'finally | await cancelled 0.502-0.803 await slow_step',
      'finally | await done 0.803-0.904 await release_hold',
      'holds | state quiet 0-0.904 Dune',
      'holds | state quiet 0.904-0.904 empty',
    ],
    ['stop cancelled 0.501', 'pending filled 0.904', 'limit cancelled 0.802'],
  ],
  [
    'stdio-modern/rebuild_index.stop',
    [
      'client | call cancelled 0-0.502 stopped',
      'rebuild_index | thread cancelled 0.002-1.003 rebuild_index',
      'rebuild_index | work done 0.002-1.002 Dune',
      'finally | finally done 1.003-1.003 finally',
      'offline | state quiet 0.002-1.003 search',
      'offline | state quiet 1.003-1.003 empty',
    ],
    [
      'stop cancelled 0.501',
      'told cancelled 0.504',
      'message plain 0',
      'check plain 0.002',
      'message cancelled 0.502',
      'check cancelled 1.003',
    ],
  ],
  [
    'stdio-modern/never_asks.stop',
    [
      'client | call cancelled 0-0.502 stopped',
      'never_asks | thread done 0.002-3.003 never_asks',
      'never_asks | work done 0.002-1.002 Dune',
      'never_asks | work done 1.002-2.003 Emma',
      'never_asks | work done 2.003-3.003 Ubik',
      'finally | finally done 3.003-3.003 finally',
      'offline | state quiet 0.002-3.003 search',
      'offline | state quiet 3.003-3.005 empty',
    ],
    [
      'stop cancelled 0.502',
      'told cancelled 0.504',
      'message plain 0',
      'message cancelled 0.502',
      'dropped ghost 3.005',
    ],
  ],
  [
    'memory/two_children.stop',
    [
      'client | call cancelled 0-0.502 stopped',
      'two_children | handler cancelled 0-0.502 two_children',
      'child1 | await cancelled 0-0.502 await child-1',
      'child2 | await cancelled 0-0.501 await child-2',
    ],
    ['stop cancelled 0.501'],
  ],
  [
    'stdio-modern/order_book_raises.none',
    [
      'client | call failed 0-0.409 failed',
      'order_book_raises | handler failed 0.001-0.404 order_book_raises',
      'order_book_raises | await failed 0.002-0.303 await take_payment',
      'finally | finally done 0.303-0.404 finally',
      'finally | shield done 0.303-0.404 shield 5 s',
      'finally | await done 0.303-0.403 await release_hold',
      'holds | state quiet 0.002-0.403 Dune',
      'holds | state quiet 0.403-0.409 empty',
    ],
    ['message plain 0', 'message plain 0.409'],
  ],
];

describe('a recording becomes bars and marks', () => {
  test.each(TABLE)('%s', (name, expected, marks) => {
    const picture = over(recorded(name));
    expect(drawn(picture)).toEqual(expected);
    expect(marked(picture)).toEqual(marks);
  });

  test('a timeout is a flag and an orange call', () => {
    const picture = over(recorded('stdio-modern/order_book.timeout'));
    expect(picture.bars[0]).toMatchObject({ kind: 'call', state: 'cancelled', note: 'timed out' });
    expect(marked(picture)[0]).toMatch(/^timeout cancelled 0\.50/);
  });

  test('two calls have lanes of their own; what is watched is shared', () => {
    const { lanes } = over(recorded('stdio-modern/order_book.two'));
    const each = ['client', 'wire', 'order_book', 'finally'];
    expect(lanes.map(({ call, label }) => `${call} ${label}`)).toEqual([
      ...each.map((label) => `1 ${label}`),
      ...each.map((label) => `2 ${label}`),
      'null holds',
    ]);
  });

  test('a handler that catches and returns is done, its await is not', () => {
    const picture = over(recorded('memory/catches_and_returns.stop'));
    const [, handler, payment] = picture.bars;
    expect(handler).toMatchObject({ kind: 'handler', state: 'done', note: 'returned' });
    expect(payment).toMatchObject({ kind: 'await', state: 'cancelled', torn: true });
    expect(marked(picture)).toContain('catch cancelled 0.502');
  });

  test('over HTTP the wire shows a connection that was closed, and a session that was ended', () => {
    const wire = (name: string) =>
      over(recorded(name))
        .marks.filter(({ lane }) => lane.endsWith('/wire'))
        .map(({ kind, label }) => `${kind} ${label}`);
    expect(wire('http-modern/order_book.stop')).toEqual(['message → tools/call', 'closed closed']);
    expect(wire('http-legacy/order_book.disconnect')).toEqual([
      'message → tools/call',
      'message → DELETE',
    ]);
  });

  test('a server that was told and goes on has no pending cancellation', () => {
    const picture = over(recorded('http-legacy-stateless/order_book.stop_full30'));
    expect(marked(picture).some((mark) => mark.startsWith('told'))).toBe(true);
    expect(marked(picture).some((mark) => mark.startsWith('pending'))).toBe(false);
  });

  test('what nobody saw end is unfinished', () => {
    const { bars } = over(recorded('stdio-modern/order_book_hang.disconnect'));
    const open = bars.filter((bar) => bar.open && bar.kind !== 'state');
    expect(open.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'handler unfinished',
      'finally unfinished',
      'shield unfinished',
      'await unfinished',
    ]);
  });
});

describe('names', () => {
  test('say what it is, where, when and how it ended', () => {
    const names = over(recorded('stdio-modern/order_book.stop')).bars.map(({ name }) => name);
    expect(names).toEqual([
      'call of order_book, 0.00 s to 0.50 s, stopped',
      'order_book, 0.00 s to 0.61 s, cancelled',
      'await take_payment in order_book, 0.00 s to 0.50 s, cut: the cancellation was raised here',
      'finally in order_book, 0.50 s to 0.61 s, finished',
      'shield with a limit of 5 s in order_book, 0.50 s to 0.61 s, finished',
      'await release_hold in order_book, 0.50 s to 0.61 s, returned',
      'holds: Dune, 0.00 s to 0.61 s',
      'holds: empty, 0.61 s to 0.61 s',
    ]);
  });
});

describe('a run that goes on', () => {
  const events = recorded('stdio-modern/order_book.stop').filter(({ t }) => t <= 0.3);

  test('open bars end now, and are running', () => {
    const picture = bars(events, { now: 0.3, live: true });
    expect(drawn(picture)).toEqual([
      'client | call running 0-0.3 ',
      'order_book | handler running 0.001-0.3 order_book',
      'order_book | await running 0.002-0.3 await take_payment',
      'holds | state quiet 0.002-0.3 Dune',
    ]);
    expect(picture.bars.every(({ open }) => open)).toBe(true);
  });

  test('a bar keeps its id as the run goes on', () => {
    const ids = (list: Picture['bars']) => list.map(({ id, kind }) => `${id} ${kind}`);
    const before = ids(bars(events, { now: 0.3, live: true }).bars);
    const after = ids(over(recorded('stdio-modern/order_book.stop')).bars);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  test('a shield holds the cancellation off: a hollow mark', () => {
    const cut = recorded('stdio-modern/order_book.stop').filter(({ t }) => t <= 0.55);
    expect(marked(bars(cut, { now: 0.55, live: true }))).toContain('pending hollow 0.504');
  });
});

describe('a live trace', () => {
  test('is drawn as its recording is: one bar for what is one thing', () => {
    const picture = over(liveOrderBook());
    expect(drawn(picture)).toEqual([
      'client | call cancelled 0-0.5 stopped',
      'order_book | handler cancelled 0.001-0.602 order_book',
      'order_book | try cancelled 0.001-0.501 try',
      'order_book | await cancelled 0.001-0.501 await takePayment',
      'finally | finally done 0.501-0.601 finally',
      'finally | shield done 0.501-0.601 shield 5 s',
      'finally | await done 0.501-0.601 await releaseHold',
      'holds | state quiet 0-0.001 empty',
      'holds | state quiet 0.001-0.601 Dune',
      'holds | state quiet 0.601-0.602 empty',
    ]);
  });

  test('every line of what was folded together lights the bar', () => {
    const lines = over(liveOrderBook()).bars.map(({ label, lines }) => [label, lines]);
    expect(lines).toContainEqual(['await takePayment', [11, 21]]);
    expect(lines).toContainEqual(['shield 5 s', [14, 14]]);
    expect(lines).toContainEqual(['await releaseHold', [15, 25]]);
  });

  test('a loop that is blocked is a bar over the handler’s lane; a pause nobody notices is none', () => {
    const block = { who: 'tool', call: 1, task: 'order_book' } as const;
    const blocked = (t: number, until: number): TraceEvent[] => [
      { ...block, kind: 'loop.blocked', t, what: 'computing' },
      { ...block, kind: 'loop.freed', t: until, what: 'computing' },
    ];
    const events = liveOrderBook();
    events.splice(5, 0, ...blocked(0.001, 0.002), ...blocked(0.01, 0.2));
    const list = over(events).bars.filter(({ kind }) => kind === 'blocked');
    expect(list).toMatchObject([{ start: 0.01, end: 0.2, state: 'done', label: 'loop blocked' }]);
  });

  test('a list of events is read once', () => {
    const events = liveOrderBook();
    expect(over(events).marks).toBe(over(events).marks);
  });
});
