import type { Case, Claim, Transport } from '../../../content/claims.ts';
import type { ClockKind, EngineInfo, Language, Program, Script } from '../../engines/engine.ts';
import { prove, scriptOf, TRIES, type Proof } from '../../proof/index.ts';
import {
  openSession,
  playOnce,
  type Booting,
  type Run,
  type Session,
} from '../../session/index.ts';
import type { Catalog } from './catalog.ts';

/** A case, played. */
export interface PlayedCase {
  facts: Case;
  on: Transport;
  run: Run;
  proof: Proof;
}

export type ClaimProof =
  | { state: 'playing' }
  | { state: 'played'; holds: boolean; cases: PlayedCase[] }
  /** It could not be played: says why. */
  | { state: 'broken'; message: string };

/** What is known of the proofs on one engine: immutable, replaced at each change. */
export interface Proofs {
  of: ReadonlyMap<string, ClaimProof>;
  /** Of the claims that were asked for together, while they are played. */
  progress: { done: number; total: number } | null;
  /** Milliseconds that all of them took, the last time. */
  took: number | null;
  engine: EngineInfo | null;
  booting: Booting | null;
}

/** Plays claims on one engine, one after the other, on a session of its own. */
export class Prover {
  readonly language: Language;
  #catalog: Catalog;
  #session: Session | null = null;
  #proofs: Proofs = { of: new Map(), progress: null, took: null, engine: null, booting: null };
  #listeners = new Set<() => void>();
  /** What goes on; the next waits for it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(language: Language, catalog: Catalog) {
    this.language = language;
    this.#catalog = catalog;
  }

  getSnapshot = (): Proofs => this.#proofs;

  subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  /** Prove one claim, on the first transport that each of its cases names and a wire if it names one. */
  proveOne(id: string): Promise<void> {
    return this.#next(() => this.#prove(this.#claim(id), 'one', new Map()));
  }

  /**
   * Prove all of them; `everywhere`: over every transport that they name. The runs come first, those of one
   * program together, so that each program is read once; cases that ask for the same run share it.
   */
  proveAll(everywhere: boolean): Promise<void> {
    return this.#next(async () => {
      const { claims } = this.#catalog;
      const which = everywhere ? 'all' : 'one';
      const began = performance.now();
      const orders = new Map<string, Order>();
      for (const { cases } of claims)
        for (const facts of cases)
          for (const on of transportsOf(facts, which)) {
            const order = this.#order(facts, on);
            orders.set(keyOf(facts, order), order);
          }
      const runs: Runs = new Map();
      const total = orders.size;
      this.#set({ progress: { done: 0, total }, took: null });
      for (const [key, order] of [...orders].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const run = playOnce(this.#open(), order);
        runs.set(key, run);
        // The claims that need it will say so.
        await run.catch(() => {});
        this.#set({ progress: { done: runs.size, total } });
      }
      for (const claim of claims) await this.#prove(claim, which, runs);
      this.#set({ progress: null, took: performance.now() - began });
    });
  }

  /** The run of an example that is stopped after half a second, over stdio. */
  stopped(example: string): Promise<Run> {
    const facts: Case = { example, on: ['stdio-modern'], stops: [0.5], events: [], end: 0 };
    return this.#next(() => playOnce(this.#open(), this.#order(facts, 'stdio-modern')));
  }

  /** Play a case again on the real clock; `watch` gets each picture of it. */
  watch(facts: Case, on: Transport, watch: (run: Run) => void): Promise<Run> {
    return this.#next(() =>
      playOnce(this.#open(), { ...this.#order(facts, on), clock: 'real' }, watch),
    );
  }

  /** End what is watched: it counts as killed. */
  end(): void {
    this.#session?.kill();
  }

  async #prove(claim: Claim, which: 'one' | 'all', runs: Runs): Promise<void> {
    this.#note(claim.id, { state: 'playing' });
    try {
      const cases: PlayedCase[] = [];
      for (const facts of claim.cases)
        for (const on of transportsOf(facts, which)) cases.push(await this.#play(facts, on, runs));
      this.#note(claim.id, {
        state: 'played',
        holds: cases.every(({ proof }) => proof.holds),
        cases,
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#note(claim.id, { state: 'broken', message });
    }
  }

  async #play(facts: Case, on: Transport, runs: Runs): Promise<PlayedCase> {
    const order = this.#order(facts, on);
    const key = keyOf(facts, order);
    for (let tries = 1; ; tries++) {
      const shared = runs.get(key) ?? playOnce(this.#open(), order);
      runs.set(key, shared);
      const run = await shared;
      const proof = prove(facts, run.events, run.end!);
      if (proof.holds || tries === TRIES) return { facts, on, run, proof };
      runs.delete(key);
    }
  }

  #order(facts: Case, on: Transport): Order {
    const { sources, call } = this.#catalog.exampleNamed(facts.example);
    const { language } = this;
    const program = { language, source: sources[language] };
    return { program, script: scriptOf(facts, on, { call }), clock: 'virtual' };
  }

  #claim(id: string): Claim {
    const claim = this.#catalog.claims.find((one) => one.id === id);
    if (!claim) throw new Error(`There is no claim “${id}”.`);
    return claim;
  }

  #open(): Session {
    if (this.#session !== null) return this.#session;
    const session = openSession(this.language);
    session.subscribe(() => {
      const { engine, booting } = session.getSnapshot();
      this.#set({ engine, booting });
    });
    return (this.#session = session);
  }

  #next<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = this.#last.then(work, work);
    this.#last = next.catch(() => {});
    return next;
  }

  #note(id: string, proof: ClaimProof): void {
    this.#set({ of: new Map(this.#proofs.of).set(id, proof) });
  }

  #set(change: Partial<Proofs>): void {
    const keys = Object.keys(change) as (keyof Proofs)[];
    if (keys.every((key) => this.#proofs[key] === change[key])) return;
    this.#proofs = { ...this.#proofs, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}

interface Order {
  program: Program;
  script: Script;
  clock: ClockKind;
}

/** Runs by what was asked for. */
type Runs = Map<string, Promise<Run>>;

const keyOf = ({ example }: Case, { script }: Order): string =>
  `${example} ${JSON.stringify(script)}`;

/** All that it names; or one, which is a wire where it names one. */
const transportsOf = ({ on }: Case, which: 'one' | 'all'): readonly Transport[] =>
  which === 'all' ? on : [on.find((one) => one === 'stdio-modern') ?? on[0]!];
