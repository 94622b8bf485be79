import type { Program, Script } from '../engines/engine.ts';
import { invoke } from '../engines/typescript/calls.ts';
import { compile } from '../engines/typescript/compile.ts';
import { wholeEngine } from '../engines/typescript/whole.ts';
import { modules } from '../engines/typescript/modules.ts';
import { quiet } from '../engines/typescript/probe.ts';
import { instantiate } from '../engines/typescript/program.ts';
import type { MCPServer } from '../engines/typescript/server.ts';
import { CancelScope, Loop, VirtualClock } from '../kernel/index.ts';
import type { TraceEvent } from '../trace/event.ts';

export interface Input {
  program: Program;
  script: Script;
  rounds: number;
}

/** Milliseconds of each round. */
export interface Output {
  /** The kernel and the program: a new loop, the module, its handler, and a stop half a second later. */
  alone: number[];
  /** The same with the SDK's client and server, the wire between them and the trace. */
  whole: number[];
}

/** Runs in Node and in Chromium's worker alike. */
export default async function virtualRun({ program, script, rounds }: Input): Promise<Output> {
  const alone = await aloneRun(program);
  const whole = await wholeRun(program, script);
  const output: Output = { alone: [], whole: [] };
  for (let round = -Math.ceil(rounds / 2); round < rounds; round++) {
    const [one, other] = [await timed(alone), await timed(whole)];
    if (round < 0) continue;
    output.alone.push(one);
    output.whole.push(other);
  }
  return output;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function aloneRun({ source }: Program): Promise<() => Promise<void>> {
  const compiled = compile(source);
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message);
  return async () => {
    const clock = new VirtualClock();
    const servers: MCPServer[] = [];
    const loop = new Loop({ clock });
    const holds = await loop.run(function* () {
      const world = { modules: modules(servers), globals: {}, probe: quiet };
      const instance = yield* instantiate(compiled, world);
      const scope = new CancelScope();
      loop.at(0.5, () => scope.cancel('stop'));
      const handler = servers[0]?.registrations[0]?.handler;
      yield* scope.run(() => invoke(handler, undefined, [{ title: 'Dune' }]));
      return instance.read()['holds'] as Set<string>;
    });
    if (clock.now() !== 0.6 || holds.size > 0) throw new Error(`It ended at ${clock.now()} s`);
  };
}

async function wholeRun(program: Program, script: Script): Promise<() => Promise<void>> {
  const engine = wholeEngine();
  const loaded = await engine.load(program);
  if (!loaded.ok) throw new Error(loaded.diagnostics[0]?.message);
  return async () => {
    const events: TraceEvent[] = [];
    const end = await engine.run(script, 'virtual', (batch) => events.push(...batch));
    const cut = events.some(({ kind, t }) => kind === 'await.raise' && t === 0.5);
    if (end.outcome !== 'ended' || end.t !== 0.6 || !cut) throw new Error(JSON.stringify(end));
  };
}
