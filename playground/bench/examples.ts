import { readdirSync, readFileSync } from 'node:fs';
import type { Language, Program, Script } from '../engines/engine.ts';
import type { Example } from '../example.ts';

const folder = new URL('../../content/examples/', import.meta.url);

/** The names of the guide's programs. */
export const exampleNames: readonly string[] = readdirSync(folder);

/** A guide's program as its figure gives it to the engine. */
export function programOf(name: string, language: Language = 'typescript'): Program {
  const file = language === 'python' ? 'server.py' : 'server.ts';
  return { language, source: readFileSync(new URL(`${name}/${file}`, folder), 'utf8').trimEnd() };
}

/** Its call, as often as is said, with every call stopped at that time (seconds). */
export function scriptOf(
  name: string,
  { calls = 1, stopAt }: { calls?: number; stopAt: number },
): Script {
  const text = readFileSync(new URL(`${name}/example.json`, folder), 'utf8');
  const { call } = JSON.parse(text) as Pick<Example, 'call'>;
  const made = { ...call, read_timeout_seconds: null, at: 0 };
  return {
    transport: { kind: 'stdio', era: 'modern' },
    calls: Array.from({ length: calls }, () => made),
    acts: Array.from({ length: calls }, (_, i) => ({ at: stopAt, do: 'stop', call: i + 1 })),
  };
}
