import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Example } from '../example.ts';
import { compare } from '../trace/compare.ts';
import type { TraceEvent } from '../trace/event.ts';
import { fromRecording, type Recording } from '../trace/recording.ts';
import type { Engine, Language } from './engine.ts';
import { rowFor, type Row } from './table.ts';

const content = new URL('../../content/', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, content), 'utf8');

/** Every recording there is. */
export function recordings(): Recording[] {
  return globSync('recordings/*/*.json', { cwd: content.pathname })
    .sort()
    .map((path) => JSON.parse(text(path)) as Recording);
}

const rows = recordings().flatMap((native) => {
  const row = rowFor(native);
  return 'reason' in row ? [] : [{ row, native }];
});

const EXTENSIONS: Record<Language, string> = { typescript: 'ts', python: 'py' };

/** The table that every engine passes: each row is a run, played and laid over native CPython's. */
export function holdAgainstRecordings(language: Language, make: () => Promise<Engine>): void {
  describe(`the ${language} engine against native CPython`, () => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await make();
      await engine.boot(() => {});
    }, 180_000);

    test.each(rows.map((each) => [each.row.recording, each] as const))(
      '%s',
      async (_, { row, native }) => {
        const { outcome, events } = await play(engine, language, row);
        expect(outcome).toBe('ended');
        // Some recordings end before the handler does.
        const observed = events.filter(({ t }) => t <= native.observed_until);
        const certain = ({ kind }: TraceEvent) => !row.chance.includes(kind);
        const comparison = compare(
          observed.filter(certain),
          fromRecording(native).map(asStop).filter(certain),
        );
        expect(comparison.same ? 'same' : comparison.sentence).toBe('same');
      },
    );
  });
}

async function play(engine: Engine, language: Language, row: Row) {
  const example = JSON.parse(text(`examples/${row.example}/example.json`)) as Example;
  let source = text(`examples/${row.example}/server.${EXTENSIONS[language]}`);
  for (const [from, to] of row.edits) source = source.replaceAll(from, to);
  expect(await engine.load({ language, source })).toMatchObject({ ok: true });
  const events: TraceEvent[] = [];
  const script = row.script(example);
  const { outcome } = await engine.run(script, 'virtual', (batch) => events.push(...batch));
  return { outcome, events };
}

/** Over a wire nobody but the client knows whether it cancelled a scope or its task. */
function asStop(event: TraceEvent): TraceEvent {
  if (event.kind !== 'client.stop' || event.how !== 'task') return event;
  return { ...event, how: 'scope' };
}
