import { afterEach, expect, test, vi } from 'vitest';
import { PROPS_AT, putBackProps, takeOutProps } from './props.ts';

const quoted = (props: object) =>
  JSON.stringify(props)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
const island = (component: string, props: object, value: true | 'now' = true) =>
  `<astro-island component-export="${component}" props="${quoted(props)}" ssr client="intent" ` +
  `opts="${quoted({ name: component, value })}">`;

const example = [0, { name: [0, 'a & "b"'] }];
const recorded = [0, { label: [0, '<CPython>'] }];

afterEach(() => vi.unstubAllGlobals());

/** What the page keeps of the island's props, and what is stored elsewhere. */
function taken(html: string) {
  const stored: string[] = [];
  const page = takeOutProps(html, (json) => `/_astro/${stored.push(json)}.json`);
  return { page, stored: stored.map((json) => JSON.parse(json) as unknown) };
}

test('of a figure everything is taken out, of another island its recordings', () => {
  const props = { example, recorded };
  const { page, stored } = taken(`${island('Figure', props)}…${island('SwitchTable', props)}`);
  expect(stored).toEqual([props, { recorded }]);
  expect(page).toContain(`props="{}" ${PROPS_AT}="/_astro/1.json"`);
  expect(page).toContain(`props="${quoted({ example })}" ${PROPS_AT}="/_astro/2.json"`);
});

test('an island that wakes at once, and one without a recording, keep what they have', () => {
  for (const html of [island('Playground', { recorded }, 'now'), island('Other', { example })])
    expect(taken(html)).toEqual({ page: html, stored: [] });
});

test('an island gets back all that was taken, and what does not arrive is an error', async () => {
  const attributes = new Map([
    ['props', JSON.stringify({ example })],
    [PROPS_AT, '/_astro/1.json'],
  ]);
  const element = {
    getAttribute: (name: string) => attributes.get(name) ?? null,
    setAttribute: (name: string, value: string) => void attributes.set(name, value),
    removeAttribute: (name: string) => void attributes.delete(name),
  } as unknown as Element;
  const fetched = vi.fn(async () => new Response('', { status: 404 }));
  vi.stubGlobal('fetch', fetched);
  await expect(putBackProps(element)).rejects.toThrow('/_astro/1.json');

  fetched.mockImplementation(async () => Response.json({ recorded }));
  await putBackProps(element);
  expect(JSON.parse(attributes.get('props')!)).toEqual({ example, recorded });
  expect(putBackProps(element)).toBeNull();
});
