import { beforeEach, describe, expect, it } from 'vitest';
import type { ClockKind } from '../engines/engine.ts';
import type { Session, SessionState } from './session.ts';
import { bad, bench, clientStop, enter, info, output, program, script, server } from './testing.ts';
import { notices } from './notices.ts';

let at: ReturnType<typeof bench>;
let session: Session;
beforeEach(() => {
  at = bench();
  session = at.open();
});

const now = () => session.getSnapshot();

/** To the moment where the engine was told to play the script. */
function begin(source = 'A', clock: ClockKind = 'real') {
  session.run(program(source), script, clock);
  if (now().booting) at.worker.booted();
  if (now().state === 'loading') at.worker.loaded();
  expect(now().state).toBe('running');
}

/** Each state that is told, in order, without repeats. */
function statesTold(): SessionState[] {
  const states: SessionState[] = [];
  session.subscribe(() => {
    if (states.at(-1) !== now().state) states.push(now().state);
  });
  return states;
}

describe('reading and playing', () => {
  it('boots, reads, plays, and ends', () => {
    const states = statesTold();
    session.run(program(), script, 'real');
    expect(at.worker.told).toEqual(['boot', 'load']);
    at.worker.booted();
    expect(at.worker.told).toEqual(['boot', 'load']);
    at.worker.loaded();
    expect(at.worker.told).toEqual(['boot', 'load', 'run']);
    at.worker.events(enter(0));
    at.worker.ended({ t: 2 });
    expect(states).toEqual(['loading', 'running', 'ended']);
    expect(now()).toMatchObject({
      engine: info,
      server,
      run: { events: [enter(0)], end: { outcome: 'ended' }, killed: false, now: 2 },
    });
  });

  it('shows the steps of a start, and none after it', () => {
    session.warm();
    expect(now()).toMatchObject({
      state: 'idle',
      booting: { steps: [{ name: 'start' }] },
      engine: null,
    });
    at.worker.say({ type: 'booting', step: { name: 'import mcp', done: 0.5 } });
    expect(now().booting).toMatchObject({ steps: [{ name: 'import mcp' }], done: 0.5 });
    at.worker.booted();
    expect(now()).toMatchObject({ state: 'idle', booting: null, engine: info });
  });

  it('knows when each step of a start began; what was assumed before the first word gives way to it', () => {
    const steps = () => now().booting?.steps.map(({ name }) => name);
    session.warm();
    at.worker.say({ type: 'booting', step: { name: 'download', done: 0 } });
    at.worker.say({ type: 'booting', step: { name: 'download', done: 1 } });
    expect(now().booting).toMatchObject({ steps: [{ name: 'download' }], done: 1 });
    at.worker.say({ type: 'booting', step: { name: 'import' } });
    expect(steps()).toEqual(['download', 'import']);
    expect(now().booting?.done).toBeUndefined();
  });

  it('forgets a run that is called off while its engine starts, and reads its program all the same', () => {
    session.run(program(), script, 'virtual');
    session.stop();
    session.callOff();
    expect(now()).toMatchObject({ state: 'loading', notice: null });
    at.worker.booted();
    at.worker.loaded();
    expect(now()).toMatchObject({ state: 'ready', run: null });
    expect(at.worker.told).not.toContain('run');
  });

  it('plays the same program again without reading it again', () => {
    begin();
    at.worker.ended();
    const states = statesTold();
    session.run(program(), script, 'virtual');
    expect(states).toEqual(['running']);
    expect(at.worker.told).toEqual(['boot', 'load', 'run', 'run']);
    expect(at.workers).toHaveLength(1);
  });

  it('reads a program that differs from the one it has, and then plays it', () => {
    begin();
    at.worker.ended();
    session.run(program('B'), script, 'real');
    expect(now().state).toBe('loading');
    at.worker.loaded();
    expect(now().run?.program.source).toBe('B');
  });

  it('plays nothing of a program with mistakes, and says where they are', () => {
    begin();
    at.worker.ended();
    const last = now().run;
    session.run(program('B'), script, 'real');
    at.worker.loaded(bad);
    expect(now()).toMatchObject({ state: 'idle', server: null, run: last });
    expect(now().diagnostics).toHaveLength(1);
    expect(at.worker.told).not.toContain('act');
    expect(at.worker.told.filter((told) => told === 'run')).toHaveLength(1);
    session.run(program('C'), script, 'real');
    at.worker.loaded();
    expect(now()).toMatchObject({ state: 'running', diagnostics: [] });
  });

  it('keeps a run that is asked for while its program is read', () => {
    session.load(program());
    at.worker.booted();
    session.run(program(), script, 'real');
    expect(at.worker.told).toEqual(['boot', 'load']);
    at.worker.loaded();
    expect(now().state).toBe('running');
  });

  it('lets the last of several waiting runs be played, once', () => {
    session.run(program(), script, 'real');
    session.run(program(), script, 'virtual');
    at.worker.booted();
    at.worker.loaded();
    expect(at.worker.told.filter((told) => told === 'run')).toHaveLength(1);
    expect(now().run?.clock).toBe('virtual');
  });

  it('drops what is said of a program that another has replaced', () => {
    session.load(program('A'));
    at.worker.booted();
    const late = at.worker.load;
    session.load(program('B'));
    at.worker.say({ type: 'loaded', load: late, loaded: bad });
    expect(now()).toMatchObject({ state: 'loading', diagnostics: [] });
    at.worker.loaded();
    expect(now().state).toBe('ready');
  });

  it('does not read again what it has just read', () => {
    session.load(program());
    at.worker.booted();
    session.load(program());
    at.worker.loaded();
    session.load(program());
    expect(at.worker.told).toEqual(['boot', 'load']);
    expect(now().state).toBe('ready');
  });

  it('says why a run failed, and plays the next on a fresh worker', () => {
    begin();
    at.worker.ended({ outcome: 'failed', message: 'The server did not start.' });
    expect(now()).toMatchObject({ state: 'ended', notice: 'The server did not start.' });
    expect(at.workers[0]?.terminated).toBe(true);
    begin();
    expect(now().notice).toBeNull();
  });

  it('says what a deadlock is', () => {
    begin();
    at.worker.ended({ outcome: 'deadlocked', message: 'order_book waits for an event.' });
    expect(now().notice).toBe('order_book waits for an event.');
    expect(at.workers[0]?.terminated).toBe(false);
  });
});

