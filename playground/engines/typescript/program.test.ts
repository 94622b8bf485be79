import { afterEach, describe as suite, expect, test, vi } from 'vitest';
import { Cancelled, Loop, VirtualClock, currentTask } from '../../kernel/index.ts';
import { describe, invoke, isPlain, operation } from './calls.ts';
import { frameOf, originOf, type Place } from './frames.ts';
import { quiet } from './probe.ts';
import { ImportError, instantiate } from './program.ts';
import { compiled, run, type Run } from './testProgram.ts';

const ORDER = `import { sleep, moveOnAfter } from 'anyio';
const holds = new Set<string>();
export async function orderBook({ title }: { title: string }) {
  holds.add(title);
  try {
    await takePayment(title);
    return \`Ordered '\${title}'.\`;
  } finally {
    await moveOnAfter(5, { shield: true }, async () => {
      await releaseHold(title);
    });
  }
}
export async function unshielded({ title }: { title: string }) {
  holds.add(title);
  try { await takePayment(title); } finally { await releaseHold(title); }
}
async function takePayment(title: string) {
  await sleep(30);
}
async function releaseHold(title: string) {
  await sleep(0.1);
  holds.delete(title);
}`;

const INDEX = `import { fromThread } from 'anyio';
import * as time from 'time';
const offline = new Set<string>();
export function rebuildIndex(titles: string[]) {
  offline.add('search');
  try {
    for (const title of titles) {
      fromThread.checkCancelled();
      indexBook(title);
    }
    return \`Indexed \${titles.length} books.\`;
  } finally {
    offline.delete('search');
  }
}
function indexBook(title: string) {
  time.sleep(1);
}`;

interface Case extends Run {
  source: string;
  told: string[];
  t?: number;
  value?: unknown;
  state?: Record<string, unknown>;
  logged?: unknown[];
}

