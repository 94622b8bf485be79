import inspect from 'object-inspect';
import type { Loop } from '../../kernel/index.ts';
import { invoke } from './calls.ts';
import type { Observation } from './observe.ts';

/**
 * What stands in for the browser's own globals inside a program: output goes to the trace, and timers run
 * on the run's clock, so that virtual time holds for them too.
 */
export function globals(loop: Loop, observation: Observation): Record<string, unknown> {
  const print =
    (stream: 'stdout' | 'stderr') =>
    (...values: unknown[]): void =>
      observation.print(stream, values.map(text).join(' '));
  const [out, err] = [print('stdout'), print('stderr')];

  const timers = new Map<number, () => void>();
  let next = 1;
  const start = (repeat: boolean) => {
    return (callback: unknown, milliseconds = 0, ...args: unknown[]): number => {
      const id = next++;
      const arm = () => {
        const seconds = Math.max(0, Number(milliseconds) || 0) / 1000;
        timers.set(id, loop.at(loop.clock.now() + seconds, ring));
      };
      const ring = () => {
        timers.delete(id);
        loop.startTask(() => invoke(callback, undefined, args), { name: 'timer' });
        if (repeat) arm();
      };
      arm();
      return id;
    };
  };
  const clear = (id: number): void => {
    timers.get(id)?.();
    timers.delete(id);
  };

  return {
    console: { log: out, info: out, debug: out, warn: err, error: err },
    setTimeout: start(false),
    setInterval: start(true),
    clearTimeout: clear,
    clearInterval: clear,
  };
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return inspect(value, { depth: 4 });
}