describe('what is late is dropped', () => {
  it('drops all of run A after run B began', () => {
    begin('A');
    const late = at.worker.run;
    const slow = at.worker;
    session.reset();
    begin('B');
    slow.say({ type: 'events', run: late, events: [output(9, 'of A')] });
    at.worker.say({ type: 'events', run: late, events: [output(9, 'of A')] });
    at.worker.say({ type: 'ended', run: late, end: { outcome: 'ended', t: 9, script } });
    expect(now()).toMatchObject({ state: 'running', run: { events: [], end: null } });
  });

  it('refuses a run while one goes on, also while it is being stopped', () => {
    begin('A');
    session.run(program('B'), script, 'real');
    session.stop();
    session.run(program('B'), script, 'real');
    session.load(program('B'));
    expect(now()).toMatchObject({ state: 'stopping', run: { program: { source: 'A' } } });
    expect(at.worker.told).toEqual(['boot', 'load', 'run', 'act']);
    at.worker.ended();
    expect(now().state).toBe('ended');
    expect(at.worker.told).toEqual(['boot', 'load', 'run', 'act']);
  });

  it('takes no word of an ended run', () => {
    begin();
    at.worker.ended({ t: 1 });
    const end = now();
    at.worker.events(output(2));
    at.worker.ended({ t: 3 });
    expect(now()).toBe(end);
  });
});

describe('Stop', () => {
  it('is harmless where nothing runs, and does not wait for what comes', () => {
    session.stop();
    session.load(program());
    session.stop();
    at.worker.booted();
    session.stop();
    at.worker.loaded();
    session.stop();
    begin();
    at.worker.ended();
    session.stop();
    begin();
    expect(at.worker.told).not.toContain('act');
    expect(now()).toMatchObject({ state: 'running', notice: null });
  });

  it('is sent for the call it names, to the run it was pressed in', () => {
    begin();
    session.stop(2);
    expect(at.worker.received.at(-1)).toEqual({
      type: 'act',
      run: at.worker.run,
      act: { do: 'stop', call: 2 },
    });
    expect(now().state).toBe('stopping');
  });

  it('is sent each time it is pressed', () => {
    begin();
    session.stop();
    session.stop();
    expect(at.worker.told).toEqual(['boot', 'load', 'run', 'act', 'act']);
    expect(now().state).toBe('stopping');
  });

  it('pressed before the run has begun is kept for it and sent at its first moment', () => {
    session.run(program(), script, 'real');
    session.stop();
    expect(now()).toMatchObject({ state: 'loading', notice: notices.stopKept });
    at.worker.booted();
    session.stop();
    at.worker.loaded();
    expect(at.worker.told).toEqual(['boot', 'load', 'run', 'act', 'act']);
    expect(now()).toMatchObject({ state: 'stopping', notice: null });
  });

  it('kept for a run that never begins is not sent to the next', () => {
    session.run(program('A'), script, 'real');
    session.stop();
    at.worker.booted();
    at.worker.loaded(bad);
    begin('B');
    expect(at.worker.told).not.toContain('act');
  });

  it('shows a stop that stands in the script as one', () => {
    begin();
    at.worker.events(enter(0), clientStop(0.5));
    expect(now().state).toBe('stopping');
  });

  it('is not the same as leaving', () => {
    begin();
    session.disconnect();
    expect(at.worker.received.at(-1)).toMatchObject({ type: 'act', act: { do: 'disconnect' } });
    session.drop();
    expect(at.worker.received.at(-1)).toMatchObject({ type: 'act', act: { do: 'drop' } });
    expect(now().state).toBe('stopping');
  });
});

