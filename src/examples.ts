import type { Example } from '../playground/index.ts';

type Facts = Omit<Example, 'name' | 'sources'>;

const facts = import.meta.glob<Facts>('../content/examples/*/example.json', {
  eager: true,
  import: 'default',
});
const typescript = import.meta.glob<string>('../content/examples/*/server.ts', {
  eager: true,
  import: 'default',
  query: '?raw',
});
const python = import.meta.glob<string>('../content/examples/*/server.py', {
  eager: true,
  import: 'default',
  query: '?raw',
});

/** The order in which a list offers them: the guide's two programs with their variants, then the others. */
const FAMILIES = ['order_book', 'rebuild_index', 'never_asks', 'check_after_loop'];

/** Every program of `content/examples`, in the order of a list to choose from. */
export const examples: readonly Example[] = Object.entries(facts)
  .map(([path, fact]) => {
    const folder = path.slice(0, path.lastIndexOf('/'));
    return {
      name: folder.slice(folder.lastIndexOf('/') + 1),
      ...fact,
      sources: {
        typescript: source(typescript, `${folder}/server.ts`),
        python: source(python, `${folder}/server.py`),
      },
    };
  })
  .sort((a, b) => family(a.name) - family(b.name) || a.name.localeCompare(b.name));

function family(name: string): number {
  const at = FAMILIES.findIndex((first) => name.startsWith(first));
  return at === -1 ? FAMILIES.length : at;
}

/** The example of that name. A page that asks for one that does not exist fails the build. */
export function exampleNamed(name: string): Example {
  const found = examples.find((example) => example.name === name);
  if (!found) throw new Error(`There is no content/examples/${name}.`);
  return found;
}

function source(files: Record<string, string>, path: string): string {
  const text = files[path];
  if (text === undefined) throw new Error(`${path} is missing.`);
  return text.trimEnd();
}
