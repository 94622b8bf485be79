import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { TypeScriptEngine } from './engines/typescript/engine.ts';
test('x', async () => {
  const source = readFileSync('content/examples/order_book/server.ts', 'utf8');
  const e = new TypeScriptEngine(); await e.boot(() => {}); console.log(JSON.stringify(await e.load({ language: 'typescript', source })));
  const ev: any[] = [];
  console.log(await e.run({ transport: { kind: 'stdio', era: 'modern' }, calls: [{ method: 'tools/call', target: 'order_book', arguments: { title: 'Dune' }, read_timeout_seconds: null, at: 0 }], acts: [{ at: 0.5, do: 'stop', call: 1 }] }, 'virtual', (b) => ev.push(...b)));
  for (const x of ev) { delete x.body; console.log(JSON.stringify(x)); }
});