describe('events', () => {
  const batches = (count: number) => {
    for (let i = 0; i < count; i++) at.worker.events(output(i / 1000));
  };

  it('tells the first at once and the rest once a frame', () => {
    begin('A', 'virtual');
    let told = 0;
    session.subscribe(() => (told += 1));
    batches(1);
    expect(told).toBe(1);
    batches(20_000);
    expect(told).toBe(1);
    expect(now().run?.events).toHaveLength(1);
    at.time.drawFrame();
    expect(told).toBe(2);
    expect(now().run?.events).toHaveLength(20_001);
    at.time.drawFrame();
    expect(told).toBe(2);
  });

  it('tells the end at once, with all that came before it', () => {
    begin();
    batches(3);
    at.worker.ended();
    expect(now()).toMatchObject({ state: 'ended' });
    expect(now().run?.events).toHaveLength(3);
  });

  it('never changes a list it has shown', () => {
    begin();
    batches(1);
    const first = now().run?.events;
    batches(5);
    at.time.drawFrame();
    expect(first).toHaveLength(1);
    expect(now().run?.events).not.toBe(first);
  });

  it('ends a program that makes more than the page can hold', () => {
    begin('A', 'virtual');
    const many = Array.from({ length: 250_000 }, (_, i) => output(i));
    const { run } = at.worker;
    for (let i = 0; i < 5; i++) at.worker.say({ type: 'events', run, events: many });
    expect(now()).toMatchObject({
      state: 'crashed',
      notice: notices.tooManyEvents,
      run: { killed: true },
    });
  });
});

describe('the time of a run', () => {
  it('goes on between events on the real clock, a frame at a time, and stops with the run', () => {
    begin();
    at.worker.events(enter(0));
    at.time.pass(1600);
    expect(now().run?.now).toBeCloseTo(1.6, 6);
    at.worker.ended({ t: 1.601 });
    expect(now().run?.now).toBe(1.601);
    const end = now();
    at.time.pass(500);
    expect(now()).toBe(end);
  });

  it('goes on in a run that begins in the frame in which the last one ended', () => {
    begin();
    at.worker.events(enter(0));
    at.worker.ended({ t: 0 });
    begin();
    at.worker.events(enter(0));
    at.time.pass(160);
    expect(now().run?.now).toBeCloseTo(0.16, 6);
  });

  it('is that of the last event on the virtual clock', () => {
    begin('A', 'virtual');
    at.worker.events(enter(0), output(12));
    at.time.pass(1000);
    expect(now().run?.now).toBe(12);
  });

  it('is true when a hidden tab is shown again', () => {
    begin();
    at.worker.events(enter(0));
    at.time.hidden = true;
    at.time.pass(60_000);
    at.time.hidden = false;
    at.time.pass(16);
    expect(now().run?.now).toBeGreaterThan(60);
  });

  it('stays where a killed run was', () => {
    begin();
    at.worker.events(enter(0));
    at.time.pass(800);
    session.kill();
    at.time.pass(800);
    expect(now().run).toMatchObject({ killed: true, end: null, now: 0.8 });
  });
});

