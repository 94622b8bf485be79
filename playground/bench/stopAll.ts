import { wholeEngine } from '../engines/typescript/whole.ts';
import type { TraceEvent } from '../trace/event.ts';
import { programOf, scriptOf } from './examples.ts';
import type { Figure } from './figure.ts';

const CALLS = 1000;
const ROUNDS = 15;

/** A thousand calls over stdio that are all stopped at the same moment, on the virtual clock. */
export async function benchStopAll(): Promise<Figure[]> {
  const engine = wholeEngine();
  const loaded = await engine.load(programOf('order_book'));
  if (!loaded.ok) throw new Error(loaded.diagnostics[0]?.message);
  const script = scriptOf('order_book', { calls: CALLS, stopAt: 0.5 });
  const samples: number[] = [];
  for (let round = -3; round < ROUNDS; round++) {
    const events: TraceEvent[] = [];
    const began = performance.now();
    const end = await engine.run(script, 'virtual', (batch) => void events.push(...batch));
    const took = performance.now() - began;
    const cancelled = events.filter(
      (event) => event.kind === 'handler.exit' && event.outcome === 'cancelled',
    );
    if (end.outcome !== 'ended' || cancelled.length !== CALLS) {
      throw new Error(`${cancelled.length} of ${CALLS} handlers were cancelled: ${end.message}`);
    }
    if (round >= 0) samples.push(took);
  }
  const name = `${CALLS} calls made, stopped at once and cleaned up, stdio`;
  return [{ name, unit: 'ms', samples, note: 'in all; every handler cancelled' }];
}
