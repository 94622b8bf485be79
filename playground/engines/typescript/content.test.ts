import { expect, test } from 'vitest';
import { contentOf, textOf } from './content.ts';

const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;

test('a text is itself, and any other value its JSON', () => {
  expect(contentOf('Ordered.', 'u')).toEqual([{ type: 'text', text: 'Ordered.' }]);
  expect(contentOf({ title: 'Dune' }, 'u')).toEqual([{ type: 'text', text: '{"title":"Dune"}' }]);
  expect(contentOf(['Dune', 'Emma'], 'u')).toEqual([{ type: 'text', text: '["Dune","Emma"]' }]);
  expect(contentOf(undefined, 'u')).toEqual([{ type: 'text', text: '' }]);
});

test('blocks are sent as they are, alone or among texts', () => {
  expect(contentOf(image, 'u')).toEqual([image]);
  expect(contentOf(['A picture:', image], 'u')).toEqual([
    { type: 'text', text: 'A picture:' },
    image,
  ]);
});

test('an object that only looks like a block is JSON', () => {
  expect(contentOf({ type: 'book' }, 'u')).toEqual([{ type: 'text', text: '{"type":"book"}' }]);
});

test('bytes are a blob of the resource that was asked for', () => {
  expect(contentOf(new Uint8Array([0, 255]), 'book://dune')).toEqual([
    { type: 'resource', resource: { uri: 'book://dune', blob: 'AP8=' } },
  ]);
});

test('the text of content names what is none', () => {
  expect(textOf(contentOf(['A picture:', image], 'u'))).toBe('A picture:\n<image>');
});