const CASES: Record<string, Case> = {
  'a stop: the await raises, the function unwinds, the shield holds': {
    source: ORDER,
    call: 'orderBook',
    args: [{ title: 'Dune' }],
    stopAt: 0.5,
    t: 0.6,
    state: { holds: new Set() },
    told: [
      '0 await.enter orderBook:6 takePayment',
      '0 await.enter takePayment:19 sleep',
      '0.5 await.raise takePayment:19 sleep Cancelled',
      '0.5 await.raise orderBook:6 takePayment Cancelled',
      '0.5 finally.enter orderBook:8',
      '0.5 await.enter orderBook:9 moveOnAfter',
      '0.5 await.enter orderBook:10 releaseHold',
      '0.5 await.enter releaseHold:22 sleep',
      '0.6 await.return releaseHold:22 sleep',
      '0.6 await.return orderBook:10 releaseHold',
      '0.6 await.return orderBook:9 moveOnAfter',
      '0.6 finally.exit orderBook:8 returned',
    ],
  },
  'no stop: the same finally runs': {
    source: ORDER,
    call: 'orderBook',
    args: [{ title: 'Dune' }],
    hooks: /^(try|finally)/,
    t: 30.1,
    value: "Ordered 'Dune'.",
    told: [
      '0 try.enter orderBook:5',
      '30 try.exit orderBook:5 returned',
      '30 finally.enter orderBook:8',
      '30.1 finally.exit orderBook:8 returned',
    ],
  },
  'without a shield the first await of the cleanup raises': {
    source: ORDER,
    call: 'unshielded',
    args: [{ title: 'Dune' }],
    stopAt: 0.5,
    t: 0.5,
    state: { holds: new Set(['Dune']) },
    told: [
      '0 await.enter unshielded:16 takePayment',
      '0 await.enter takePayment:19 sleep',
      '0.5 await.raise takePayment:19 sleep Cancelled',
      '0.5 await.raise unshielded:16 takePayment Cancelled',
      '0.5 finally.enter unshielded:16',
      '0.5 await.enter unshielded:16 releaseHold',
      '0.5 await.enter releaseHold:22 sleep',
      '0.5 await.raise releaseHold:22 sleep Cancelled',
      '0.5 await.raise unshielded:16 releaseHold Cancelled',
      '0.5 finally.exit unshielded:16 cancelled',
    ],
  },
  'a plain function runs in a thread and stops where it asks': {
    source: INDEX,
    call: 'rebuildIndex',
    args: [['a', 'b', 'c', 'd']],
    stopAt: 1.5,
    t: 2,
    state: { offline: new Set() },
    told: [
      '0 work.enter rebuildIndex:9 a',
      '1 work.exit rebuildIndex:9 a returned',
      '1 work.enter rebuildIndex:9 b',
      '2 work.exit rebuildIndex:9 b returned',
      '2 finally.enter rebuildIndex:12',
      '2 finally.exit rebuildIndex:12 returned',
    ],
  },
  'in a cancelled scope an await that never suspends completes, every other one raises': {
    source: `import { sleep } from 'anyio';
async function quick() { return 'quick'; }
async function passOn() { return quick(); }
export async function f() {
  try { await sleep(9); } finally {
    console.log(await quick(), await passOn());
    for (const wait of [5, null, Promise.resolve(1), sleep(1), Promise.all([])])
      try { await wait; } catch { console.log('raised'); }
  }
}`,
    call: 'f',
    stopAt: 1,
    hooks: /^finally/,
    t: 1,
    logged: ['quick', 'quick', 'raised', 'raised', 'raised', 'raised', 'raised'],
    told: ['1 finally.enter f:5', '1 finally.exit f:5 returned'],
  },
  'a call that nobody awaits is a task in the scope of its caller': {
    source: `import { sleep } from 'anyio';
const done: number[] = [];
async function part(n: number) { await sleep(n); done.push(n); return n; }
export async function f() {
  const first = part(1);
  return await Promise.all([first, part(2), part(3)]);
}`,
    call: 'f',
    stopAt: 2.5,
    t: 2.5,
    state: { done: [1, 2] },
    told: [
      '0 await.enter f:6 Promise.all',
      '0 await.enter part:3 sleep',
      '0 await.enter part:3 sleep',
      '0 await.enter part:3 sleep',
      '1 await.return part:3 sleep',
      '2 await.return part:3 sleep',
      '2.5 await.raise f:6 Promise.all Cancelled',
      '2.5 await.raise part:3 sleep Cancelled',
    ],
  },
  'awaiting that task later joins it': {
    source: `import { sleep } from 'anyio';
async function part() { await sleep(2); throw new Error('late'); }
export async function f() {
  const going = part();
  await sleep(1);
  try { await going; } catch (error) { return (error as Error).message; }
}`,
    call: 'f',
    t: 2,
    value: 'late',
    hooks: /^(await.raise|except)/,
    told: [
      '2 await.raise f:6 promise Error: late',
      '2 except.enter f:6 Error: late',
      '2 except.exit f:6 returned',
    ],
  },
  'a plain arrow whose value is awaited waits in its place, without a task': {
    source: `import { sleep, moveOnAfter } from 'anyio';
async function release() { await sleep(0.1); }
export async function f() {
  try { await sleep(9); } finally {
    await moveOnAfter(5, { shield: true }, () => release());
  }
}`,
    call: 'f',
    stopAt: 1,
    hooks: /^await.(enter|return)/,
    t: 1.1,
    told: [
      '0 await.enter f:4 sleep',
      '1 await.enter f:5 moveOnAfter',
      '1 await.enter f:5 release',
      '1 await.enter release:2 sleep',
      '1.1 await.return release:2 sleep',
      '1.1 await.return f:5 release',
      '1.1 await.return f:5 moveOnAfter',
    ],
  },
  'a handler that catches the cancellation goes on, but its next await raises': {
    source: `import { sleep, Cancelled } from 'anyio';
export async function f() {
  try {
    await sleep(9);
  } catch (error) {
    console.log(error instanceof Cancelled);
    try { await sleep(1); } catch {}
  }
  return 'anyway';
}`,
    call: 'f',
    stopAt: 1,
    hooks: /^(try|except)/,
    value: 'anyway',
    logged: [true],
    told: [
      '0 try.enter f:3',
      '1 try.exit f:3 cancelled',
      '1 except.enter f:5 Cancelled',
      '1 try.enter f:7',
      '1 try.exit f:7 cancelled',
      '1 except.enter f:7 Cancelled',
      '1 except.exit f:7 returned',
      '1 except.exit f:5 returned',
    ],
  },
  'a return in a finally ends it normally, and the cancellation is gone': {
    source: `import { sleep } from 'anyio';
export async function f() { try { await sleep(9); } finally { return 'swallowed'; } }`,
    call: 'f',
    stopAt: 1,
    hooks: /^finally/,
    value: 'swallowed',
    told: ['1 finally.enter f:2', '1 finally.exit f:2 returned'],
  },
  'a finally that raises, one that is cancelled, one that is left by break': {
    source: `import { sleep } from 'anyio';
export async function f() {
  for (;;) { try { continue; } finally { break; } }
  try {
    try { throw new Error('first'); }
    finally { throw new Error('down'); }
  } catch {}
  try { await sleep(9); }
  finally { await sleep(9); }
}`,
    call: 'f',
    stopAt: 1,
    hooks: /^finally.exit/,
    told: [
      '0 finally.exit f:3 returned',
      '0 finally.exit f:6 raised Error: down',
      '1 finally.exit f:9 cancelled',
    ],
  },
  'a cancellation is raised inside the async generator that a loop waits for': {
    source: `import { sleep } from 'anyio';
async function* ticks() {
  try { for (let i = 0; ; i++) { await sleep(1); yield i; } }
  finally { await sleep(1); }
}
export async function f() {
  for await (const tick of ticks()) console.log(tick);
}`,
    call: 'f',
    stopAt: 2.5,
    hooks: /raise|finally/,
    t: 2.5,
    logged: [0, 1],
    told: [
      '2.5 await.raise ticks:3 sleep Cancelled',
      '2.5 finally.enter ticks:4',
      '2.5 await.raise ticks:4 sleep Cancelled',
      '2.5 finally.exit ticks:4 cancelled',
      '2.5 await.raise f:7 ticks() Cancelled',
    ],
  },
  'a loop that is left closes its async generator and waits for that': {
    source: `import { sleep } from 'anyio';
async function* inner() { try { yield 1; yield 2; } finally { await sleep(1); console.log('inner'); } }
async function* outer() { try { yield* inner(); console.log('never'); } finally { await sleep(1); console.log('outer'); } }
export async function f() { for await (const x of outer()) break; }`,
    call: 'f',
    t: 2,
    hooks: /^(try|finally).exit/,
    logged: ['inner', 'outer'],
    told: [
      '0 try.exit inner:2 returned',
      '1 finally.exit inner:2 returned',
      '1 try.exit outer:3 returned',
      '2 finally.exit outer:3 returned',
    ],
  },
  'a generator parks between its values': {
    source: `import * as time from 'time';
function* titles() { try { for (const t of ['a', 'b']) { time.sleep(1); yield t; } } finally { time.sleep(0.5); } }
class Shelf { *[Symbol.iterator]() { yield* titles(); } }
export function f() {
  for (const title of new Shelf()) console.log(title);
  const one = titles();
  console.log(one.next().value, one.return!('x').value);
}`,
    call: 'f',
    t: 4,
    logged: ['a', 'b', 'a', 'x'],
    told: [
      '2 finally.enter titles:2',
      '2.5 finally.exit titles:2 returned',
      '2.5 work.enter f:7 next',
      '3.5 work.exit f:7 next returned',
      '3.5 finally.enter titles:2',
      '3.5 work.enter f:7 return',
      '4 finally.exit titles:2 returned',
      '4 work.exit f:7 return returned',
    ],
  },
  'a unit of work is a call of the outermost function that takes time': {
    source: `import * as time from 'time';
class Shop { #pace = 0.5; work(title: string) { time.sleep(this.#pace); return title; } }
const twice = (n: number) => { time.sleep(n); time.sleep(n); };
function nested() { deeper('no'); }
function deeper(name: string) { time.sleep(0.25); }
function quick() { return 1; }
function fails() { time.sleep(0.5); throw new Error('no'); }
export function f() {
  const shop = new Shop();
  shop.work('Dune'); quick(); nested(); twice(0.5);
  time.sleep(1);
  shop.work.call(shop, 'called'); shop.work.apply(shop, ['applied']); shop.work.bind(shop)('bound');
  shop['work']?.('optional'); (() => time.sleep(0.5))();
  fails();
}`,
    call: 'f',
    told: [
      '0 work.enter f:10 Dune',
      '0.5 work.exit f:10 Dune returned',
      '0.5 work.enter f:10 nested',
      '0.75 work.exit f:10 nested returned',
      '0.75 work.enter f:10 0.5',
      '1.75 work.exit f:10 0.5 returned',
      '1.75 work.enter f:11 sleep',
      '2.75 work.exit f:11 sleep returned',
      '2.75 work.enter f:12 called',
      '3.25 work.exit f:12 called returned',
      '3.25 work.enter f:12 applied',
      '3.75 work.exit f:12 applied returned',
      '3.75 work.enter f:12 bound',
      '4.25 work.exit f:12 bound returned',
      '4.25 work.enter f:13 optional',
      '4.75 work.exit f:13 optional returned',
      '4.75 work.enter f:13 f',
      '5.25 work.exit f:13 f returned',
      '5.25 work.enter f:14 fails',
      '5.75 work.exit f:14 fails raised',
    ],
  },
  'a thread runs async code on the loop and parks': {
    source: `import { fromThread, toThread, sleep } from 'anyio';
const later = async () => { await sleep(1); return 'from the loop'; };
export async function f() {
  return await toThread.runSync(() => fromThread.run(later));
}`,
    call: 'f',
    t: 1,
    value: 'from the loop',
    told: [
      '0 await.enter f:4 toThread.runSync',
      '0 work.enter f:4 run',
      '0 await.enter later:2 sleep',
      '1 await.return later:2 sleep',
      '1 work.exit f:4 run returned',
      '1 await.return f:4 toThread.runSync',
    ],
  },
  'await using disposes in a cancelled function, under a shield of its own': {
    source: `import { sleep, moveOnAfter } from 'anyio';
class Hold {
  async [Symbol.asyncDispose]() {
    await moveOnAfter(5, { shield: true }, async () => { await sleep(0.1); });
    console.log('released');
  }
}
export async function f() { await using hold = new Hold(); await sleep(9); }`,
    call: 'f',
    stopAt: 1,
    t: 1.1,
    hooks: /raise/,
    logged: ['released'],
    told: ['1 await.raise f:8 sleep Cancelled'],
  },
  'watched values are looked at after the statement that may have changed them': {
    source: `
const holds = new Set<string>();
let count = 0;
export function f() {
  holds.add('a');
  count++;
  if (holds.delete('a')) { const x = 1; }
  const n = 5;
  elsewhere();
  for (const title of ['x']) holds.add(title);
  return holds.add('b').size;
}
function elsewhere() { console.log('no watched name here'); }`,
    call: 'f',
    hooks: /settle/,
    value: 2,
    told: [
      '0 settle (module):2',
      '0 settle f:5',
      '0 settle f:6',
      '0 settle f:7',
      '0 settle f:9',
      '0 settle f:10',
      '0 settle f:11',
    ],
  },
  'the module may wait': {
    source: `import { sleep } from 'anyio';
await sleep(1);
export let n = 1;
export const f = () => n;
for await (const x of [1, 2]) { await sleep(1); n += x; }`,
    call: 'f',
    t: 3,
    value: 4,
    hooks: /return/,
    told: [
      '1 await.return (module):2 sleep',
      '1 await.return (module):5 …',
      '2 await.return (module):5 sleep',
      '2 await.return (module):5 …',
      '3 await.return (module):5 sleep',
      '3 await.return (module):5 …',
    ],
  },
  'a callback is known by the name it is registered under, or as a part of its function': {
    source: `import { sleep } from 'anyio';
const handlers: Record<string, any> = {};
const mcp = { tool(name: string, options: object, handler: any) { handlers[name] = handler; } };
mcp.tool('order_book', {}, async () => {
  await Promise.all([1].map(async () => { await sleep(1); }));
});
class Api { async ['com' + 'puted']() { await sleep(1); } static async own() { await sleep(1); } field = async () => { await sleep(1); }; }
export const f = async () => { await handlers['order_book']!(); await (new Api() as any).computed(); await Api.own(); await new Api().field(); };`,
    call: 'f',
    hooks: /await.enter/,
    told: [
      `0 await.enter f:8 handlers['order_book']`,
      '0 await.enter order_book:5 Promise.all',
      '0 await.enter order_book:5 sleep',
      '1 await.enter f:8 Api.computed',
      '1 await.enter […]:7 sleep',
      '2 await.enter f:8 Api.own',
      '2 await.enter own:7 sleep',
      '3 await.enter f:8 Api.field',
      '3 await.enter field:7 sleep',
    ],
  },
};

