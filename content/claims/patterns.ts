import type { Case, Drawn, Seen, Transport, Unseen } from './claim.ts';

/** Transports on which the client's call ends at once when it gives up. */
export const WIRES: readonly Transport[] = [
  'stdio-modern',
  'stdio-legacy',
  'http-modern',
  'http-legacy',
];
export const STDIO: readonly Transport[] = ['stdio-modern', 'stdio-legacy'];
export const EVERYWHERE: readonly Transport[] = ['memory', ...WIRES];

export const stop = { kind: 'client.stop', how: 'scope', t: 0.5 };
/** The server learns of it, in whichever way the transport has. */
export const serverTold: Seen = {
  kind: ['cancel.notice', 'http.disconnect'],
  anywhere: true,
  t: 0.5,
};
export const toolCancelled = { kind: 'handler.exit', who: 'tool', outcome: 'cancelled' };
/** Over legacy HTTP an error may cross (request cancelled), but never a value. */
export const answer: Unseen = { kind: 'wire', dir: 's2c', what: 'response', call: 1 };
export const result = { kind: 'client.result', call: 1 };
export const finallyRan = { kind: 'finally.exit', outcome: 'returned' };

export const decides = <T extends object>(seen: T): T & { decides: true } => ({
  ...seen,
  decides: true,
});

/** `order_book` stopped at 0.5 s: the steps of every handler with this cleanup. */
export const cleanUp = (
  outer: string,
): Pick<Case, 'on' | 'stops' | 'events' | 'bars' | 'left' | 'end'> => ({
  on: EVERYWHERE,
  stops: [0.5],
  events: [
    stop,
    { kind: 'await.raise', fn: 'takePayment', outcome: 'cancelled', t: 0.5 },
    { kind: 'await.raise', fn: outer, what: 'takePayment', outcome: 'cancelled', t: 0.5 },
    { kind: 'finally.enter', fn: outer, t: 0.5 },
    { kind: 'shield.enter', limit: 5, t: 0.5 },
    { kind: 'await.return', fn: outer, what: 'releaseHold', t: 0.6 },
    { kind: 'shield.exit', cancelled_caught: false, t: 0.6 },
    decides({ ...finallyRan, t: 0.6 }),
    decides({ ...toolCancelled, t: 0.6 }),
  ],
  bars: [
    { kind: 'call', state: 'cancelled', start: 0 },
    { kind: 'handler', state: 'cancelled', start: 0, end: 0.6 },
    { kind: 'await', label: 'await takePayment', state: 'cancelled', start: 0, end: 0.5 },
    { kind: 'try', state: 'cancelled', start: 0, end: 0.5 },
    { kind: 'finally', state: 'done', start: 0.5, end: 0.6 },
    { kind: 'shield', state: 'done', start: 0.5, end: 0.6 },
    { kind: 'state', state: 'quiet', label: 'Dune', start: 0, end: 0.6 },
  ],
  left: { holds: [] },
  end: 0.6,
});

/** Three books of one second each: the steps of a thread that nothing stops early. */
export const allBooks: readonly Seen[] = [
  { kind: 'work.exit', who: 'thread', what: 'Dune', outcome: 'returned', t: 1 },
  { kind: 'work.exit', who: 'thread', what: 'Emma', outcome: 'returned', t: 2 },
  { kind: 'work.exit', who: 'thread', what: 'Ubik', outcome: 'returned', t: 3 },
];

export const leak: Drawn = { kind: 'state', state: 'leak', label: 'left over: Dune' };
