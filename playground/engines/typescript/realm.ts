/**
 * The language's own objects, by what they are called, and what of the platform the engine and programs stand on.
 * Any other object of the host is out of a program's way: what it changes there, it changes on purpose.
 */
const NAMES = [
  ...[
    'Object',
    'Function',
    'Array',
    'String',
    'Number',
    'Boolean',
    'Symbol',
    'BigInt',
    'RegExp',
    'Date',
  ],
  ...[
    'Map',
    'Set',
    'WeakMap',
    'WeakSet',
    'WeakRef',
    'FinalizationRegistry',
    'Promise',
    'Proxy',
    'Iterator',
  ],
  ...['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'],
  ...['AggregateError', 'ArrayBuffer', 'DataView', 'Uint8Array', 'Int32Array', 'Float64Array'],
  ...['Math', 'JSON', 'Reflect', 'Atomics', 'Intl'],
  ...[
    'EventTarget',
    'Event',
    'MessagePort',
    'AbortController',
    'AbortSignal',
    'URL',
    'URLSearchParams',
  ],
  ...[
    'TextEncoder',
    'TextDecoder',
    'Request',
    'Response',
    'Headers',
    'ReadableStream',
    'Blob',
    'console',
  ],
];

/** They have no name: reached by a value that has them as its prototype. */
function nameless(): object[] {
  const prototypes = [
    [][Symbol.iterator](),
    new Map()[Symbol.iterator](),
    new Set()[Symbol.iterator](),
    ''[Symbol.iterator](),
    function* () {},
    async function* () {},
    async function () {},
    new Uint8Array(),
  ].flatMap(chainOf);
  return [...new Set(prototypes)];
}

function chainOf(value: object): object[] {
  const chain: object[] = [];
  for (let at = Object.getPrototypeOf(value) as object | null; at !== null;) {
    chain.push(at);
    at = Object.getPrototypeOf(at) as object | null;
  }
  return chain;
}

type Properties = Map<PropertyKey, PropertyDescriptor>;

/**
 * The world that every program finds: the global object, and the language's own. A program may change all of it,
 * and the next run must not meet what it left. Each run in a context of its own would be cleaner; a worker has
 * only one.
 */
export class Realm {
  readonly #before: readonly (readonly [object, Properties])[];

  /** Remembers how everything is now. */
  constructor(also: readonly object[] = []) {
    const world = globalThis as Record<string, unknown>;
    const named = NAMES.flatMap((name) => {
      const value = world[name] as { prototype?: unknown } | undefined;
      return [value, value?.prototype].filter(isObject);
    });
    const all = new Set([globalThis, ...named, ...nameless(), ...also]);
    this.#before = [...all].map((one) => [one, propertiesOf(one)] as const);
  }

  /** Put everything back. What a program has made so that it cannot be taken back stays. */
  restore(): void {
    for (const [one, before] of this.#before) {
      const keys = Reflect.ownKeys(one);
      for (const key of keys) if (!before.has(key)) Reflect.deleteProperty(one, key);
      for (const [key, was] of before)
        if (!same(was, Reflect.getOwnPropertyDescriptor(one, key)))
          Reflect.defineProperty(one, key, was);
    }
  }
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

const propertiesOf = (one: object): Properties =>
  new Map(Reflect.ownKeys(one).map((key) => [key, Reflect.getOwnPropertyDescriptor(one, key)!]));

const same = (was: PropertyDescriptor, is: PropertyDescriptor | undefined): boolean =>
  is !== undefined &&
  Object.is(was.value, is.value) &&
  was.get === is.get &&
  was.set === is.set &&
  was.writable === is.writable &&
  was.enumerable === is.enumerable &&
  was.configurable === is.configurable;
