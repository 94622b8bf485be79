/**
 * Programs whose output the language itself settles: each runs compiled and as it is, and must print the
 * same. `log` prints.
 */
export const PROGRAMS: Record<string, string> = {
  'class with constructor, methods, accessors and static parts': `
    class Shelf {
      static count = 0;
      static #secret = 7;
      static { Shelf.count = 10; log('static', this.#secret, this === Shelf); }
      #books: string[] = [];
      label = 'shelf ' + ++Shelf.count;
      upper = () => this.label.toUpperCase();
      constructor(public readonly room: string, first?: string) { if (first) this.add(first); }
      add(title: string): this { this.#books.push(title); return this; }
      get size() { return this.#books.length; }
      set size(n: number) { this.#books.length = n; }
      static of(...titles: string[]) { const s = new Shelf('x'); for (const t of titles) s.add(t); return s; }
      #hidden(n: number) { return n * 2 + this.size; }
      static #own() { return 'own'; }
      reveal(n: number) { return [this.#hidden(n), Shelf.#own()]; }
      static is(x: object) { return #books in x; }
      ['comp' + 'uted'](x = this.size) { return x; }
    }
    const s = new Shelf('A', 'Dune');
    log(s.size, s.label, s.upper(), s.room, s.add('Emma').add('Ulysses').size);
    s.size = 1;
    log(s.size, Shelf.of('a', 'b').size, s.reveal(4), Shelf.is(s), Shelf.is({}), s.computed(), s.computed(9));
    log(Object.keys(s), Object.getOwnPropertyNames(Shelf.prototype), Object.getOwnPropertyNames(Shelf).sort());
    log(Shelf.name, Shelf.length, s.add.name, s.add.length, (s as any).computed.name, typeof Shelf, s instanceof Shelf);
    try { (Shelf as any)(); } catch (e) { log((e as Error).name, (e as Error).message); }
    try { new (s.add as any)(); } catch (e) { log((e as Error).name); }
  `,
  'inheritance and super': `
    class A {
      constructor(protected n: number) { log('A', new.target.name); }
      who() { return 'A' + this.n; }
      async later(x: number) { return x + this.n; }
      static make(n: number) { return new this(n); }
      get value() { return this.n; }
    }
    class B extends A {
      extra = this.n * 2;
      constructor(n: number, private tag = 'tag') { super(n + 1); log('B', this.extra, this.tag); }
      who() { const f = () => super.who() + '!'; return 'B' + super.who() + f(); }
      async later(x: number) { const g = async () => (await super.later(x)) + 1; return (await super.later(x)) + (await g()); }
      static make(n: number) { return super.make(n * 10); }
      get value() { return super.value + 100; }
      #quiet() { return 'quiet ' + super.who(); }
      say() { return this.#quiet(); }
    }
    const b = B.make(1) as B;
    log(b.who(), b.value, b.say(), await b.later(5), b instanceof A);
    class Late extends A { f: () => number; constructor() { const early = () => this.n; super(3); this.f = early; log(this.f()); } }
    new Late();
    class Silent extends A {}
    log(new Silent(4).who());
    class Err extends Error { constructor(m: string) { super(m); this.name = 'Err'; } }
    try { throw new Err('bad'); } catch (e) { log(e instanceof Err, e instanceof Error, String(e)); }
    const o = { __proto__: { hi() { return 'proto'; } }, hi() { return super.hi() + ' own'; }, get x() { return super.hi(); } };
    log((o as any).hi(), (o as any).x, Object.keys(o));
    log((() => { class X { static y = 1; static z = X.y + 1; } return X.z; })());
    const Named = class Inner { self() { return Inner.name; } };
    log(new Named().self(), class {}.name, (class { static a = 1 }).a);
  `,
  'abstract class, interface, overloads, generics': `
    interface Shape<T> { area(): T }
    abstract class Base<T extends number> implements Shape<T> { abstract area(): T; abstract name: string; twice(): number { return this.area() * 2; } declare ghost: string; [key: string]: unknown; }
    class Square extends Base<number> { name = 'sq'; constructor(readonly side: number) { super(); } override area() { return this.side ** 2; } }
    function pick(x: string): string; function pick(x: number): number; function pick(x: any) { return x; }
    const ident = <T,>(x: T): T => x;
    const arr = ident<number[]>([1, 2])!;
    let maybe: string | undefined = 'yes';
    log(new Square(3).twice(), pick(1), pick('a'), ident<string>('q'), (arr as any)[0], maybe!.length, ({ a: 1 } satisfies object).a);
    type Fn = (this: Square, n: number) => void;
    function withThis(this: Square, n: number) { return this.side + n; }
    log(withThis.call(new Square(2), 5), withThis.length, 'ghost' in new Square(1));
    function isText(x: unknown): x is string { return typeof x === 'string'; }
    log(isText('a'), <number>(3 as unknown), new Map<string, number>([['a', 1]]).get('a'));
    declare const nowhere: number; declare function nobody(): void;
    let x!: number; x = 3; log(x);
    (x as any) = 4; log(x); x! += 1; log(x);
  `,
  enums: `
    enum Size { Small, Medium = 5, Large, Twice = Medium * 2, Both = Small | Large }
    enum Word { A = 'a', B = 'b-' + 'c', 'odd-name' = 'x' }
    const enum Flag { On = 1 << 2, Off = ~1 }
    log(Size.Large, Size[5], Size['Twice'], Size.Both, Size, Word.A, Word['odd-name'], Flag.On, Flag.Off);
    function local() { enum In { One = 1, Two, In } return In.Two + In.In; }
    log(local());
  `,
  closures: `
    const fs: (() => number)[] = [];
    for (let i = 0; i < 3; i++) fs.push(() => i++);
    log(fs.map((f) => f()), fs.map((f) => f()));
    for (const x of [1, 2]) { let y = x * 2; fs.push(() => y++ + x); }
    log(fs.slice(3).map((f) => f()));
    function counter() { let n = 0; return { up: () => ++n, get n() { return n; }, down() { return --n; } }; }
    const c = counter(); c.up(); c.up(); c.down(); log(c.n);
    const fib = function f(n: number): number { return n < 2 ? n : f(n - 1) + f(n - 2); };
    log(fib(12), fib.name, fib.length);
    const curry = (a: number) => (b: number) => (d: number) => a + b * d; log(curry(1)(2)(3));
  `,
  hoisting: `
    log(even(4), odd(4), typeof later);
    function even(n: number): boolean { return n === 0 || odd(n - 1); }
    function odd(n: number): boolean { return n !== 0 && even(n - 1); }
    export function shared() { return helper() + 1; }
    export default function named() { return 1; }
    var later = 3;
    function helper() { return inner(); function inner() { return 41; } }
    log(shared());
    { log(block()); function block() { return 'in block'; } }
    if (true) { function block() { return 'in if'; } log(block()); }
    switch (2 as number) { case 1: function fromCase() { return 'case'; } case 2: log(fromCase()); }
    try { log(tdz); } catch (e) { log((e as Error).name); } let tdz = 1;
    function twice() { return 1; } 
    log(twice());
    function outer() { return g(); function g() { return 1; } function h() { return 2; } }
    log(outer());
  `,
  destructuring: `
    const { a, b: { c = 5, ...rest }, ['d' + 1]: d1 = say('default') } = { a: 1, b: { x: 1, y: 2 }, e: 3 } as any;
    log(a, c, rest, d1);
    const [p, , q = 3, ...r] = [1, 2, undefined, 4, 5]; log(p, q, r);
    let m = 1, n = 2; [m, n] = [n, m]; log(m, n);
    const o: any = {}; ({ x: o.y, z: o['w'] = say('w') } = { x: 1 } as any); log(o);
    function f({ title, n: [first, ...others] = [say('n')] as any }: any = {}, ...more: any[]) { return [title, first, others, more]; }
    log(f(), f({ title: 't', n: [1, 2, 3] }, 4, 5), f.length);
    for (const { k, v = k + say('!') } of [{ k: 'a' }, { k: 'b', v: 'c' }] as any) log(k, v);
    for (const [key, value] of Object.entries({ x: 1, y: 2 })) log(key, value);
    try { const { z } = null as any; } catch (e) { log((e as Error).name); }
    try { throw { code: 3, text: 'x' }; } catch ({ code, text = say('t') }) { log(code, text); }
    for (o.i of [7, 8]) log(o.i); for (const key in { q: 1, w: 2 }) log(key); let ki; for (ki in [5, 6]) log(ki);
    const { length } = 'four'; log(length);
    function say(x: string) { log('say', x); return x; }
  `,
  'default values that call functions': `
    let n = 0; const next = () => ++n;
    function f(a = next(), b = a + next(), { c = next() } = {} as any) { return [a, b, c]; }
    log(f(), f(10), f(1, 2, { c: 3 }), f.length);
    const g = async (x = next(), y = next()) => x + y; log(await g(), await g(1));
    class K { m(z = next(), ...rest: number[]) { return [z, ...rest, arguments.length]; } constructor(public v = next()) {} }
    log(new K().m(), new K(5).v, new K().m(undefined, 8, 9));
    const o = { k(q = next()) { return q; } }; log(o.k(), o.k(0));
    function* gen(w = next()) { yield w; } log([...gen()]);
    try { (function bad(x = boom()) { return x; })(); } catch (e) { log((e as Error).message); } function boom() { throw new Error('boom'); }
    log(((a, b = () => a) => b())(4), (function (a, b = arguments.length) { return b; })(1));
  `,
  generators: `
    function* count(to: number): Generator<number, string, any> { for (let i = 0; i < to; i++) { const got = yield i; if (got) log('got', got); } return 'end'; }
    const g = count(3); log(g.next(), g.next('x'), g.next(), g.next(), g.next());
    log([...count(3)], Array.from(count(2)), Math.max(...count(4)));
    for (const x of count(5)) { if (x === 2) break; log(x); }
    function* nested() { const r = yield* count(2); log('r', r); yield* [7, 8]; return 1; }
    log([...nested()]);
    function* cleans() { try { yield 1; yield 2; } catch (e) { log('caught', e); yield 'c'; } finally { log('clean'); } }
    for (const x of cleans()) { log(x); break; }
    const h = cleans(); h.next(); log(h.throw('err'), h.next(), h.next());
    const k = cleans(); k.next(); log(k.return('r'), k.next());
    const u = cleans(); log(u.return(5), u.next());
    function* stubborn() { try { yield 1; } finally { yield 2; } } const st = stubborn(); st.next(); log(st.return(9), st.next(), st.next());
    function* over() { try { yield 1; } finally { return 'mine'; } } const ov = over(); ov.next(); log(ov.return(9));
    function* outer() { try { yield* cleans(); } finally { log('outer clean'); } } for (const x of outer()) { log(x); break; }
    const oo = outer(); oo.next(); log(oo.throw('in'), oo.next());
    const [first, second] = count(9); log(first, second);
    class Tree { constructor(public kids: any[]) {} *[Symbol.iterator](): any { for (const k of this.kids) if (k instanceof Tree) yield* k; else yield k; } *named() { yield this.kids.length; } }
    log([...new Tree([1, new Tree([2, new Tree([3])]), 4])], [...new Tree([1]).named()]); for (const x of new Tree([5, 6])) log(x);
    const o = { *items() { yield arguments.length; yield this === o; } }; log([...(o.items as any)(1, 2)], [...o.items()]);
    try { const z: any = (function* () { z.next(); yield 1; })(); z.next(); } catch (e) { log((e as Error).message); }
    log(typeof count(1)[Symbol.iterator], count(1)[Symbol.iterator]() !== undefined, Object.prototype.toString.call(count(1)));
    log([...(count(5) as any).map((x: number) => x * 2).filter((x: number) => x > 2)]);
    function* lazy() { log('never'); yield 1; } lazy(); log('made');
    function* withThis(this: any) { yield this.v; } log([...withThis.call({ v: 3 })]);
    try { for (const x of count(3)) { throw new Error('out ' + x); } } catch (e) { log((e as Error).message); }
    lbl: for (const x of count(3)) { for (const y of count(3)) { if (y === 1) continue lbl; if (x === 2) break lbl; log(x, y); } }
  `,
  'async generators and for await': `
    async function* ticks(n: number) { try { for (let i = 0; i < n; i++) { await null; const got = yield i; if (got) log('got', got); } return 'end'; } finally { await null; log('closed'); } }
    for await (const x of ticks(3)) log(x);
    for await (const x of ticks(5)) { if (x === 1) break; log(x); }
    for await (const x of [Promise.resolve(1), 2]) log(x);
    try { for await (const x of ticks(3)) { if (x === 1) throw new Error('mine'); } } catch (e) { log((e as Error).message); }
    const g = ticks(2); log(await g.next(), await g.next('y'), await g.next(), await g.next());
    const h = ticks(2); await h.next(); log(await h.return('r'), await h.next());
    const k = ticks(2); await k.next(); try { await k.throw(new Error('t')); } catch (e) { log((e as Error).message); }
    async function* both() { const r = yield* ticks(2); log('r', r); yield* [8, Promise.resolve(9)]; }
    for await (const x of both()) log(x);
    const obj = { [Symbol.asyncIterator]() { let i = 0; return { async next() { return { value: i, done: i++ > 1 }; }, async return() { log('returned'); return {} as any; } }; } };
    for await (const x of obj) log(x); for await (const x of obj) { log(x); break; }
    outer: for (const a of [1, 2]) { for await (const b of ticks(2)) { if (b === 1) continue outer; log(a, b); } }
    class S { async *[Symbol.asyncIterator]() { yield* ticks(1); } async *list(n = 2) { for (let i = 0; i < n; i++) yield i; } }
    for await (const x of new S()) log(x); for await (const { length } of (async function* () { yield 'abc'; })()) log(length);
    const all: number[] = []; for await (const i of new S().list()) all.push(i); log(all);
    async function find() { for await (const x of ticks(9)) if (x === 2) return 'found ' + x; } log(await find());
    try { for await (const x of (async function* () { yield 1; throw new Error('inside'); })()) log(x); } catch (e) { log((e as Error).message); }
    try { for await (const x of 5 as any) log(x); } catch (e) { log((e as Error).name); }
    const q = ticks(3); log(await Promise.all([q.next(), q.next(), q.next(), q.next()])); log(Object.prototype.toString.call(q));
  `,
  'using declarations': `
    const res = (name: string) => ({ name, [Symbol.dispose]() { log('dispose', name); }, async [Symbol.asyncDispose]() { await null; log('async dispose', name); } });
    function f(early: boolean) { using a = res('a'); using b = res('b'); if (early) return 'early ' + b.name; log(a.name); return 'late'; }
    log(f(true), f(false));
    async function g() { await using a = res('x'); using n = null; log('in', a.name); await null; }
    await g();
    try { (() => { using a = res('t'); throw new Error('body'); })(); } catch (e) { log((e as Error).message); }
    try { (() => { using a = { [Symbol.dispose]() { throw new Error('d'); } }; throw new Error('body'); })(); } catch (e: any) { log(e.name, e.error.message, e.suppressed.message); }
    for (using x of [res('1'), res('2')]) log('loop', x.name);
    { using z = res('block'); log(hoisted()); function hoisted() { return z.name; } }
    try { using bad = {} as any; } catch (e) { log((e as Error).name); }
    class R { #n = 1; [Symbol.dispose]() { log('R', this.#n); } } { using r = new R(); }
    async function loopy() { for (const i of [1, 2, 3]) { await using r = res('l' + i); if (i === 2) break; } } await loopy();
  `,
  'switch, labels, loops': `
    function sw(x: any) { switch (x) { case 1: return 'one'; case two(): log('fell'); default: log('default'); case 'z': { const q = 'zed'; return q; } } }
    function two() { return 2; }
    log(sw(1), sw(2), sw(3), sw('z'));
    outer: for (let i = 0; ; i++) { inner: for (let j = 0; j < 5; j++) { if (j === 2) continue outer; if (i === 2) break outer; if (j === 1) continue inner; log(i, j); } }
    let n = 3; do { log(n); } while (--n); while (true) { if (n++ > 2) break; }
    blk: { log('in'); if (n) break blk; log('never'); }
    a: b: for (;;) { break a; }
    for (let i = 0, j = 10; i < j; i += 4, j--) log(i, j);
    for (const k in { a: 1, b: 2 }) { if (k === 'a') continue; log(k); }
    for (const ch of 'hi') log(ch); for (const [k, v] of new Map([['m', 1]])) log(k, v); for (const x of new Set([3])) log(x);
    var i = 0; for (; i < 2; ) i++; log(i); if (i) log('yes'); else log('no'); if (!i) log('x'); else if (i === 2) log('two');
    switch (n) { case 4: let q = 1; log(q); break; case 5: log('five'); }
    for (var v of [1, 2]); log(v); for (let x = 0; x < 2; x++) { let x = 'inner'; log(x); }
    try { for (const x of 5 as any) log(x); } catch (e) { log((e as Error).name); }
    loop: while (true) switch (n++) { case 100: break loop; default: if (n > 102) break loop; continue loop; } log(n);
  `,
  'optional chains': `
    const o: any = { f(x: any) { return [this === o, x]; }, g: { h() { return this === o.g; }, n: null }, s: 'str', list: [() => 1] };
    let none: any; let calls = 0; const arg = () => ++calls;
    log(o?.f(arg()), none?.f(arg()), none?.f?.(arg()), o.zz?.(arg()), o.g?.h(), o.g?.n?.x.y.z(arg()), calls);
    log(o?.['f']?.(1), o.g.n?.[arg()], o?.s?.toUpperCase().slice(1), none?.a.b.c, o.list?.[0](), (none?.x)?.y, calls);
    log(delete o?.s, delete none?.x, delete o.f?.(1)[0], 's' in o);
    log((o?.f)(1), (o.g?.h)());
    const mk = (v: any) => { log('mk'); return v; }; log(mk(o)?.f(2), mk(null)?.f(arg()), calls);
    log(await none?.f(), await o?.f(3), await (async () => o)()?.then((x: any) => x === o));
    const fn: any = (a: number, ...b: number[]) => [a, b]; log(fn?.(1, ...[2, 3]), fn?.call(null, 9), none?.(arg()), calls);
    class P { #q = 4; read(x?: P) { const q = x?.#q; return q; } m() { return 5; } static s?: P; } log(new P().read(), new P().read(new P()), new P()?.m());
    log(none ?? 'd', none?.a ?? arg(), (o.cnt ??= arg()), (o.cnt ||= 9), (o.cnt &&= 7), o.cnt);
    try { o.g.missing.call(); } catch (e) { log((e as Error).name); }
    log(\`\${none?.x} \${o?.g?.h()}\`, [...(none?.list ?? [1])], typeof none?.x, !none?.x);
  `,
  'awaits in every place': `
    const f = async (x: any) => x; const p = Promise.resolve(4);
    log(await f(1) + await p * (await f(2)), [await f(1), ...(await f([2, 3]))], { a: await p, [await f('k')]: await f(5) }, \`\${await f('t')}\`);
    log((await f({ m: (x: any) => x + 1 })).m(await f(9)), await (await f(f))(8), (await f(true)) ? await f('y') : await f('n'));
    if (await f(false)) log('no'); else if (await f(1)) log('yes');
    for (let i = await f(0); i < (await f(2)); i += await f(1)) log(i);
    for (const x of await f([7])) log(x); while (!(await f(true))); do {} while (await f(false));
    switch (await f(2)) { case await f(2): log('two'); }
    const { z = await f('def'), ...others } = await f({ y: 1 }); log(z, others);
    const fn = async (a: any, { b } = { b: 2 }) => { try { return await a; } catch { return await f('c'); } finally { await f(0); } };
    log(await fn(Promise.reject(1)), await fn(p)); let v: any = 1; v += await f(2); v ||= await f(3); log(v);
    log(await null, await undefined, await 5, await ({ then(r: any) { r('thenable'); } } as any), (await f(0), await f(1)), void (await f(1)), typeof (await f('')), -(await f(3)), !(await f(1)));
    log(await Promise.all([f(1), f(2), p]), await Promise.race([f('r')]), await Promise.allSettled([f(1), (async () => { throw new Error('s'); })()]));
    throwing: try { throw await f(new Error('thrown')); } catch (e) { log((e as Error).message); break throwing; }
    log(await (async () => { return f(f(3)); })(), await (async () => p)(), await (() => f('plain'))(), await (async function () { return arguments.length; } as any)(1, 2));
    log(await new Promise((res) => res(f('inner'))), (await import0()).x); async function import0() { return { x: 1 }; }
    class K { static async s() { return await this.t(); } static t = async () => 't'; async m() { return [await this.n(), await K.s()]; } n() { return f('n'); } } log(await new K().m());
    log(await (await f(async () => 'deep'))(), await f?.(6), (await f([1, 2]))[await f(1)], new (await f(Array))(await f(3)).length);
    const arrow = async () => await f(await f(await f('nest'))); log(await arrow()); const tag = (s: any, ...v: any[]) => s.raw.join('|') + v; log(tag\`a\${await f(1)}b\${2}\\n\`);
    log(await Promise.reject(new Error('rej')).catch((e: Error) => e.message), await f(1) in { 1: 1 }, (await f(new Date(0))) instanceof Date, 2 ** (await f(3)));
    const late = f('started'); log('before'); log(await late);
  `,
  'try, catch, finally': `
    function f(how: string): any { try { if (how === 'ret') return 'r'; if (how === 'throw') throw new Error('t'); log('body'); } catch (e) { log('catch', (e as Error).message); return 'c'; } finally { log('fin'); if (how === 'over') return 'over'; } return 'end'; }
    log(f('ret'), f('throw'), f(''), f('over'));
    function g() { for (const i of [1, 2, 3]) { try { if (i === 1) continue; if (i === 2) break; } finally { log('f', i); } } return 'g'; } log(g());
    function swallow() { for (;;) { try { throw new Error('x'); } finally { break; } } return 'swallowed'; } log(swallow());
    function rethrow() { try { try { throw new Error('1'); } finally { throw new Error('2'); } } catch (e) { return (e as Error).message; } } log(rethrow());
    async function h() { try { await Promise.reject(new Error('rej')); } catch (e) { return (e as Error).message; } finally { await null; log('afin'); } } log(await h());
    try { throw 1; } catch { log('no binding'); } try { null!.x; } catch (e) { log((e as Error).name); }
    async function order() { const l: string[] = []; try { l.push('a'); return l; } finally { l.push('b'); await null; l.push('c'); } } log(await order());
    async function late() { try { return Promise.reject(new Error('escapes')); } catch { return 'caught'; } } log(await late().catch((e) => e.message));
    const e1 = new Error('outer', { cause: 'c' }); try { throw e1; } catch (e) { log(e === e1, (e as any).cause); }
    function lbl() { out: try { return 'a'; } finally { break out; } return 'b'; } log(lbl()); var ee = 1; try { throw 2; } catch (ee) { log(ee); } log(ee);
    try { undefinedName; } catch (e) { log((e as Error).name, (e as Error).message); } try { (void 0 as any)(); } catch (e) { log((e as Error).name); }
    try { const c = 1; (c as any) = 2; } catch (e) { log((e as Error).name); } try { Object.freeze([]).push(1 as never); } catch (e) { log((e as Error).name); }
  `,
  'callbacks given to built-ins': `
    const n = [3, 1, 2]; const double = (x: number) => x * 2; function add(a: number, b: number) { return a + b; }
    log(n.map(double), n.filter((x) => x > 1), n.reduce(add), [...n].sort((a, b) => a - b), n.find((x) => x === 2), n.some(Boolean), n.every((x) => x), n.flatMap((x) => [x, x]));
    n.forEach(function (this: any, x, i) { log(x, i, this.t); }, { t: 1 }); log(Array.from({ length: 3 }, (_, i) => i * i), 'a-b'.replace(/-/g, () => '+'), JSON.stringify({ a: 1, b: [1] }, (k, v) => (k === 'a' ? undefined : v)));
    log(await new Promise((resolve) => setTimeout(() => resolve('timer'), 1)), await Promise.resolve(1).then(double).then((x) => { throw x; }).catch((x) => x + 1).finally(() => log('fin')));
    log(await Promise.all(n.map(async (x) => { await null; return x * 10; })), Object.fromEntries(Object.entries({ a: 1 }).map(([k, v]) => [k, double(v)])));
    const m = new Map([[1, 'a']]); m.forEach((v, k) => log(v, k)); log([1, 2, 3].toSorted((a, b) => b - a), Object.groupBy([1, 2, 3], (x) => (x % 2 ? 'odd' : 'even')));
    const p = new Proxy({} as any, { get: (t, k) => String(k) + '!' }); log(p.hello); const bound = add.bind(null, 5); log(bound(1), bound.name, bound.length, add.call(null, 1, 2), add.apply(null, [3, 4]));
    log([1, [2]].toString(), \`\${{ toString() { return 'ts'; } }}\`, +{ valueOf: () => 4 }, [..."ab"].map((c, i, all) => all.length)); class V { constructor(public x: number) {} [Symbol.toPrimitive](h: string) { return h === 'number' ? this.x : 'v'; } } log(+new V(3), \`\${new V(1)}\`);
    function Old(this: any, x: number) { this.x = x; } Old.prototype.get = function () { return this.x; }; const old = new (Old as any)(6); log(old.get(), old instanceof (Old as any), old.constructor === Old);
    log(typeof double, double.name, double.length, double.hasOwnProperty('prototype'), Object.keys(double), Reflect.ownKeys(double).sort(), Object.getPrototypeOf(double) === Function.prototype, Object.getOwnPropertySymbols(add).length);
    try { new (double as any)(); } catch (e) { log((e as Error).name); } log(queueMicrotask.length, structuredClone({ a: [1] }));
  `,
  'this, arguments and names': `
    const o = { v: 1, m() { return [1].map(() => [2].map(() => this.v + arguments.length))[0]; }, a: () => typeof this, async am() { return (async () => this.v)(); }, get g() { return (() => this.v)(); }, set g(x) { this.v = x; }, ['c' + 1]: () => 'c1', async ['am' + 2]() { return this.v; } } as any;
    log(o.m(1, 2), o.a(), await o.am(), o.g, (o.g = 5), o.v, o.c1(), await o.am2()); const { m } = o; try { m(); } catch (e) { log((e as Error).name); }
    function args() { const inner = () => arguments[0]; return [arguments.length, inner(), [...arguments].join()]; } log((args as any)('x', 'y'));
    log((function () { return typeof this; } as any)(), (function f() { return f.name; })(), (() => {}).name, o.m.name, o.am.name, Object.getOwnPropertyDescriptor(o, 'g')!.get!.name, o.c1.name);
    let a1 = () => 1, b1 = function () {}, c1 = class {}, d1 = async () => {}; log(a1.name, b1.name, c1.name, d1.name); const { x1 = () => 2 } = {} as any; log(x1.name); let e1; e1 = () => 3; log(e1.name);
    log(((...xs: number[]) => xs.length)(1, 2, 3), Math.max(...[1, 5], ...[2]), String(((a: number, b = 2, ...c: number[]) => 0).length));
    class T { f = () => this; static s = () => this; g = function (this: any) { return this; }; h() { return () => () => this; } n = [() => this][0]; } const t = new T(); log(t.f() === t, T.s() === T, t.g() === t, t.h()()() === t, t.n() === t);
    log(JSON.stringify({ toJSON() { return 'j'; } }), [3, 2].sort().concat([1]).length, ((a, b) => b)(1, ...[2, 3]), eval0()); function eval0() { return (0, args)().length; }
    log(new Date(0).getTime(), new (class { constructor(...a: any[]) { log('ctor', a.length, new.target !== undefined); } })(1, ...[2, 3]) !== null, new Array(3).length, new Map().size, new class { x = 1 }().x);
  `,
  'literals and operators': `
    log(1n + 2n ** 64n, 0x1f, 0b11, 1_000, /a(?<n>b)/dgu.exec('ab')!.groups!.n, /[\\p{L}--[a]]/v.test('b'), 'é'.normalize('NFD').length, '\\u{1F600}', \`a\${1}\${\`b\${2}\`}\`, String.raw\`\\n\${1}\`);
    let a = 5; a **= 2; log(a, 2 ** 3 ** 2, (-2) ** 2, a++ + ++a, a-- - --a, ~a, a >>> 1, a << 2, a & 3 | 4 ^ 1, (1, 2), a ? b() : c()); function b() { return 'b'; } function c() { return 'c'; }
    log(null ?? (undefined || 'x'), typeof undefined, void 0, 'a' in { a: 1 }, [] instanceof Array, !0, +'3', -'3', 1 < 2 === true, '5' * 1 as any, 7 % 4, [, 1, , 2].length, [...'ab', ...[1]]);
    const sym = Symbol('s'); const o = { [sym]: 1, 'quoted-key': 2, 3: 'three', async: 1, get: 2, set: 3, static: 4, await0: 5, ...{ spread: 1 }, ...null }; log(o[sym], o, delete (o as any).get, o);
    var x; x = a > 3 && b() || c(); log(x, (a, b)(), (() => ({ obj: 1 }))(), ((a) => a)({ a }), ((x) => -x)(1), !(() => 0)(), (a ? b : c)(), (b || c)(), [b][0](), ({ b }).b(), (function () { return 1; })(), (() => 2)());
    const tag = (s: TemplateStringsArray, ...v: any[]) => [s.raw, v, s === same(s)]; function same(s: any) { return s; } log(tag\`x\${1}y\\t\`, o['quoted-key'], ({ tag }).tag\`q\`); const once = new Set(); for (const i of [1, 2]) ((s: any) => once.add(s))\`lit\`; log(once.size);
    if (a) ; else b(); ; { } debugger; label: ; log(Number.MAX_SAFE_INTEGER, 1e21, 0.1 + 0.2, -0, NaN, Infinity, [1, 2, 3].at(-1), 'x'.padStart(3, '-'), [..."👍a"].length); 'not a directive'; "use strict";
    let { $ = 1, $$ = 2, _ = 3 } = {} as any; const $f = 4, $s1 = 5, $t1 = 6; log($, $$, _, $f, $s1, $t1, $f + $$); var async = 1, of = 2, get = 3, from = 4, type = 5, as = 6; log(async + of + get + from + type + as);
  `,
  'getters in hot code, recursion, private brand': `
    class Node1 { next: Node1 | null = null; constructor(public v: number) {} get last(): Node1 { return this.next ? this.next.last : this; } } const h = new Node1(1); h.next = new Node1(2); log(h.last.v);
    function depth(n: number): number { return n === 0 ? 0 : 1 + depth(n - 1); } log(depth(1000)); const hanoi = (n: number, a: string, b: string, c: string): number => n === 0 ? 0 : hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a); log(hanoi(8, 'a', 'b', 'c'));
    async function adepth(n: number): Promise<number> { return n === 0 ? 0 : 1 + (await adepth(n - 1)); } log(await adepth(300)); function ack(m: number, n: number): number { return m === 0 ? n + 1 : n === 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); } log(ack(2, 3));
    const memo = new Map<number, number>(); const fib = (n: number): number => { if (n < 2) return n; const known = memo.get(n); if (known !== undefined) return known; const v = fib(n - 1) + fib(n - 2); memo.set(n, v); return v; }; log(fib(50));
    function* perms<T>(xs: T[]): Generator<T[]> { if (xs.length < 2) { yield xs; return; } for (let i = 0; i < xs.length; i++) for (const p of perms([...xs.slice(0, i), ...xs.slice(i + 1)])) yield [xs[i]!, ...p]; } log([...perms([1, 2, 3])].map((p) => p.join('')).join());
    class Acc { static #n = 0; static bump() { return ++Acc.#n; } static get n() { return Acc.#n; } #v = 1; get v() { return this.#v; } set v(x) { this.#v = x; } inc() { this.#v++; this.#v += 2; return this.#v; } async later() { this.#v = await Promise.resolve(this.#v * 2); return this.#v; } get #priv() { return 'gp'; } p() { return this.#priv; } } Acc.bump(); log(Acc.bump(), Acc.n, new Acc().inc(), await new Acc().later(), new Acc().p());
  `,
};
