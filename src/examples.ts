import gallery from '../content/gallery.json';
import type { Example } from '../playground/index.ts';

type Facts = Omit<Example, 'name' | 'group' | 'sources'>;

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

/** Every program of `content/examples`, in the order of the gallery. */
export const examples: readonly Example[] = gallery.flatMap(({ title, examples: names }) =>
  names.map((name) => {
    const folder = `../content/examples/${name}`;
    const fact = facts[`${folder}/example.json`];
    if (!fact) throw new Error(`content/gallery.json lists “${name}”, and it has no example.json.`);
    return {
      name,
      group: title,
      ...fact,
      sources: {
        typescript: source(typescript, `${folder}/server.ts`),
        python: source(python, `${folder}/server.py`),
      },
    };
  }),
);

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
