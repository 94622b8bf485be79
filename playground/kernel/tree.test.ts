/**
 * Random programs of nested scopes, shields and cancels, against the rule in one sentence: a wait raises
 * exactly where a scope around it is cancelled, looking outwards up to the first shield, that included.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  Cancelled,
  CancelScope,
  checkpoint,
  currentEffectiveDeadline,
  Loop,
  sleep,
  sleepForever,
  VirtualClock,
  wait,
  type Operation,
} from './index.ts';

type Step =
  | { do: 'enter'; shield: boolean; body: Step[] }
  | { do: 'cancel'; depth: number }
  | { do: 'shield'; depth: number; on: boolean }
  /** A wait whose cancellation is caught there and then. */
  | { do: 'look' }
  /** A wait that lets it through. */
  | { do: 'wait' };

const { body } = fc.letrec<{ body: Step[]; step: Step }>((tie) => ({
  body: fc.array(tie('step'), { maxLength: 5, depthIdentifier: 'tree' }),
  step: fc.oneof(
    { depthIdentifier: 'tree', maxDepth: 5, depthSize: 'small' },
    fc.record({ do: fc.constant('look' as const) }),
    fc.record({ do: fc.constant('wait' as const) }),
    fc.record({ do: fc.constant('cancel' as const), depth: fc.nat(4) }),
    fc.record({ do: fc.constant('shield' as const), depth: fc.nat(4), on: fc.boolean() }),
    fc.record({ do: fc.constant('enter' as const), shield: fc.boolean(), body: tie('body') }),
  ),
}));

/** The rule, over scopes from the outermost in. */
function holds(scopes: readonly { shield: boolean; cancelled: boolean }[]): boolean {
  for (const scope of [...scopes].reverse()) {
    if (scope.cancelled) return true;
    if (scope.shield) return false;
  }
  return false;
}

/** What the program should note, by the rule alone. */
function expected(steps: Step[]): string[] {
  const notes: string[] = [];
  const scopes: { shield: boolean; cancelled: boolean }[] = [];
  const at = (depth: number) => scopes.at(-1 - depth);
  /** True where it is left by a cancellation. */
  const play = (program: Step[]): boolean =>
    program.some((step) => {
      const scope = 'depth' in step ? at(step.depth) : undefined;
      switch (step.do) {
        case 'look':
          notes.push(holds(scopes) ? 'raised' : 'passed');
          return false;
        case 'wait':
          return holds(scopes);
        case 'cancel':
          if (scope) scope.cancelled = true;
          return false;
        case 'shield':
          if (scope) scope.shield = step.on;
          return false;
        case 'enter': {
          const inner = { shield: step.shield, cancelled: false };
          scopes.push(inner);
          const cut = play(step.body);
          scopes.pop();
          const swallows = cut && inner.cancelled && (inner.shield || !holds(scopes));
          notes.push(`caught: ${swallows}`);
          return cut && !swallows;
        }
      }
    });
  notes.push(play(steps) ? 'cut' : 'whole');
  return notes;
}

function* play(steps: Step[], scopes: CancelScope[], notes: string[]): Operation<void> {
  for (const step of steps) {
    switch (step.do) {
      case 'look':
        expect(currentEffectiveDeadline()).toBe(
          holds(scopes.map(({ shield, cancelCalled: cancelled }) => ({ shield, cancelled })))
            ? -Infinity
            : Infinity,
        );
        try {
          yield* checkpoint();
          notes.push('passed');
        } catch (error) {
          if (!(error instanceof Cancelled)) throw error;
          notes.push('raised');
        }
        break;
      case 'wait':
        yield* checkpoint();
        break;
      case 'cancel':
        scopes.at(-1 - step.depth)?.cancel();
        break;
      case 'shield': {
        const scope = scopes.at(-1 - step.depth);
        if (scope) scope.shield = step.on;
        break;
      }
      case 'enter': {
        const scope = new CancelScope({ shield: step.shield });
        try {
          yield* scope.run(() => play(step.body, [...scopes, scope], notes));
        } finally {
          notes.push(`caught: ${scope.cancelledCaught}`);
        }
      }
    }
  }
}

test('in one task, every wait and every end of a scope is as the rule says', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (steps) => {
      const notes: string[] = [];
      await new Loop({ clock: new VirtualClock() }).run(function* () {
        try {
          yield* play(steps, [], notes);
          notes.push('whole');
        } catch (error) {
          if (!(error instanceof Cancelled)) throw error;
          notes.push('cut');
        }
      });
      expect(notes).toEqual(expected(steps));
    }),
    { numRuns: 1000 },
  );
});

/** Scope i > 0 stands in the scope `parent % i`; a task waits in each. */
const tree = fc.array(fc.record({ parent: fc.nat(), shield: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});
const changes = fc.array(
  fc.record({ scope: fc.nat(), change: fc.constantFrom('cancel', 'open', 'close') }),
  { maxLength: 12 },
);

test('across tasks, a change reaches at once exactly the waits that the rule names', async () => {
  await fc.assert(
    fc.asyncProperty(tree, changes, async (nodes, plan) => {
      const scopes = nodes.map(({ shield }) => new CancelScope({ shield }));
      const model = nodes.map(({ shield }) => ({ shield, cancelled: false }));
      const parents = nodes.map(({ parent }, i) => (i === 0 ? -1 : parent % i));
      const path = (i: number): number[] => (i < 0 ? [] : [...path(parents[i] as number), i]);
      const cut = new Set<number>();
      const cutByRule = new Set<number>();
      const loop = new Loop({ clock: new VirtualClock() });

      function* node(i: number): Operation<void> {
        yield* (scopes[i] as CancelScope).run(function* () {
          parents.forEach((parent, child) => {
            if (parent === i) loop.startTask(() => node(child));
          });
          try {
            yield* sleepForever();
          } catch (error) {
            cut.add(i);
            // The scope stays until the run ends, as it does with a long shielded cleanup.
            yield* wait({ what: 'the end', shielded: true, external: true, arm: whenOver });
            throw error;
          }
        });
      }
      const over: (() => void)[] = [];
      const whenOver = (resume: (value: unknown) => void): void =>
        void over.push(() => resume(null));

      await loop.run(function* () {
        loop.startTask(() => node(0));
        yield* sleep(1);
        for (const { scope: which, change } of plan) {
          const i = which % nodes.length;
          const scope = scopes[i] as CancelScope;
          const modelled = model[i] as { shield: boolean; cancelled: boolean };
          if (change === 'cancel') {
            scope.cancel();
            modelled.cancelled = true;
          } else {
            scope.shield = change === 'close';
            modelled.shield = change === 'close';
          }
          model.forEach((_, j) => {
            if (holds(path(j).map((k) => model[k] as (typeof model)[number]))) cutByRule.add(j);
          });
          yield* checkpoint();
          expect([...cut].sort()).toEqual([...cutByRule].sort());
        }
        over.forEach((resume) => resume());
        scopes[0]?.cancel();
        for (const scope of scopes) scope.shield = false;
        yield* sleep(1);
        over.forEach((resume) => resume());
      });
    }),
    { numRuns: 300 },
  );
});
