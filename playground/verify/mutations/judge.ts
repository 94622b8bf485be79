import type { Case, Claim, MutationName } from '../../../content/claims.ts';
import type { Engine, RunEnd, Script } from '../../engines/engine.ts';
import { prove, scriptOf } from '../../proof/index.ts';
import { playProgram, readExample, type ExampleProgram } from '../program.ts';
import { mutations, type Mutation, type Trace } from './index.ts';

/**
 * How a claim fares when something is broken. `decided`: one of the facts that decide it (which readers are shown)
 * fails. `noticed`: only another fact fails. `unnoticed`: the claim still holds.
 */
export type Verdict = 'decided' | 'noticed' | 'unnoticed';

/** Without the mutations for which there was nothing to break. */
export type Verdicts = ReadonlyMap<MutationName, Verdict>;

export interface Judged {
  claim: Claim;
  /** For each case, the strongest verdict over its transports. */
  cases: readonly Verdicts[];
  /** The strongest verdict over its cases. */
  verdicts: Verdicts;
}

interface Played {
  events: Trace;
  end: Pick<RunEnd, 'outcome' | 'message'>;
}

/**
 * Break the runs of claims and check whether the claims notice. Each run is played once, on a booted TypeScript
 * engine, and its changed traces are only checked again. An edited program has to be played; that is done on the
 * first transport of a case only, since the program is the same on all of them.
 * @param which The mutations to try on a claim.
 * @throws {Error} if a claim fails with nothing broken, or an edited program does not load.
 */
export async function judge(
  claims: readonly Claim[],
  engine: Engine,
  which: (claim: Claim) => readonly MutationName[],
): Promise<Judged[]> {
  const plays = new Map<string, Promise<Played>>();
  const play = (program: ExampleProgram, script: Script): Promise<Played> => {
    const key = JSON.stringify([program.source, script]);
    let played = plays.get(key);
    if (played === undefined) plays.set(key, (played = playProgram(engine, program, script)));
    return played;
  };

  const judged: Judged[] = [];
  for (const claim of claims) {
    const cases: Verdicts[] = [];
    for (const facts of claim.cases) cases.push(await judgeCase(claim, facts));
    judged.push({ claim, cases, verdicts: strongest(cases) });
  }
  return judged;

  async function judgeCase(claim: Claim, facts: Case): Promise<Verdicts> {
    const program = readExample(facts.example, 'typescript');
    let verdicts: Verdicts = new Map();
    for (const [at, on] of facts.on.entries()) {
      const open = which(claim).filter((name) => verdicts.get(name) !== 'decided');
      if (open.length === 0) break;
      const script = scriptOf(facts, on, program);
      const whole = await play(program, script);
      const { failures } = prove(facts, whole.events, whole.end);
      if (failures.length > 0)
        throw new Error(`${claim.id} over ${on} does not hold: ${JSON.stringify(failures)}`);
      const found = new Map<MutationName, Verdict>();
      for (const name of open) {
        const broken = await breakBy(mutations[name], { program, script, whole, first: at === 0 });
        if (broken) found.set(name, verdictOn(facts, broken));
      }
      verdicts = strongest([verdicts, found]);
    }
    return verdicts;
  }

  async function breakBy(
    mutation: Mutation,
    run: { program: ExampleProgram; script: Script; whole: Played; first: boolean },
  ): Promise<Played | null> {
    if (mutation.breaks === 'observation') {
      const events = mutation.change(run.whole.events);
      return events && { ...run.whole, events };
    }
    const source = run.first ? mutation.edit(run.program.source) : null;
    return source === null ? null : play({ ...run.program, source }, run.script);
  }
}

function verdictOn(facts: Case, { events, end }: Played): Verdict {
  if (!prove(deciding(facts, events), events, end).holds) return 'decided';
  return prove(facts, events, end).holds ? 'unnoticed' : 'noticed';
}

/** The case reduced to the facts that readers are shown as reasons. */
function deciding(facts: Case, events: Trace): Case {
  const decides = (fact: { decides?: true }) => fact.decides === true;
  const { absent = [], bars: _, ...rest } = facts;
  return {
    ...rest,
    events: facts.events.filter(decides),
    absent: absent.filter(decides),
    end: events.at(-1)?.t ?? 0,
  };
}

const STRENGTH: readonly Verdict[] = ['unnoticed', 'noticed', 'decided'];

function strongest(all: readonly Verdicts[]): Verdicts {
  const found = new Map<MutationName, Verdict>();
  for (const [name, verdict] of all.flatMap((one) => [...one])) {
    const before = found.get(name) ?? 'unnoticed';
    found.set(name, STRENGTH.indexOf(verdict) > STRENGTH.indexOf(before) ? verdict : before);
  }
  return found;
}
