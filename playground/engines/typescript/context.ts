import type { LoggingLevel } from '@modelcontextprotocol/server';
import { checkpoint, waitForPromise, type Operation } from '../../kernel/index.ts';
import { operation } from './calls.ts';

/** How a request reaches the client and the operator while its handler works. */
export interface Reach {
  requestId: string;
  /** Tell the client of progress; null where the client did not ask for it. */
  progress: ((progress: number, total?: number, message?: string) => Promise<void>) | null;
  /** A line of the protocol's log, for the client; null where the transport has no way to it. */
  message: ((level: LogLevel, data: unknown, logger?: string) => Promise<void>) | null;
  /** Ask the client something; null where the transport has no way back to it. */
  ask: ((method: string, params: Record<string, unknown>) => Promise<unknown>) | null;
  /** A line for the operator, which the client never sees. */
  operator(level: LogLevel, message: string): void;
  /** Tell those who have subscribed to a resource that it has changed. */
  updated(uri: string): void;
}

export type LogLevel = LoggingLevel;

type Log = (data: unknown, options?: { logger?: string }) => Promise<void>;

/**
 * What a handler is given beside its arguments. Progress and the protocol's log lines go to the client; what
 * is for the operator goes to the console. Source: the Python SDK's Context.
 */
export class Context {
  readonly requestId: string;
  readonly reportProgress: (progress: number, total?: number, message?: string) => Promise<void>;
  readonly request: (method: string, params?: Record<string, unknown>) => Promise<unknown>;
  readonly log: (level: LogLevel, data: unknown, options?: { logger?: string }) => Promise<void>;
  readonly debug: Log;
  readonly info: Log;
  readonly warning: Log;
  readonly error: Log;
  readonly notifyResourceUpdated: (uri: string) => Promise<void>;

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
    const log = function* (
      level: LogLevel,
      data: unknown,
      { logger }: { logger?: string } = {},
    ): Operation<void> {
      if (reach.message === null) yield* checkpoint();
      else yield* waitForPromise(reach.message(level, data, logger), level);
    };
    this.log = operation('log', log, { async: true }) as Context['log'];
    const logAt = (level: LogLevel) =>
      operation(
        level,
        (data: unknown, options?: { logger?: string }) => log(level, data, options),
        { async: true },
      ) as Log;
    this.debug = logAt('debug');
    this.info = logAt('info');
    this.warning = logAt('warning');
    this.error = logAt('error');
    this.notifyResourceUpdated = operation(
      'notifyResourceUpdated',
      function* (uri: string): Operation<void> {
        reach.updated(String(uri));
        yield* checkpoint();
      },
      { async: true },
    ) as Context['notifyResourceUpdated'];
  }
}
