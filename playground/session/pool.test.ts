import { expect, it } from 'vitest';
import type { Session } from './session.ts';
import { bad, bench, enter, program, script } from './testing.ts';
import { notices } from './notices.ts';

type Bench = ReturnType<typeof bench>;

function begin(at: Bench, session: Session, source = 'A') {
  session.run(program(source), script, 'virtual');
  if (session.getSnapshot().booting) at.worker.booted();
  if (session.getSnapshot().state === 'loading') at.worker.loaded();
  expect(session.getSnapshot().state).toBe('running');
}

it('forty runs with a Stop leave one idle worker, and made no other', () => {
  const at = bench();
  const session = at.open();
  for (let i = 0; i < 40; i++) {
    begin(at, session);
    at.worker.events(enter(0));
    session.stop();
    at.worker.ended();
  }
  expect(at.workers).toHaveLength(1);
  expect(at.alive).toHaveLength(1);
  expect(at.time.waiting).toBe(0);
  expect(at.page.listeners).toBe(1);
});

it('forty runs of which every fourth is killed leave one idle worker', () => {
  const at = bench();
  const session = at.open();
  for (let i = 0; i < 40; i++) {
    begin(at, session);
    if (i % 4 === 3) session.kill();
    else at.worker.ended();
    expect(at.alive).toHaveLength(1);
  }
  expect(at.workers).toHaveLength(11);
});

it('figures share the warmed worker, and it is one however many warm it', () => {
  const at = bench();
  const figures = [at.open(), at.open(), at.open()];
  for (const figure of figures) figure.warm();
  expect(at.workers).toHaveLength(1);
  at.worker.booted();
  for (const figure of figures) expect(figure.getSnapshot().engine).not.toBeNull();
});

it('warming starts no second engine beside one that is at work, and takes the one that comes back', () => {
  const at = bench();
  const [one, two] = [at.open(), at.open()];
  one.run(program('A'), script, 'virtual');
  two.warm();
  expect(at.workers).toHaveLength(1);
  expect(two.getSnapshot().booting).toBeNull();
  at.worker.booted();
  at.worker.loaded();
  at.worker.ended();
  begin(at, two, 'B');
  expect(at.workers).toHaveLength(1);
});

it('a program that was read ahead runs at once', () => {
  const at = bench();
  at.pool.warm('typescript', program('A'));
  at.worker.booted();
  at.worker.loaded();
  const session = at.open();
  session.run(program('A'), script, 'virtual');
  expect(session.getSnapshot().state).toBe('running');
  expect(at.worker.told).toEqual(['boot', 'load', 'run']);
});

it('a run of a program that is just being read waits for that, and has nothing read twice', () => {
  const at = bench();
  const session = at.open();
  session.warm(program('A'));
  session.run(program('A'), script, 'virtual');
  expect(session.getSnapshot().state).toBe('loading');
  at.worker.booted();
  at.worker.loaded();
  expect(session.getSnapshot().state).toBe('running');
  expect(at.worker.told).toEqual(['boot', 'load', 'run']);
});

it('what was read ahead gives way to another program, and its answer is not taken for that one’s', () => {
  const at = bench();
  const session = at.open();
  session.warm(program('A'));
  const early = at.worker.load;
  session.run(program('B'), script, 'virtual');
  at.worker.booted();
  at.worker.say({ type: 'loaded', load: early, loaded: bad });
  expect(session.getSnapshot()).toMatchObject({ state: 'loading', diagnostics: [] });
  at.worker.loaded();
  expect(session.getSnapshot().state).toBe('running');
});

it('a program is read ahead once, however many figures want it', () => {
  const at = bench();
  for (const figure of [at.open(), at.open()]) figure.warm(program('A'));
  at.worker.booted();
  at.worker.loaded();
  at.open().warm(program('A'));
  expect(at.worker.told).toEqual(['boot', 'load']);
});

it('two figures that run at once have a worker each, and leave one', () => {
  const at = bench();
  const [one, two] = [at.open(), at.open()];
  begin(at, one, 'A');
  begin(at, two, 'B');
  expect(at.alive).toHaveLength(2);
  at.workers[0]?.ended();
  at.workers[1]?.ended();
  expect(one.getSnapshot().state).toBe('ended');
  expect(two.getSnapshot().state).toBe('ended');
  expect(at.alive).toHaveLength(1);
});

it('a figure whose program was pushed out by another has it read again', () => {
  const at = bench();
  const [one, two] = [at.open(), at.open()];
  begin(at, one, 'A');
  at.worker.ended();
  begin(at, two, 'B');
  at.worker.ended();
  one.run(program('A'), script, 'virtual');
  expect(one.getSnapshot().state).toBe('loading');
  at.worker.loaded();
  expect(one.getSnapshot().state).toBe('running');
  expect(at.workers).toHaveLength(1);
});

it('a warmed worker that another figure takes and breaks is not the first one’s failure', () => {
  const at = bench();
  const [one, two] = [at.open(), at.open()];
  one.warm();
  at.worker.booted();
  begin(at, two);
  at.worker.onerror?.('broke');
  expect(one.getSnapshot()).toMatchObject({ state: 'idle', notice: null });
  expect(two.getSnapshot().state).toBe('crashed');
});

it('leaving the page ends every worker, in use or idle, and says so to who comes back', () => {
  const at = bench();
  const [one, two] = [at.open(), at.open()];
  begin(at, one);
  begin(at, two);
  at.worker.ended();
  expect(at.alive).toHaveLength(2);
  at.page.dispatchEvent(new Event('pagehide'));
  expect(at.alive).toHaveLength(0);
  expect(one.getSnapshot()).toMatchObject({
    state: 'crashed',
    notice: notices.pageLeft,
    run: { killed: true },
  });
  expect(two.getSnapshot()).toMatchObject({ state: 'ended', booting: null });
  begin(at, one);
});

it('twenty figures that come and go leave nothing', () => {
  const at = bench();
  for (let i = 0; i < 20; i++) {
    const session = at.open();
    begin(at, session);
    if (i % 2) at.worker.ended();
    session.dispose();
    expect(at.alive).toHaveLength(0);
  }
  expect(at.page.listeners).toBe(0);
  expect(at.time.waiting).toBe(0);
});
