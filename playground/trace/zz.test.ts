import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { TypeScriptEngine } from '../engines/typescript/engine.ts';
import { rowFor } from '../engines/table.ts';
import { coreLanes } from './compare.ts';
import { recorded } from './testing.ts';
import type { TraceEvent } from './event.ts';
const text = (p: string) => readFileSync('content/' + p, 'utf8');
test.each((process.env.N ?? '').split(','))('%s', async (n) => {
  const row = rowFor(n)!;
  const example = JSON.parse(text(`examples/${row.example}/example.json`));
  let source = text(`examples/${row.example}/server.ts`);
  for (const [from, to] of row.edits) source = source.replaceAll(from, to);
  const engine = new TypeScriptEngine();
  await engine.boot(() => {});
  await engine.load({ language: 'typescript', source });
  const events: TraceEvent[] = [];
  const end = await engine.run(row.script(example), 'virtual', (b) => events.push(...b));
  writeFileSync(`/tmp/look/live-${n.replace('/', '-')}.json`, JSON.stringify(events));
  if (process.env.V)
    console.log(
      end.outcome,
      events
        .filter((e) => e.kind !== 'line' && !(e.kind === 'wire' && e.call === undefined))
        .map((e) => JSON.stringify({ ...e, body: undefined }))
        .join('\n'),
    );
  console.log(
    [...coreLanes(events)].map(([k, v]) => k + ': ' + v.map((s) => s.step).join(' | ')).join('\n'),
  );
  console.log(
    [...coreLanes(recorded(n))]
      .map(([k, v]) => k + ': ' + v.map((s) => s.step).join(' | '))
      .join('\n'),
  );
});
