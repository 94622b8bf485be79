import { beforeEach, expect, it } from 'vitest';
import type { Run, Session } from './session.ts';
import { playOnce } from './playOnce.ts';
import { bad, bench, enter, program, script } from './testing.ts';

let at: ReturnType<typeof bench>;
let session: Session;
beforeEach(() => {
  at = bench();
  session = at.open();
});
const order = { program: program(), script, clock: 'virtual' } as const;

it('resolves with the run once that has ended, and shows its pictures on the way', async () => {
  const pictures: Run[] = [];
  const played = playOnce(session, order, (run) => pictures.push(run));
  at.worker.booted();
  at.worker.loaded();
  at.worker.events(enter(0));
  at.worker.ended({ t: 2 });
  await expect(played).resolves.toMatchObject({ events: [enter(0)], end: { t: 2 } });
  expect(pictures.map(({ end }) => end !== null)).toEqual([false, false, true]);
});

it('tells a second run from the first', async () => {
  const first = playOnce(session, order);
  at.worker.booted();
  at.worker.loaded();
  at.worker.ended({ t: 1 });
  await first;
  const second = playOnce(session, order);
  at.worker.ended({ t: 5 });
  await expect(second).resolves.toMatchObject({ end: { t: 5 } });
});

it('rejects where the program is refused, the run is killed, or the worker dies', async () => {
  const refused = playOnce(session, order);
  at.worker.booted();
  at.worker.loaded(bad);
  await expect(refused).rejects.toThrow('Line 3: A brace is missing.');

  const killed = playOnce(session, order);
  at.worker.loaded();
  session.kill();
  await expect(killed).rejects.toThrow();

  const died = playOnce(session, order);
  at.worker.onerror?.('out of memory');
  await expect(died).rejects.toThrow();
});
