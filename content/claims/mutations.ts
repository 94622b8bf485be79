/**
 * Ways to break a program, or what is observed of its run, on purpose. A claim names those that make its
 * sentence false (`brokenBy`), and `npm run verify:claims` holds that it catches them: a claim that holds
 * whatever happens proves nothing. How each is done is code: playground/verify/mutations.
 */
export const MUTATIONS = {
  // The program is another.
  'no-shield': 'the cleanup has no shield',
  'no-finally': 'the cleanup stands after the work, and not in a finally',
  'no-limit': 'the shield has no time limit',
  'another-limit': 'every time limit is twice as long',
  'never-released': 'the cleanup never gives back what was taken',
  'never-taken': 'nothing is taken in the first place',
  'cleanup-twice': 'the cleanup runs twice',
  'swallows-cancellation': 'the handler swallows the cancellation and goes on',
  'turns-it-into-an-error': 'the handler turns the cancellation into an error of its own',
  'never-asks': 'the thread never asks whether it was cancelled',
  'asks-once': 'the thread asks once, before its loop',

  // The client is another.
  'stop-before-call': 'the client stops before it has called',
  'stop-and-timeout-swapped': 'a Stop is seen as a timeout, and a timeout as a Stop',
  'timeout-not-told': 'a read timeout ends without a word to the caller',
  'client-waits': 'the client that gave up waits until the handler has ended',
  'client-leaves': 'the client that gave up does not wait for the handler',
  'answer-lost': 'the answer never reaches the client',
  'cancelled-call-answered': 'the result of a cancelled call is delivered',

  // What crosses is another.
  'server-not-told': 'nothing tells the server that the client gave up',
  'server-told-late': 'the server learns of it a second late',
  'notified-as-well': 'a notifications/cancelled message crosses where none should',
  'stream-closed-as-well': 'the stream of the answer is closed where it should stay open',
  'progress-after-stop': 'progress goes to a client that gave up',
  'messages-in-memory': 'messages cross between a client and a server in one process',

  // The handler is another.
  'not-cancelled': 'the cancellation does not reach the handler',
  'cancelled-anyway': 'a handler that should run on is cancelled',
  'cancelled-once': 'the cancellation is raised once, and not at every await',
  'shield-leaks': 'the cancellation gets through the shield',
  'cleanup-first': 'the cleanup runs first, before the work and before anything is cancelled',
  'released-anyway': 'what should be left behind is released all the same',

  // The thread is another.
  'on-the-event-loop': 'a plain function runs on the event loop',
  'thread-interrupted': 'the thread is interrupted in the middle of its work',
  'check-stays-silent': 'the check passes although the call was cancelled',
  'check-raises-early': 'the check raises while the call is live',
} as const;

export type MutationName = keyof typeof MUTATIONS;
