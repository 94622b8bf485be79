import { readFileSync, readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Example } from '../example.ts';
import { compare } from '../trace/compare.ts';
import type { TraceEvent } from '../trace/event.ts';
import { fromRecording, type Recording } from '../trace/recording.ts';
import type { Engine, Language } from './engine.ts';
import { PROGRAMS, rowFor } from './table.ts';

const content = new URL('../../content/', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, content), 'utf8');

const directories = ['memory', 'memory-legacy', 'stdio-modern', 'stdio-legacy'];
const recordings = directories.flatMap((directory) =>
  readdirSync(new URL(`recordings/${directory}`, content)).map(
    (file) => `${directory}/${file.replace('.json', '')}`,
  ),
);
const rows = recordings.flatMap((recording) => rowFor(recording) ?? []);

const EXTENSIONS: Record<Language, string> = { typescript: 'ts', python: 'py' };

/** The table that every engine passes: each row is a run, played and laid over native CPython's. */
export function holdAgainstRecordings(language: Language, make: () => Promise<Engine>): void {
  describe(`the ${language} engine against native CPython`, () => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await make();
      await engine.boot(() => {});
    }, 180_000);

    test('every program of the table has recordings', () => {
      const played = new Set(rows.map(({ example }) => example));
      expect([...played].sort()).toEqual([...PROGRAMS].sort());
    });

    test.each(rows.map((row) => [row.recording, row] as const))('%s', async (_, row) => {
      const example = JSON.parse(text(`examples/${row.example}/example.json`)) as Example;
      let source = text(`examples/${row.example}/server.${EXTENSIONS[language]}`);
      for (const [from, to] of row.edits) source = source.replaceAll(from, to);
      expect(await engine.load({ language, source })).toMatchObject({ ok: true });
      const events: TraceEvent[] = [];
      const end = await engine.run(row.script(example), 'virtual', (batch) =>
        events.push(...batch),
      );
      expect(end.outcome).toBe('ended');

      const native = JSON.parse(text(`recordings/${row.recording}.json`)) as Recording;
      // Some recordings end before the handler does.
      const observed = events.filter(({ t }) => t <= native.observed_until);
      const comparison = compare(observed, fromRecording(native));
      expect(comparison.same ? 'same' : comparison.sentence).toBe('same');
    });
  });
}
