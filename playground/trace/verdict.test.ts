import { expect, test } from 'vitest';
import { recorded } from './testing.ts';
import { verdictOf } from './verdict.ts';

test('the verdict is the first handler’s own, with its times', () => {
  expect(verdictOf(recorded('http-modern/order_book.stop'))).toMatchObject({
    outcome: 'cancelled',
    end: expect.closeTo(0.6, 1),
  });
  expect(verdictOf(recorded('http-modern-json/order_book.stop_full30'))).toMatchObject({
    outcome: 'runs to its end',
    end: expect.closeTo(30.1, 1),
  });
  expect(verdictOf(recorded('stdio-modern/order_book_hang.disconnect'))).toMatchObject({
    outcome: 'not seen to end',
    end: null,
  });
  expect(verdictOf([])).toBeNull();
});