afterEach(() => void vi.restoreAllMocks());

test.each(Object.entries(CASES))('%s', async (_, expected) => {
  const { source, told, t, value, state, logged, ...options } = expected;
  // A slow machine must not use up a slice, whose length would be added to the times.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const ran = await run(source, options);
  expect(ran.told).toEqual(told);
  if (t !== undefined) expect(ran.t).toBe(t);
  if ('value' in expected) expect(ran.value).toEqual(value);
  if (state !== undefined) expect(ran.state).toMatchObject(state);
  if (logged !== undefined) expect(ran.logged).toEqual(logged);
  if (options.stopAt !== undefined && !('value' in expected))
    expect(ran.error).toBeInstanceOf(Cancelled);
});

suite('a call that would block where nothing can wait says so, with its line', () => {
  test.each<[name: string, code: string, line: number]>([
    ['in a callback of map', '[1].map((x) => time.sleep(x))', 7],
    ['a blocking function as the callback', '[1].forEach(time.sleep)', 7],
    ['further down', '[1].map((x) => slow(x))', 3],
    ['in a constructor', 'new Slow(1)', 4],
    ['in a getter', 'Object.create(Slow.prototype).value', 4],
    ['in a generator that is spread', '[...titles()]', 5],
    ['in toString', 'String({ toString() { time.sleep(1); } })', 7],
    ['in a tag', '((s: any) => time.sleep(1))`x`', 7],
  ])('%s', async (_, code, line) => {
    const source = `import * as time from 'time';
let cleaned = 0;
function slow(x: number) { try { time.sleep(x); } finally { cleaned++; } }
class Slow { constructor(n: number) { time.sleep(n); } get value() { return time.sleep(1); } }
function* titles() { yield 1; time.sleep(1); }
export function f() {
  ${code};
}`;
    const { error } = await run(source, { call: 'f' });
    expect(error).toMatchObject({
      name: 'CallbackError',
      message: `a callback cannot block inside a built-in's callback (line ${line})`,
    });
    expect(originOf(error)).toMatchObject({ line });
  });
});

