import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claims, type Claim } from '../../../content/claims.ts';
import { askToLook, reworded, wordingOf } from './wording.ts';

const claim = (id: string, sentence: string): Claim => ({
  ...{ id, sentence, says: '', brokenBy: [], cases: [] },
});

test('the words of a claim are its text, without links, code marks, emphasis and line breaks', () => {
  const mdx =
    '<Claim\nid="one">It `holds`\nin **every** [case](#other)</Claim>, and more.\n\n| a | <Claim id="two">**runs**</Claim> |';
  expect([...wordingOf(mdx)]).toEqual([
    ['one', 'It holds in every case'],
    ['two', 'runs'],
  ]);
});

test('what changes only how a sentence looks asks for nothing', () => {
  expect(reworded([claim('one', 'It holds.')], '<Claim id="one">*It*\nholds.</Claim>')).toEqual([]);
});

test('another sentence asks for its claim, with both texts and what to do', () => {
  const [found, ...others] = reworded(
    [claim('one', 'It holds.'), claim('two', 'It ends.')],
    '<Claim id="one">It never holds.</Claim> <Claim id="two">It ends.</Claim>',
  );
  expect(others).toEqual([]);
  expect(askToLook(found!)).toBe(
    'The claim “one” was written for another sentence. Check that its cases show what the guide says, then: npm run accept:claim one\n' +
      '    claim: It holds.\n' +
      '    guide: It never holds.',
  );
});

test('a new claim is asked for too', () => {
  expect(reworded([claim('one', '')], '<Claim id="one">It holds.</Claim>')).toMatchObject([
    { kept: '', found: 'It holds.' },
  ]);
});

test('the guide’s own sentences are those that its claims keep', () => {
  const guide = new URL('../../../content/docs/index.mdx', import.meta.url);
  expect(reworded(claims, readFileSync(guide, 'utf8')).map(askToLook)).toEqual([]);
});
