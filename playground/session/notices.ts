/** What the session says to the reader: what happened, and what to do. */
export const notices = {
  unresponsive: 'The program keeps its worker busy: Stop cannot reach it, Kill can.',
  neverAwaited:
    'The program never awaited, so Stop could not reach it. ' +
    'Its worker was ended after 2 seconds: no finally ran.',
  held:
    'The handler waits without an await, so the event loop runs nothing else: the server hears of the Stop ' +
    'when that call returns. Kill ends its worker.',
  stubborn:
    'The handler still runs 2 seconds after the client gave up: it caught the cancellation, or its ' +
    'cleanup has no time limit. Kill ends its worker.',
  loadsLong:
    'The program has not loaded after 3 seconds. If it loops at its top level, Kill ends it.',
  loadsForEver: 'The program did not load within 10 seconds, so its worker was ended.',
  stopKept: 'Stop is kept for this run and sent at its first moment.',
  killed: 'Killed: the worker was ended at once, and no finally ran after that.',
  killedLoading: 'Killed before the program had loaded. Run starts it on a fresh worker.',
  tooManyEvents:
    'The program made more events than this page can show, so its worker was ended: no finally ran.',
  pageLeft: 'You left the page while the program ran, so its worker was ended: no finally ran.',
  crashed: (message: string) => `The worker failed. ${sentence(message)} Run starts a fresh one.`,
  bootFailed: (message: string) =>
    `The engine could not start. ${sentence(message)} Run tries again.`,
} as const;

function sentence(message: string): string {
  const words = message.trim();
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
