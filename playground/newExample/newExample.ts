import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import prettier from 'prettier';

/** A new example begins as a copy of this one. */
const PATTERN = 'order_book';

/** What a file of the project has to look like for a line to be added to it. */
const HANDLERS = '    }.items():\n        mcp.tool(name=name)(fn)\n';

/** Where a recording is asked for: in memory, and on each wire as the guide uses it. */
const TRANSPORTS = ['memory', 'stdio-modern', 'stdio-legacy', 'http-modern', 'http-legacy'];

/** Names that a function cannot have in Python or in TypeScript. */
const RESERVED = new Set(
  (
    'and as assert async await break case catch class const continue debugger def default del delete do elif else ' +
    'enum except export extends false finally for from function global if import in instanceof interface is lambda ' +
    'let match new nonlocal not null or package pass private protected public raise return static super switch this ' +
    'throw true try type typeof var void while with yield'
  ).split(' '),
);

/** A name that no example can have; the message says why and what to do. */
export class NameError extends Error {
  override readonly name = 'NameError';
}

interface Shelf {
  title: string;
  examples: string[];
}

/** Handlers of the recorder's bookshop, and runs of them to be recorded: content/recordings/requests.json. */
interface Request {
  scenario: string;
  transports: string[];
}

/**
 * Write a new example: its folder, a request to record it on native CPython, and its place in the gallery.
 * @param root The project's folder, with a slash at its end.
 * @returns The files that were written or changed, from the root.
 * @throws {NameError} before anything is written.
 */
export async function newExample(name: string, root: URL): Promise<string[]> {
  const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
  const recorder = read('content/recordings/recorder/bookshop.py');
  check(name);
  if (existsSync(new URL(`content/examples/${name}/`, root)))
    throw new NameError(`There is a content/examples/${name} already: choose another name.`);
  if (recorder.includes(`"${name}": `))
    throw new NameError(`The recorder has a handler “${name}” already: choose another name.`);
  if (!recorder.includes(HANDLERS))
    throw new Error('content/recordings/recorder/bookshop.py has no list of handlers to add to.');

  const renamed = (file: string) =>
    read(`content/examples/${PATTERN}/${file}`)
      .replaceAll(PATTERN, name)
      .replaceAll(camelCase(PATTERN), camelCase(name));
  const facts = {
    ...(JSON.parse(renamed('example.json')) as object),
    title: sentenceCase(name),
    // A figure has no picture before there is a recording: the build fails where it names one that is not made.
    recording: null,
  };
  const gallery = JSON.parse(read('content/gallery.json')) as Shelf[];
  const requests = JSON.parse(read('content/recordings/requests.json')) as Request[];
  gallery[0]!.examples.push(name);
  requests.push({ scenario: `${name}.stop`, transports: TRANSPORTS });

  const files = {
    [`content/examples/${name}/example.json`]: json(facts),
    [`content/examples/${name}/server.py`]: renamed('server.py'),
    [`content/examples/${name}/server.ts`]: renamed('server.ts'),
    'content/gallery.json': json(gallery),
    'content/recordings/requests.json': json(requests),
    'content/recordings/recorder/bookshop.py': recorder.replace(
      HANDLERS,
      `        "${name}": order(),\n${HANDLERS}`,
    ),
  };
  mkdirSync(new URL(`content/examples/${name}/`, root));
  for (const [path, text] of Object.entries(files))
    writeFileSync(new URL(path, root), await formatted(path, text, root));
  return Object.keys(files);
}

function check(name: string): void {
  if (name === '') throw new NameError('An example needs a name: npm run new:example gift_card');
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
    throw new NameError(
      `“${name}” is not snake_case: use lower-case letters, digits and single underscores, as in gift_card.`,
    );
  if (RESERVED.has(name))
    throw new NameError(`“${name}” is a keyword, and a handler is called so: choose another name.`);
}

async function formatted(path: string, text: string, root: URL): Promise<string> {
  if (path.endsWith('.py')) return text;
  const options = await prettier.resolveConfig(new URL(path, root));
  return prettier.format(text, { ...options, filepath: path });
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** `gift_card` is `giftCard`. */
const camelCase = (name: string) =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `gift_card` is `Gift card`. */
const sentenceCase = (name: string) =>
  `${name[0]!.toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ');