suite('an error knows the function and the line it came up in', () => {
  const f = (...body: string[]): string => ['export async function f() {', ...body, '}'].join('\n');
  test.each<[name: string, source: string, fn: string, line: number, message: RegExp]>([
    ['a property of null', f('null!.x;'), 'f', 2, /reading 'x'/],
    [
      'a call of no function',
      f('const o: any = {};', 'await o.go();'),
      'f',
      3,
      /^o\.go is not a function$/,
    ],
    ['a name that is not there', f('', 'await missing(1);'), 'f', 3, /^missing is not defined$/],
    [
      'a call in a chain',
      f('[1]', '  .map((x) => x)', '  .nope(1);'),
      'f',
      4,
      /nope is not a function$/,
    ],
    [
      'an outer call, after its arguments',
      f('(null as any)(', '  f.name,', '  String(1),', ');'),
      'f',
      2,
      /is not a function$/,
    ],
    ['an error of the program', f('const n = 1;', "throw new Error('mine');"), 'f', 3, /^mine$/],
    [
      'a pattern that does not fit',
      `${f('await h();')}\nasync function h() { const { x } = undefined as any; }`,
      'h',
      4,
      /undefined/,
    ],
    [
      'a function inside a callback',
      `${f('[null].forEach((x) => { g(x); });')}\nfunction g(x: any) {\n  return x.a;\n}`,
      'g',
      5,
      /reading 'a'/,
    ],
    [
      'a method',
      `${f('new K().m();')}\nclass K {\n  m() { return null!.y; }\n}`,
      'm',
      5,
      /reading 'y'/,
    ],
    [
      'a constructor',
      `${f('new K();')}\nclass K {\n  constructor() { null!.y; }\n}`,
      'constructor',
      5,
      /reading 'y'/,
    ],
    ['the module', 'const a = 1;\n\nnull!.y;', '(module)', 3, /reading 'y'/],
  ])('%s', async (_, source, fn, line, message) => {
    const { error } = await run(source, { call: 'f' });
    expect((error as Error).message).toMatch(message);
    expect(originOf(error)).toEqual({ fn, line });
  });
});

