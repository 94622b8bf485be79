import { assign, call, id, lineOf, literal, member, statement, type Node } from './nodes.ts';
import type { Unit } from './unit.ts';

/**
 * How code runs. `async` and `plain` code yields traps to the kernel; generators yield traps and values;
 * `native` code (constructors, accessors, field initialisers) is called by the language itself and cannot
 * yield, so its calls are native calls.
 */
export type Kind = 'async' | 'plain' | 'generator' | 'asyncGenerator' | 'native';

export interface Origin {
  kind: Kind;
  /** An arrow function: it shares `this`, `arguments` and `super` with its parent. */
  arrow: boolean;
  /** The function's name in the trace. */
  label: string;
  /** Does it mention a watched name? */
  watches: boolean;
  /** A constructor that calls `super(…)`: an arrow in it cannot take `this` along when it is made. */
  derived?: boolean;
  /** No function of its own, but a part of its parent that runs natively, such as a parameter's default. */
  part?: boolean;
  /** Has a frame and variables of its own. */
  framed?: boolean;
  /** A private method: it is made in a field, so `super` has to be brought along. */
  carriesSuper?: boolean;
}

export type Capture = 'this' | 'arguments' | 'super' | 'superCall' | 'target';

/** The transform of one function body: what is known of the place where a node stands. */
export class Activation {
  readonly unit: Unit;
  readonly parent: Activation | null;
  readonly kind: Kind;
  readonly arrow: boolean;
  readonly label: string;
  readonly watches: boolean;
  readonly derived: boolean;
  readonly part: boolean;
  readonly framed: boolean;
  readonly carriesSuper: boolean;
  /** Variables for the middle of expressions, declared at the start. */
  readonly temporaries: string[] = [];
  readonly captures = new Set<Capture>();
  usesThis = false;
  usesSuper = false;
  /** Blocks of try statements round the place: a returned call is only a tail call outside them. */
  tries = 0;
  readonly #visit: Visitor;

  constructor(unit: Unit, visitor: Visitor, parent: Activation | null, origin: Origin) {
    this.unit = unit;
    this.#visit = visitor;
    this.parent = parent;
    this.kind = origin.kind;
    this.arrow = origin.arrow;
    this.label = origin.label;
    this.watches = origin.watches;
    this.derived = origin.derived ?? false;
    this.part = origin.part ?? false;
    this.framed = origin.framed ?? true;
    this.carriesSuper = origin.carriesSuper ?? false;
  }

  inner(origin: Origin): Activation {
    return new Activation(this.unit, this.#visit, this, origin);
  }

  get yields(): boolean {
    return this.kind !== 'native';
  }

  get frame(): Node {
    return id(this.unit.name('f'));
  }

  visit(node: Node): Node {
    return this.#visit.expression(node, this);
  }

  /** The statements of a block inside a function, or of a whole function (`var`). */
  statements(body: Node[], scope: 'let' | 'var' = 'let'): Node[] {
    return this.#visit.statements(body, this, scope);
  }

  /** One statement where only one may stand. */
  body(node: Node): Node {
    const inner = node.type === 'BlockStatement' ? (node['body'] as Node[]) : [node];
    return { type: 'BlockStatement', body: this.statements(inner), loc: node.loc ?? null };
  }

  /** A part of this code that cannot yield, with the same `this`. */
  nativePart(): Activation {
    const { label } = this;
    return this.inner({
      kind: 'native',
      arrow: true,
      part: true,
      framed: false,
      label,
      watches: false,
    });
  }

  /** Code with a `this` of its own that cannot yield and has no frame: a field's initialiser. */
  nativeField(label: string): Activation {
    return this.inner({ kind: 'native', arrow: false, framed: false, label, watches: false });
  }

  /** A variable for the middle of an expression. */
  temporary(): Node {
    let holder: Activation = this;
    while (!holder.framed && holder.parent !== null) holder = holder.parent;
    const name = this.unit.fresh('t');
    holder.temporaries.push(name);
    return id(name);
  }

  call(part: string, ...args: Node[]): Node {
    return call(this.unit.runtime(part), ...args);
  }

  site(node: Node, what: string, line = lineOf(node)): Node {
    return this.unit.constant('s', { fn: this.label, line, what });
  }

  setLine(line: number): Node {
    return assign(member(this.frame, 'line'), literal(line));
  }

  lineStatement(node: Node): Node[] {
    const line = lineOf(node);
    if (line === 0) return [];
    return [statement(this.setLine(line))];
  }

  /**
   * The function that `this`, `arguments` and `super` of this place belong to, and the outermost arrow in
   * it, which has to bring along what a generator inside it cannot see.
   */
  home(): { owner: Activation; root: Activation | null } {
    let root: Activation | null = null;
    let owner: Activation = this;
    while (owner.arrow && owner.parent !== null) {
      if (!owner.part) root = owner;
      owner = owner.parent;
    }
    return { owner, root };
  }
}

export interface Visitor {
  expression(node: Node, act: Activation): Node;
  statements(body: Node[], act: Activation, scope: 'let' | 'var'): Node[];
}
