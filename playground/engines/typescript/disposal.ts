import type { Operation } from '../../kernel/index.ts';
import { settleValue } from './awaiting.ts';
import { callValue } from './calls.ts';
import { drive } from './drive.ts';

/** What a block with `using` declarations has to dispose of when it ends, last first. */
export class Disposal {
  readonly #resources: { value: unknown; dispose: unknown; isAsync: boolean }[] = [];
  #failure: { error: unknown } | null = null;

  /** `using name = value` */
  use(value: unknown): unknown {
    return this.#add(value, (resource) => resource[Symbol.dispose], false);
  }

  /** `await using name = value` */
  useAsync(value: unknown): unknown {
    return this.#add(
      value,
      (resource) => resource[Symbol.asyncDispose] ?? resource[Symbol.dispose],
      true,
    );
  }

  failed(error: unknown): void {
    this.#failure = { error };
  }

  /** Dispose of all, however each ends, and raise what went wrong. */
  *dispose(): Operation<void> {
    for (const { value, dispose, isAsync } of this.#resources.reverse()) {
      try {
        const result = yield* callValue(dispose, value, []);
        if (isAsync) yield* settleValue(result);
      } catch (error) {
        const failure: { error: unknown } | null = this.#failure;
        this.#failure = {
          error: failure === null ? error : new SuppressedError(error, failure.error),
        };
      }
    }
    if (this.#failure !== null) throw this.#failure.error;
  }

  disposeNow(): void {
    drive(this.dispose());
  }

  #add(value: unknown, find: (resource: Resource) => unknown, isAsync: boolean): unknown {
    if (value === null || value === undefined) return value;
    const dispose = find(value as Resource);
    if (typeof dispose !== 'function') throw new TypeError('The value cannot be disposed of');
    this.#resources.push({ value, dispose, isAsync });
    return value;
  }
}

type Resource = { [Symbol.dispose]?: unknown; [Symbol.asyncDispose]?: unknown };