test('the function and the line of a task can be read at any time', async () => {
  const places: (Place | null)[] = [];
  const look = () => void places.push(frameOf(currentTask()));
  const source = `
export async function f() {
  look();
  for (const x of [1]) {
    look(); await g();
    (() => { look(); })(); [1].map(() => look());
  }
  const it = gen(); it.next(); look(); it.next();
  new K().v;
}
async function g() { look(); }
function* gen() { look(); yield 1; look(); }
class K { x = look(); get v() { return look(); } }
`;
  await run(source, { call: 'f', globals: { look } });
  expect(places.map((place) => `${place?.fn}:${place?.line}:${place?.depth}`)).toEqual([
    'f:3:1',
    'f:5:1',
    'g:11:2',
    'f:6:2',
    'f:6:2',
    'gen:12:2',
    'f:8:1',
    'gen:12:2',
    'f:9:1',
    'v:13:2',
  ]);
});

suite('a loop without a wait lets the host have its turns', () => {
  test.each<[name: string, source: string]>([
    ['in a thread', 'export function f() { while (!host.heard) {} }'],
    ['in an async function', 'export async function f() { for (;;) { if (host.heard) return; } }'],
    ['at the top level', 'do {} while (!host.heard); export const f = () => 1;'],
    [
      'in a method',
      'class A { m() { for (; !host.heard; ); } } export async function f() { new A().m(); }',
    ],
    [
      'by recursion',
      'const g = (n: number): number => (n === 0 ? 0 : g(n - 1)); export function f() { while (!host.heard) g(100); }',
    ],
    [
      'in a generator',
      'function* g() { while (!host.heard) {} } export function f() { for (const x of g()); }',
    ],
    [
      'over a generator',
      'function* g() { for (;;) yield 1; } export function f() { for (const x of g()) if (host.heard) break; }',
    ],
    [
      'in a constructor’s caller',
      'class A { constructor() { [1].map(() => 1); } } export async function f() { while (!host.heard) new A(); }',
    ],
  ])('%s', async (_, source) => {
    const host = { heard: false };
    // A message from outside comes in a turn of the host, and only there.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (host.heard = true);
    port2.postMessage('stop');
    const ran = await run(source, { call: 'f', globals: { host } });
    port1.close();
    expect(ran.error).toBeUndefined();
    expect(host.heard).toBe(true);
  });
});