describe('a program that no message reaches', () => {
  it('is reported after a second, and again when it answers', () => {
    begin();
    const { worker } = at;
    worker.hangs = true;
    at.time.pass(1500);
    expect(now()).toMatchObject({ unresponsive: true, notice: notices.unresponsive });
    const asked = worker.received.findLast(({ type }) => type === 'ping');
    if (asked?.type !== 'ping') throw new Error('It was not asked');
    worker.hangs = false;
    worker.say({ type: 'pong', ping: asked.ping });
    expect(now()).toMatchObject({ state: 'running', unresponsive: false, notice: null });
  });

  it('has its successor start when Stop does not arrive, so that the next run begins at once', () => {
    begin();
    at.worker.hangs = true;
    at.time.pass(5000);
    expect(at.workers).toHaveLength(1);
    session.stop();
    at.time.pass(1000);
    expect(at.workers).toHaveLength(2);
    at.worker.booted();
    at.worker.loaded();
    at.time.pass(2000);
    expect(now().state).toBe('crashed');
    expect(at.alive).toHaveLength(1);
    session.run(program(), script, 'real');
    expect(now().state).toBe('running');
    expect(at.workers).toHaveLength(2);
  });

  it('that is reached after all leaves no successor behind', () => {
    begin();
    const { worker } = at;
    worker.hangs = true;
    session.stop();
    at.time.pass(1500);
    expect(at.alive).toHaveLength(2);
    worker.ended();
    expect(at.alive).toEqual([worker]);
  });

  it('is asked every half second, and never twice before it has answered', () => {
    begin();
    const { worker } = at;
    const pings = () => worker.received.filter(({ type }) => type === 'ping').length;
    const before = pings();
    at.time.pass(2000);
    expect(pings() - before).toBe(4);
    worker.hangs = true;
    at.time.pass(5000);
    expect(pings() - before).toBe(5);
  });

  it('is not ended without a Stop', () => {
    begin();
    at.worker.hangs = true;
    at.time.pass(60_000);
    expect(now().state).toBe('running');
  });

  it('is ended 2 seconds after the Stop that did not arrive, and Run works again', () => {
    begin();
    at.worker.events(enter(0));
    at.worker.hangs = true;
    at.time.pass(1000);
    session.stop();
    at.time.pass(1900);
    expect(now().state).toBe('stopping');
    at.time.pass(350);
    expect(now()).toMatchObject({
      state: 'crashed',
      notice: notices.neverAwaited,
      unresponsive: false,
      run: { killed: true, end: null, events: [enter(0)] },
    });
    expect(at.workers[0]?.terminated).toBe(true);
    expect(at.workers).toHaveLength(2);
    begin();
    expect(at.workers).toHaveLength(2);
  });

  it('is ended where its loop stays blocked though its worker answers', () => {
    begin();
    at.worker.events(enter(0), {
      kind: 'loop.blocked',
      who: 'tool',
      call: 1,
      t: 0,
      what: 'computing',
    });
    at.time.pass(5000);
    expect(now()).toMatchObject({ state: 'running', unresponsive: false });
    session.stop();
    at.time.pass(2300);
    expect(now()).toMatchObject({ state: 'crashed', notice: notices.neverAwaited });
  });

  it('is left alone where a sleep without an await holds the loop, with a word once Stop is pressed', () => {
    const loop = (kind: 'loop.blocked' | 'loop.freed', t: number) =>
      at.worker.events({ kind, who: 'tool', call: 1, t, what: 'sleep' });
    begin();
    loop('loop.blocked', 0);
    at.time.pass(3000);
    expect(now().notice).toBeNull();
    session.stop();
    at.time.pass(6000);
    expect(now()).toMatchObject({ state: 'stopping', notice: notices.held });
    loop('loop.freed', 9);
    at.time.pass(500);
    expect(now().notice).toBeNull();
  });

  it('is left alone where the loop came free in time', () => {
    const loop = (kind: 'loop.blocked' | 'loop.freed', t: number) =>
      at.worker.events({ kind, who: 'tool', call: 1, t, what: 'computing' });
    begin();
    loop('loop.blocked', 0);
    session.stop();
    at.time.pass(1500);
    loop('loop.freed', 1.5);
    loop('loop.blocked', 1.6);
    at.time.pass(1500);
    expect(now().state).toBe('stopping');
  });

  it('is ended as well where the page itself is held up again and again', () => {
    begin();
    session.stop();
    at.worker.hangs = true;
    for (let time = 0; time < 6; time++) {
      at.time.sleep(1500);
      at.time.pass(1);
    }
    expect(now()).toMatchObject({ state: 'crashed', notice: notices.neverAwaited });
  });

  it('is not blamed for the time that the page slept', () => {
    begin();
    session.stop();
    at.worker.hangs = true;
    at.time.pass(600);
    at.time.sleep(3_600_000);
    at.time.pass(1);
    expect(now().state).toBe('stopping');
  });
});

