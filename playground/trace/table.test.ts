import { expect, test } from 'vitest';
import { tableRows } from './table.ts';
import { liveOrderBook, recorded } from './testing.ts';

test('every event in words', () => {
  const rows = tableRows(recorded('stdio-modern/order_book.stop'));
  expect(rows.map(({ t, who, what }) => `${t} ${who}: ${what}`)).toEqual([
    '0 client: calls order_book',
    '0 wire: client to server: tools/call (id 3)',
    '0.001 handler: order_book starts',
    '0.002 server: holds: Dune; offline: empty',
    '0.002 handler: awaits take_payment',
    '0.501 client: stops waiting: it gives up on the call',
    '0.502 wire: client to server: notifications/cancelled (id 3)',
    '0.502 client: its await of the call was cancelled',
    '0.504 handler: the await of take_payment raised the cancellation',
    '0.504 handler: finally starts',
    '0.504 handler: a shield begins, limit 5 s',
    '0.504 handler: awaits release_hold',
    '0.505 server: is told that the client gave up',
    '0.609 handler: release_hold returned',
    '0.609 server: holds: empty; offline: empty',
    '0.609 handler: the shield ends',
    '0.609 handler: finally finished',
    '0.609 handler: order_book ended cancelled',
  ]);
});

test('lines are kept, and which line runs when is left to the editor', () => {
  const events = liveOrderBook();
  const rows = tableRows(events);
  expect(rows).toHaveLength(events.length - 1);
  expect(rows.find(({ what }) => what === 'awaits takePayment')?.line).toBe(11);
});
