import { expect, it } from 'vitest';
import type { TraceEvent } from '../trace/event.ts';
import { clientStop, enter } from './testing.ts';
import { Handlers } from './handlers.ts';

function after(...events: TraceEvent[]): Handlers {
  const handlers = new Handlers();
  events.forEach((event, i) => handlers.see(event, i));
  return handlers;
}
const exit: TraceEvent = {
  kind: 'handler.exit',
  who: 'tool',
  call: 1,
  t: 1,
  target: 'order_book',
  outcome: 'cancelled',
};
const shield = (kind: 'shield.enter' | 'shield.exit', limit: number | null): TraceEvent =>
  kind === 'shield.enter'
    ? { kind, who: 'tool', call: 1, t: 1, scope: 1, limit }
    : { kind, who: 'tool', call: 1, t: 1, scope: 1, limit, cancelled_caught: false };

it('calls a handler stubborn from the moment the client gives up until it ends', () => {
  expect(after(enter(0)).stubborn).toBe(false);
  expect(after(enter(0), clientStop(1)).stubborn).toBe(true);
  expect(after(clientStop(1), enter(1)).stubborn).toBe(true);
  expect(after(enter(0), clientStop(1), exit).stubborn).toBe(false);
  expect(after(enter(0, 'thread'), clientStop(1)).stubborn).toBe(false);
});

it('counts a timeout and a closed client as giving up', () => {
  const timeout: TraceEvent = { kind: 'client.timeout', who: 'client', call: 1, t: 1, after: 1 };
  const close: TraceEvent = { kind: 'client.close', who: 'client', t: 1 };
  expect(after(enter(0), timeout)).toMatchObject({ stubborn: true, givenUpAt: 1 });
  expect(after(enter(0), close)).toMatchObject({ stubborn: true, givenUpAt: 1 });
});

it('does not blame a handler for another call that was given up', () => {
  expect(after({ ...enter(0), call: 2 }, clientStop(1)).stubborn).toBe(false);
});

it('waits for a shield that has a time limit, and for none that has not', () => {
  const stopped = [enter(0), clientStop(1)];
  expect(after(...stopped, shield('shield.enter', 5)).stubborn).toBe(false);
  expect(after(...stopped, shield('shield.enter', null)).stubborn).toBe(true);
  const through = [shield('shield.enter', 5), shield('shield.exit', 5)];
  expect(after(...stopped, ...through).stubborn).toBe(true);
});

it('knows since when a computation blocks the loop, and whether a call that waits holds it', () => {
  const loop = (kind: 'loop.blocked' | 'loop.freed', what = 'computing'): TraceEvent => ({
    kind,
    who: 'tool',
    t: 0,
    what,
  });
  expect(after(enter(0), loop('loop.blocked'))).toMatchObject({ blockedSince: 1, held: false });
  expect(after(loop('loop.blocked'), loop('loop.freed')).blockedSince).toBeNull();
  const again = after(loop('loop.blocked'), loop('loop.freed'), loop('loop.blocked'));
  expect(again.blockedSince).toBe(2);
  const asleep = loop('loop.blocked', 'sleep');
  expect(after(enter(0), asleep)).toMatchObject({ blockedSince: null, held: true });
  expect(after(asleep, loop('loop.freed', 'sleep')).held).toBe(false);
});
