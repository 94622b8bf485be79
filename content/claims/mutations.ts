/**
 * Ways to break a program, or the trace of its run, on purpose. A claim names the ones that make its sentence
 * false (`brokenBy`), and `npm run verify:claims` checks that it catches them: a claim that holds whatever
 * happens proves nothing. playground/verify/mutations implements them.
 */
export const MUTATIONS = {
  // Changes to the program.
  'no-shield': 'the cleanup has no shield',
  'no-finally': 'the cleanup comes after the work instead of in a finally',
  'no-limit': 'the shield has no time limit',
  'another-limit': 'every time limit is twice as long',
  'never-released': 'the cleanup never releases the hold',
  'never-taken': 'nothing is held in the first place',
  'cleanup-twice': 'the cleanup runs twice',
  'swallows-cancellation': 'the handler swallows the cancellation and carries on',
  'turns-it-into-an-error': 'the handler turns the cancellation into an error of its own',
  'never-asks': 'the thread never asks whether it was cancelled',
  'asks-once': 'the thread asks once, before its loop',

  // Changes to the trace: the client.
  'stop-before-call': 'the client stops before it makes the call',
  'stop-and-timeout-swapped': 'a Stop is seen as a timeout, and a timeout as a Stop',
  'timeout-not-told': 'the caller is not told of a read timeout',
  'client-waits': 'the client that gave up waits until the handler has ended',
  'client-leaves': 'the client that gave up does not wait for the handler',
  'answer-lost': 'the answer never reaches the client',
  'cancelled-call-answered': 'the result of a cancelled call is delivered',

  // The wire.
  'server-not-told': 'nothing tells the server that the client gave up',
  'server-told-late': 'the server learns of it a second late',
  'notified-as-well': 'a notifications/cancelled message crosses where none should',
  'stream-closed-as-well': 'the stream of the answer is closed where it should stay open',
  'progress-after-stop': 'progress goes to a client that gave up',
  'messages-in-memory': 'messages cross between a client and a server in one process',

  // The handler.
  'not-cancelled': 'the cancellation does not reach the handler',
  'cancelled-anyway': 'a handler that should run on is cancelled',
  'cancelled-once': 'the cancellation is raised once, and not at every await',
  'shield-leaks': 'the cancellation gets through the shield',
  'cleanup-first': 'the cleanup runs first, before the work and before anything is cancelled',
  'released-anyway': 'what should be left behind is released',

  // The thread.
  'on-the-event-loop': 'a plain function runs on the event loop',
  'thread-interrupted': 'the thread is interrupted in the middle of its work',
  'check-stays-silent': 'the check passes although the call was cancelled',
  'check-raises-early': 'the check raises while the call is live',
} as const;

export type MutationName = keyof typeof MUTATIONS;