test('a stop reaches a busy thread that asks, on a virtual clock too', async () => {
  const source = `import { fromThread } from 'anyio';
export function f() { for (let i = 0; ; i++) if (i % 100 === 0) fromThread.checkCancelled(); }`;
  const ran = await run(source, { call: 'f', stopAt: 0.02 });
  expect(ran.error).toBeInstanceOf(Cancelled);
});

test('nothing of the twins shows in a program', async () => {
  const source = `
const arrow = () => 1; function plain() {} async function later() {} class A { m() {} }
const seen = (o: any) => [Object.keys(o), Reflect.ownKeys(o).filter((k) => typeof k === 'symbol'), JSON.stringify(o)];
export const f = () => [seen(arrow), seen(plain), seen(later), seen(new A()), seen(A.prototype.m), 'call' in arrow && arrow.name];`;
  const nothing = [[], [], undefined];
  const { value } = await run(source, { call: 'f' });
  expect(value).toEqual([nothing, nothing, nothing, [[], [], '{}'], nothing, 'arrow']);
});

test('each instance has values of its own', async () => {
  const program = compiled(
    'let n = 0; export const up = () => ++n; export { n }; export default up;',
  );
  const world = { modules: {}, globals: {}, probe: quiet };
  const values = await new Loop({ clock: new VirtualClock() }).run(function* () {
    const one = yield* instantiate(program, world);
    const two = yield* instantiate(program, world);
    yield* invoke(one.exports['up'], undefined, []);
    yield* invoke(one.exports['default'], undefined, []);
    return [one.exports['n'], one.read(), two.exports['n'], two.read(), Object.keys(one.exports)];
  });
  expect(values).toEqual([2, { n: 2 }, 0, { n: 0 }, ['up', 'n', 'default']]);
});

