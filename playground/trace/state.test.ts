import { describe, expect, test } from 'vitest';
import type { TraceEvent, Watched } from './event.ts';
import { stripsOf } from './state.ts';
import { liveOrderBook, recorded } from './testing.ts';

const strips = (events: TraceEvent[]) =>
  stripsOf(events).map(({ name, leak, stretches }) => [
    name,
    stretches.map(({ start, end, text }) => `${start}-${end} ${text}`),
    leak,
  ]);

describe('watched values', () => {
  test('what changed has a strip, what never did has none', () => {
    expect(strips(recorded('stdio-modern/order_book.stop'))).toEqual([
      ['holds', ['0.002-0.609 Dune', '0.609-null empty'], null],
    ]);
    expect(strips(liveOrderBook()).map(([name]) => name)).toEqual(['holds']);
  });

  test('two calls share a set', () => {
    expect(strips(recorded('stdio-modern/order_book.two'))).toEqual([
      [
        'holds',
        [
          '0.002-0.002 Dune',
          '0.002-0.608 Dune, Persuasion',
          '0.608-1.104 Persuasion',
          '1.104-null empty',
        ],
        null,
      ],
    ]);
  });

  test.each([
    'stdio-modern/order_book_unshielded.stop',
    'memory/order_book_hang.stop',
    'memory/finally_raises.stop',
  ])('what %s leaves behind is a leak, from the handler’s end on', (name) => {
    const [strip] = stripsOf(recorded(name));
    expect(strip?.leak).toEqual(['Dune']);
    expect(strip?.stretches.map(({ text, leak }) => [text, leak])).toEqual([
      ['Dune', false],
      ['Dune', true],
    ]);
  });

  test('nothing is a leak while a handler runs', () => {
    const events = recorded('stdio-modern/order_book_unshielded.stop').filter(({ t }) => t < 0.505);
    expect(stripsOf(events)[0]?.leak).toBeNull();
  });

  const ending = (outcome: 'returned' | 'cancelled', value: Watched): TraceEvent[] => [
    { kind: 'state', t: 0, who: 'server', values: { orders: Array.isArray(value) ? [] : 0 } },
    { kind: 'handler.enter', t: 0, who: 'tool', call: 1, target: 'order' },
    { kind: 'state', t: 0.1, who: 'server', call: 1, values: { orders: value } },
    { kind: 'handler.exit', t: 0.2, who: 'tool', call: 1, target: 'order', outcome },
  ];

  test('what a handler left when it returned is its work', () => {
    expect(stripsOf(ending('returned', ['Dune']))[0]?.leak).toBeNull();
    expect(stripsOf(ending('cancelled', ['Dune']))[0]?.leak).toEqual(['Dune']);
  });

  test('a counter that went up is no leak', () => {
    expect(stripsOf(ending('cancelled', 3))[0]?.leak).toBeNull();
  });
});
