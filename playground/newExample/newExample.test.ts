import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compile } from '../engines/typescript/compile.ts';
import { newExample } from './newExample.ts';

const project = new URL('../../', import.meta.url);
/** What the script reads and writes. */
const COPIED = [
  '.prettierrc.json',
  'content/examples/order_book',
  'content/gallery.json',
  'content/recordings/requests.json',
  'content/recordings/recorder',
];

let root: URL;
beforeEach(() => {
  root = pathToFileURL(join(mkdtempSync(join(tmpdir(), 'new-example-')), '/'));
  for (const path of COPIED)
    cpSync(new URL(path, project), new URL(path, root), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const json = <Value>(path: string) => JSON.parse(read(path)) as Value;

test('an example has its folder, its place in the gallery, and a request to be recorded', async () => {
  const written = await newExample('some_new_example', root);
  expect(written).toHaveLength(6);
  expect(json('content/examples/some_new_example/example.json')).toMatchObject({
    title: 'Some new example',
    call: { target: 'some_new_example' },
    recording: null,
  });
  expect(read('content/examples/some_new_example/server.py')).toContain(
    'async def some_new_example(title: str)',
  );
  const source = read('content/examples/some_new_example/server.ts');
  expect(source).toContain('async function someNewExample(');
  expect(compile(source)).toMatchObject({ ok: true, warnings: [] });

  const [shelf] = json<{ examples: string[] }[]>('content/gallery.json');
  expect(shelf!.examples.at(-1)).toBe('some_new_example');
  expect(json<unknown[]>('content/recordings/requests.json').at(-1)).toMatchObject({
    scenario: 'some_new_example.stop',
    transports: expect.arrayContaining(['stdio-modern', 'memory']),
  });
  expect(read('content/recordings/recorder/bookshop.py')).toContain(
    '        "some_new_example": order(),\n    }',
  );
});

test('a second example stands beside the first', async () => {
  await newExample('some_new_example', root);
  await newExample('another_new_example', root);
  const [shelf] = json<{ examples: string[] }[]>('content/gallery.json');
  expect(shelf!.examples.slice(-2)).toEqual(['some_new_example', 'another_new_example']);
  expect(read('content/recordings/recorder/bookshop.py')).toContain(
    '        "some_new_example": order(),\n        "another_new_example": order(),\n',
  );
});

test.each([
  ['', 'An example needs a name'],
  ['someNewExample', 'is not snake_case'],
  ['gift-card', 'is not snake_case'],
  ['../gift', 'is not snake_case'],
  ['gift__card', 'is not snake_case'],
  ['class', 'is a keyword'],
  ['order_book', 'There is a content/examples/order_book already'],
  ['order_book_hang_1s', 'The recorder has a handler'],
])('“%s” is refused before anything is written: %s', async (name, message) => {
  const before = read('content/gallery.json');
  await expect(newExample(name, root)).rejects.toThrow(message);
  expect(read('content/gallery.json')).toBe(before);
  if (/^[a-z_]+$/.test(name) && name !== 'order_book')
    expect(existsSync(new URL(`content/examples/${name}/`, root))).toBe(false);
});