describe('a handler that outlives its stop', () => {
  it('is reported and not ended where it is async', () => {
    begin();
    at.worker.events(enter(0));
    session.stop();
    at.worker.events(clientStop(0));
    at.time.pass(1900);
    expect(now().notice).toBeNull();
    at.time.pass(60_000);
    expect(now()).toMatchObject({ state: 'stopping', notice: notices.stubborn });
    session.kill();
    expect(now()).toMatchObject({ state: 'crashed', notice: notices.killed });
  });

  it('is the lesson itself where it is a thread', () => {
    begin();
    at.worker.events(enter(0, 'thread'));
    session.stop();
    at.worker.events(clientStop(0));
    at.time.pass(10_000);
    expect(now()).toMatchObject({ state: 'stopping', notice: null });
  });

  it('is not reported inside a shield with a time limit', () => {
    begin();
    session.stop();
    at.worker.events(enter(0), clientStop(0), {
      kind: 'shield.enter',
      who: 'tool',
      call: 1,
      t: 0,
      scope: 1,
      limit: 5,
    });
    at.time.pass(4900);
    expect(now().notice).toBeNull();
  });
});

describe('a program that never finishes loading', () => {
  beforeEach(() => {
    session.run(program('while (true) {}'), script, 'real');
    at.worker.booted();
    at.worker.hangs = true;
  });

  it('is reported after 3 seconds and ended after 10', () => {
    at.time.pass(2900);
    expect(now().notice).toBeNull();
    at.time.pass(400);
    expect(now()).toMatchObject({ state: 'loading', notice: notices.loadsLong });
    at.time.pass(7000);
    expect(now()).toMatchObject({ state: 'crashed', notice: notices.loadsForEver, run: null });
    begin('B');
  });

  it('can be killed', () => {
    at.time.pass(500);
    session.kill();
    expect(now()).toMatchObject({ state: 'crashed', notice: notices.killedLoading });
    expect(at.workers[0]?.terminated).toBe(true);
    at.worker.booted();
    expect(at.worker.told).toEqual(['boot']);
  });

  it('makes way for its corrected text at once', () => {
    at.time.pass(4000);
    session.run(program('B'), script, 'real');
    expect(at.workers[0]?.terminated).toBe(true);
    at.worker.booted();
    at.worker.loaded();
    expect(now().state).toBe('running');
  });
});

describe('Kill and failures', () => {
  it('ends the worker at once, keeps what was seen, and warms a fresh one', () => {
    begin();
    at.worker.events(enter(0), output(0.1));
    session.kill();
    expect(now()).toMatchObject({
      state: 'crashed',
      notice: notices.killed,
      run: { killed: true },
    });
    expect(now().run?.events).toHaveLength(2);
    expect(at.alive).toHaveLength(1);
    expect(now().booting).toMatchObject({ steps: [{ name: 'start' }] });
    at.worker.booted();
    expect(now().booting).toBeNull();
  });

  it('has the fresh one read the program that was killed, for the next run', () => {
    begin();
    session.kill();
    expect(at.worker.told).toEqual(['boot', 'load']);
    at.worker.booted();
    at.worker.loaded();
    begin();
    expect(at.worker.told).toEqual(['boot', 'load', 'run']);
  });

  it('says that a worker failed, and starts a fresh one with the next Run', () => {
    begin();
    at.worker.events(enter(0));
    at.worker.onerror?.('out of memory');
    expect(now()).toMatchObject({
      state: 'crashed',
      notice: 'The worker failed. out of memory. Run starts a fresh one.',
      run: { killed: true, end: null },
    });
    expect(at.alive).toHaveLength(0);
    begin();
    expect(at.workers).toHaveLength(2);
  });

  it('says that an engine could not start, also where it was only warmed', () => {
    session.warm();
    at.worker.say({ type: 'boot failed', message: 'No memory.' });
    expect(now()).toMatchObject({
      state: 'crashed',
      booting: null,
      notice: 'The engine could not start. No memory. Run tries again.',
      startFailed: true,
    });
    begin();
    expect(at.workers).toHaveLength(2);
  });

  it('forgets a run on reset, and kills it where it goes on', () => {
    begin();
    session.reset();
    expect(now()).toMatchObject({ state: 'idle', run: null, notice: null });
    expect(at.workers[0]?.terminated).toBe(true);
    begin();
    at.worker.ended();
    session.reset();
    expect(now()).toMatchObject({ state: 'ready', run: null });
  });
});

describe('after dispose', () => {
  it('nothing lives, nothing waits, nothing is told', () => {
    begin();
    let told = 0;
    session.subscribe(() => (told += 1));
    session.dispose();
    session.dispose();
    session.run(program(), script, 'real');
    session.load(program());
    session.warm();
    session.stop();
    session.kill();
    session.reset();
    expect(told).toBe(0);
    expect(at.alive).toHaveLength(0);
    expect(at.workers).toHaveLength(1);
    expect(at.time.waiting).toBe(0);
    expect(at.page.listeners).toBe(0);
  });
});
