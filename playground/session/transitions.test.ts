import { describe, expect, it } from 'vitest';
import type { SessionState } from './session.ts';
import { bad, bench, good, program, script } from './testing.ts';
import { transitions } from './transitions.ts';
import type { Move } from './transitions.ts';

type Bench = ReturnType<typeof bench>;
type Place = { at: Bench; session: ReturnType<Bench['open']> };

/** How a session comes to each state, by what a reader and a worker do. */
const arrive: Record<SessionState, (place: Place) => void> = {
  idle: ({ session }) => session.warm(),
  loading({ at, session }) {
    session.load(program());
    at.worker.booted();
  },
  ready(place) {
    arrive.loading(place);
    place.at.worker.loaded();
  },
  running(place) {
    arrive.ready(place);
    place.session.run(program(), script, 'real');
  },
  stopping(place) {
    arrive.running(place);
    place.session.stop();
  },
  ended(place) {
    arrive.running(place);
    place.at.worker.ended();
  },
  crashed(place) {
    arrive.running(place);
    place.session.kill();
  },
};

/** How each move comes from outside, in any state: also where it makes no sense there. */
const make: Record<Move, (place: Place) => void> = {
  load: ({ session }) => session.load(program('another')),
  loaded: ({ at }) => at.worker.say({ type: 'loaded', load: lastLoad(at), loaded: good }),
  refused: ({ at }) => at.worker.say({ type: 'loaded', load: lastLoad(at), loaded: bad }),
  start({ at, session }) {
    session.run(program(), script, 'real');
    if (session.getSnapshot().state !== 'loading') return;
    at.worker.booted();
    at.worker.loaded();
  },
  stop: ({ session }) => session.stop(),
  end: ({ at }) =>
    at.worker.say({ type: 'ended', run: lastRun(at), end: { outcome: 'ended', t: 1, script } }),
  kill: ({ session }) => session.kill(),
  crash: ({ at }) => at.worker.onerror?.('It broke'),
  reset: ({ session }) => session.reset(),
};
const lastLoad = (at: Bench) =>
  at.worker.received.findLast((message) => message.type === 'load')?.load ?? 0;
const lastRun = (at: Bench) =>
  at.worker.received.findLast((message) => message.type === 'run')?.run ?? 0;

const states = Object.keys(transitions) as SessionState[];
const moves = Object.keys(make) as Move[];

describe('every cell of the table, on a session', () => {
  for (const state of states) {
    for (const move of moves) {
      const target = transitions[state][move];
      it(`${state} × ${move} → ${target ?? 'ignored'}`, () => {
        const at = bench();
        const place = { at, session: at.open() };
        arrive[state](place);
        expect(place.session.getSnapshot().state).toBe(state);

        make[move](place);

        expect(place.session.getSnapshot().state).toBe(target ?? state);
      });
    }
  }
});

it('has a cell for every state and move', () => {
  expect(states).toHaveLength(7);
  for (const state of states)
    expect(Object.keys(transitions[state]).sort()).toEqual([...moves].sort());
});
