import type { Diagnostic } from '../../engine.ts';
import { declare, id, literal, member, record, type Node } from './nodes.ts';

/** What one compilation gathers: constants of the generated code, warnings, and names that are used. */
export class Unit {
  readonly watched: ReadonlySet<string>;
  readonly warnings: Diagnostic[] = [];
  /** What the transform cannot do. */
  readonly refusals: Diagnostic[] = [];
  /** Constants that the generated code starts with. */
  readonly constants: Node[] = [];
  /** Names that stand for values somewhere; an import that is none of them is a type. */
  readonly used = new Set<string>();
  readonly #prefix: string;
  #count = 0;

  constructor(source: string, watched: string[]) {
    this.watched = new Set(watched);
    this.#prefix = freePrefix(source);
  }

  /** A part of the runtime: `$.call`. */
  runtime(part: string): Node {
    return member(id(this.#prefix), part);
  }

  get runtimeName(): string {
    return this.#prefix;
  }

  /** A name that the program does not use; the same for the same word. */
  name(word: string): string {
    return `${this.#prefix}${word}`;
  }

  /** A new name that nothing uses. */
  fresh(word: string): string {
    return `${this.#prefix}${word}${++this.#count}`;
  }

  /** A constant object, made once and not at each call. */
  constant(word: string, fields: Record<string, string | number | boolean>): Node {
    const name = this.fresh(word);
    const values = Object.entries(fields).map(([field, value]) => [field, literal(value)] as const);
    this.constants.push(declare('const', id(name), record(Object.fromEntries(values))));
    return id(name);
  }
}

/** More dollar signs than any name of the program has in a row, so that no name can clash. */
function freePrefix(source: string): string {
  let longest = 0;
  for (const [run] of source.matchAll(/\$+(?!\{)/g)) longest = Math.max(longest, run.length);
  return '$'.repeat(longest + 1);
}
