import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const content = new URL('../../content/', import.meta.url);
const json = <Value>(path: string) =>
  JSON.parse(readFileSync(new URL(path, content), 'utf8')) as Value;

test('every example has one place in the gallery, and every place has its example', () => {
  const listed = json<{ examples: string[] }[]>('gallery.json').flatMap(({ examples }) => examples);
  expect(listed.toSorted()).toEqual(readdirSync(new URL('examples/', content)).toSorted());
});

test('every recording that is asked for is of a program that the recorder has', () => {
  const recorder = readFileSync(new URL('recordings/recorder/bookshop.py', content), 'utf8');
  for (const { scenario } of json<{ scenario: string }[]>('recordings/requests.json'))
    expect(recorder, scenario).toContain(`"${scenario.split('.')[0]}": `);
});

test('every recording that a figure shows is there', () => {
  for (const name of readdirSync(new URL('examples/', content))) {
    const { recording } = json<{ recording: string | null }>(`examples/${name}/example.json`);
    if (recording !== null)
      expect(existsSync(new URL(`recordings/${recording}.json`, content)), name).toBe(true);
  }
});