test('what a program imports must be there when it runs', async () => {
  const { error } = await run(`\nimport { sleep, nap } from 'anyio';\nnap(sleep);`);
  expect(error).toBeInstanceOf(ImportError);
  expect((error as ImportError).diagnostics).toMatchObject([{ line: 2, column: 17 }]);
});

test('functions can be told apart', async () => {
  const program = compiled(
    'export function plain() {}\nexport const later = async () => {};\nexport function* g() {}\nexport class K {}',
  );
  await new Loop({ clock: new VirtualClock() }).run(function* () {
    const { exports } = yield* instantiate(program, { modules: {}, globals: {}, probe: quiet });
    expect(['plain', 'later', 'g', 'K'].map((name) => isPlain(exports[name]))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(describe(exports['plain'])).toEqual({ name: 'plain', line: 1, async: false });
    expect(describe(exports['later'])).toEqual({ name: 'later', line: 2, async: true });
    expect(describe(() => {})).toBeNull();
    for (const source of ['export default () => 1', 'export default function () {}']) {
      const world = { modules: {}, globals: {}, probe: quiet };
      const nameless = (yield* instantiate(compiled(source), world)).exports['default'];
      expect([describe(nameless)?.name, (nameless as () => void).name]).toEqual([
        'default',
        'default',
      ]);
    }
  });
});

test('an operation called by what is not compiled is a task, and a plain one cannot block', async () => {
  const clock = new VirtualClock();
  const give = operation(
    'give',
    function* (x: number) {
      return x;
    },
    { async: true },
  );
  const plain = operation(
    'plain',
    function* (x: number) {
      return x;
    },
    { async: false },
  );
  const value = await new Loop({ clock }).run(function* () {
    return yield* invoke(() => Promise.all([give(1), plain(2)]), undefined, []);
  });
  expect(value).toEqual([1, 2]);
  await expect(new Loop({ clock }).run(() => invoke(3, undefined, []))).rejects.toThrow(
    'value is not a function',
  );
});
