import type { AnyTrap, Operation } from '../../kernel/index.ts';
import { NORMAL, outcomeOf } from './outcome.ts';
import type { Probe, Site } from './probe.ts';
import type { Twin } from './twins.ts';

/**
 * A call that a thread's outermost function makes. Only when it waits is it told of as work: what takes no
 * time is no unit of it.
 */
export function* work(
  probe: Probe,
  site: Site,
  twin: Twin,
  args: readonly unknown[],
  operation: Operation<unknown>,
): Operation<unknown> {
  let step = operation.next();
  // The end of a slice may fall into any call. Where two of them do, it has taken a slice of time.
  if (step.done !== true && step.value.what === 'computing') step = yield* pass(operation, step);
  if (step.done === true) return step.value;
  const unit: Site = { ...site, what: nameOf(twin, args) };
  probe.workEnter(unit);
  let end: unknown = NORMAL;
  try {
    while (step.done !== true) step = yield* pass(operation, step);
    return step.value;
  } catch (error) {
    end = error;
    throw error;
  } finally {
    probe.workExit(unit, outcomeOf(end));
  }
}

type Step = IteratorResult<AnyTrap, unknown>;

/** Wait for what an operation waits for, and bring it on to its next wait or its end. */
function* pass(operation: Operation<unknown>, step: Step): Operation<Step> {
  let given: unknown;
  try {
    given = yield step.value as AnyTrap;
  } catch (error) {
    return operation.throw(error);
  }
  return operation.next(given);
}

/** A unit of work is known by its first argument, `indexBook('Dune')` as Dune; else by its function. */
function nameOf({ meta, isOperation }: Twin, args: readonly unknown[]): string {
  const first = args[0];
  const tells = typeof first === 'string' || typeof first === 'number';
  return tells && !isOperation ? String(first) : meta.fn;
}
