import { checkpoint, waitForPromise, type Operation } from '../../kernel/index.ts';
import { operation } from './calls.ts';

/** How a request reaches the client and the operator while its handler works. */
export interface Reach {
  requestId: string;
  /** Tell the client of progress; null where the client did not ask for it. */
  progress: ((progress: number, total?: number, message?: string) => Promise<void>) | null;
  /** Ask the client something; null where the transport has no way back to it. */
  ask: ((method: string, params: Record<string, unknown>) => Promise<unknown>) | null;
  /** A line for the operator, which the client never sees. */
  log(level: LogLevel, message: string): void;
}

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/**
 * What a handler is given beside its arguments. Progress goes to the caller; log lines go to the operator,
 * another channel. Source: the Python SDK's Context.
 */
export class Context {
  readonly requestId: string;
  readonly reportProgress: (progress: number, total?: number, message?: string) => Promise<void>;
  readonly request: (method: string, params?: Record<string, unknown>) => Promise<unknown>;
  readonly debug: (message: string) => Promise<void>;
  readonly info: (message: string) => Promise<void>;
  readonly warning: (message: string) => Promise<void>;
  readonly error: (message: string) => Promise<void>;

  constructor(reach: Reach) {
    this.requestId = reach.requestId;
    this.reportProgress = operation(
      'reportProgress',
      function* (progress: number, total?: number, message?: string): Operation<void> {
        if (reach.progress === null) yield* checkpoint();
        else yield* waitForPromise(reach.progress(progress, total, message), 'reportProgress');
      },
      { async: true },
    ) as Context['reportProgress'];
    this.request = operation(
      'request',
      function* (method: string, params: Record<string, unknown> = {}): Operation<unknown> {
        if (reach.ask === null) throw new Error('This client cannot be asked anything');
        return yield* waitForPromise(reach.ask(method, params), method);
      },
      { async: true },
    ) as Context['request'];
    const logger = (level: LogLevel) =>
      operation(
        level,
        function* (message: string): Operation<void> {
          reach.log(level, String(message));
          yield* checkpoint();
        },
        { async: true },
      ) as Context['info'];
    this.debug = logger('debug');
    this.info = logger('info');
    this.warning = logger('warning');
    this.error = logger('error');
  }
}
