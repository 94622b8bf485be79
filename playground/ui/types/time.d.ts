/** Python's `time`, as far as a plain handler needs it. */

/**
 * Block for this many seconds. In a plain function this parks its thread and nothing else. In an async
 * function it blocks the event loop: no other task runs and no cancellation arrives. Use `sleep` of
 * 'anyio' there.
 */
export function sleep(seconds: number): void;
