import { test } from 'vitest';
import { bars } from './bars.ts';
import { callsOf } from './calls.ts';
import { tracksOf } from './tracks.ts';
import { stripsOf } from './state.ts';
import { marksOf } from './marks.ts';
import type { TraceEvent } from './event.ts';
test('perf', () => {
  const make = (n: number) => { const ev: TraceEvent[] = [{ kind: 'handler.enter', t: 0, who: 'tool', call: 1, target: 'x' }];
  for (let i = 0; ev.length < n; i++) { const t = i / 1000; const c = { who: 'tool', call: 1, t, fn: 'x', line: 3 } as const;
    ev.push({ ...c, kind: 'line' }, { ...c, kind: 'await.enter', what: 'f' }, { ...c, kind: 'await.enter', what: 'sleep', fn: 'f' }, { ...c, kind: 'await.return', what: 'sleep', fn: 'f' }, { ...c, kind: 'await.return', what: 'f' }, { ...c, kind: 'state', values: { holds: i % 2 ? ['a'] : [] } }); } return ev; };
  const time = (f: () => unknown) => { const a = performance.now(); f(); return (performance.now() - a).toFixed(1); };
  for (let k = 0; k < 6; k++) { const e = make(10_000); const c = time(() => callsOf(e)); const s = time(() => stripsOf(e)); let tr!: ReturnType<typeof tracksOf>; const t = time(() => (tr = tracksOf(e))); const m = time(() => marksOf(e, callsOf(e), tr)); const b = time(() => bars(e, { now: 2, live: true })); const b2 = time(() => bars(e, { now: 2, live: true }));
  console.log('calls', c, 'strips', s, 'tracks', t, 'marks', m, 'bars(all again)', b, b2); }
});
