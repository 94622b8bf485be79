import { readFileSync } from 'node:fs';
import type { Engine, Language, RunEnd, Script } from '../engines/engine.ts';
import type { Example } from '../example.ts';
import type { TraceEvent } from '../trace/event.ts';

const EXTENSIONS: Record<Language, string> = { typescript: 'ts', python: 'py' };
const content = new URL('../../content/examples/', import.meta.url);

/** An example as a claim plays it: its call, and its source in one language. */
export interface ExampleProgram extends Pick<Example, 'call'> {
  name: string;
  language: Language;
  source: string;
}

/** Read an example's files from content/examples. */
export function readExample(name: string, language: Language): ExampleProgram {
  const read = (file: string) => readFileSync(new URL(`${name}/${file}`, content), 'utf8');
  const { call } = JSON.parse(read('example.json')) as Pick<Example, 'call'>;
  return { name, language, call, source: read(`server.${EXTENSIONS[language]}`).trimEnd() };
}

/**
 * Load a program into a booted engine and play a script with it, on the virtual clock.
 * @throws {Error} where the program does not load.
 */
export async function playProgram(
  engine: Engine,
  { name, language, source }: ExampleProgram,
  script: Script,
): Promise<{ events: TraceEvent[]; end: RunEnd }> {
  const loaded = await engine.load({ language, source });
  if (!loaded.ok) throw new Error(`${name}: ${JSON.stringify(loaded.diagnostics)}`);
  const events: TraceEvent[] = [];
  const end = await engine.run(script, 'virtual', (batch) => events.push(...batch));
  return { events, end };
}
