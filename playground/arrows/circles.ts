/** Who imports whom. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * The import circles: groups of files of which each reaches each other one, with their names sorted.
 * Tarjan's algorithm for strongly connected components.
 */
export function circles(graph: Graph): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();

  /** Returns the earliest file, by order of visit, that this one reaches. */
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    stack.push(file);
    onStack.add(file);
    let earliest = own;
    for (const next of graph.get(file) ?? []) {
      const seen = order.get(next);
      if (seen === undefined) earliest = Math.min(earliest, visit(next));
      else if (onStack.has(next)) earliest = Math.min(earliest, seen);
    }
    if (earliest === own) {
      const members = stack.splice(stack.indexOf(file));
      for (const member of members) onStack.delete(member);
      const importsItself = graph.get(file)?.includes(file);
      if (members.length > 1 || importsItself) found.push(members.toSorted());
    }
    return earliest;
  };

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}
