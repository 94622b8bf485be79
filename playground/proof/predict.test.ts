import { expect, test } from 'vitest';
import type { TraceEvent } from '../trace/event.ts';
import { judgeGuess } from './predict.ts';

const events = [
  { kind: 'state', t: 0, values: { holds: ['Dune'] } },
  { kind: 'finally.exit', t: 0.5, outcome: 'cancelled' },
] as unknown as TraceEvent[];
const released = [...events, { kind: 'state', t: 0.6, values: { holds: [] } }] as TraceEvent[];

test('a guess near the end of the finally is right', () => {
  expect(judgeGuess({ ends: 0.52, released: null }, events)).toEqual([
    { right: true, text: 'Right: the finally ended at 0.50 s.' },
  ]);
});

test('one that is off is told by how much, and which way', () => {
  const off = (ends: number) => judgeGuess({ ends, released: null }, events)[0]?.text;
  expect(off(0.6)).toBe('The finally ended at 0.50 s: your 0.60 s was 0.10 s too late.');
  expect(off(0)).toBe('The finally ended at 0.50 s: your 0.00 s was 0.50 s too early.');
});

test('what is left is told by its name, right or wrong', () => {
  const of = (guess: boolean, all: TraceEvent[]) =>
    judgeGuess({ ends: null, released: guess }, all);
  expect(of(false, events)).toEqual([
    { right: true, text: 'Right: it was not released: Dune is still in holds.' },
  ]);
  expect(of(true, events)).toEqual([
    { right: false, text: 'It was not released: Dune is still in holds.' },
  ]);
  expect(of(false, released)).toEqual([{ right: false, text: 'It was released.' }]);
});

test('nothing said is not judged, and a run without a finally says so', () => {
  expect(judgeGuess({ ends: null, released: null }, events)).toEqual([]);
  expect(judgeGuess({ ends: 1, released: null }, [])).toEqual([
    { right: false, text: 'No finally ended.' },
  ]);
});
