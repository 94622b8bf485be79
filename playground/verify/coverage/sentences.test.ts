import { expect, test } from 'vitest';
import { sentencesOf } from './sentences.ts';

const texts = (mdx: string) => sentencesOf(mdx).map(({ text }) => text);

test('a paragraph is its sentences, whatever closes or opens them', () => {
  expect(
    texts('One is here. “Two” is\nthere. (A third: `a.b. C`.) Ends with 0.1 seconds?'),
  ).toEqual(['One is here.', '“Two” is there.', '(A third: `a.b. C`.)', 'Ends with 0.1 seconds?']);
});

test('a full stop in code or in an address ends nothing', () => {
  expect(texts('Call `a. B` and [see](/x. Y) it.')).toHaveLength(1);
});

test('items and rows are sentences, headings and heads of tables name what follows', () => {
  const mdx =
    '## A heading {#here}\n\n1. First. Really.\n2. Second\n\n| Head | er |\n| --- | --- |\n| a. B | c |\n';
  expect(sentencesOf(mdx).map(({ text, heading }) => [text, heading])).toEqual([
    ['## A heading', true],
    ['1. First.', false],
    ['Really.', false],
    ['2. Second', false],
    ['| Head | er |', true],
    ['| a. B | c |', false],
  ]);
});

test('front matter, fenced code, comments and components without words are no prose', () => {
  expect(
    texts(
      '---\ntitle: T\n---\n\n```py\nNot this. Nor this.\n```\n\n{/* Nor. This. */}\n\n<Run example="x" folded />\n\nThis.',
    ),
  ).toEqual(['This.']);
});

test('a sentence has the claims and marks that it touches, and its line', () => {
  const mdx =
    '<Claim\nid="one">It holds</Claim>, and more. <NoClaim>Look.</NoClaim> <Claim id="two">A b.\nC d.</Claim> E f.';
  expect(sentencesOf(mdx)).toMatchObject([
    { text: 'It holds, and more.', line: 2, claims: ['one'], silent: false },
    { text: 'Look.', claims: [], silent: true },
    { text: 'A b.', claims: ['two'] },
    { text: 'C d.', line: 3, claims: ['two'] },
    { text: 'E f.', claims: [], silent: false },
  ]);
});

test('links into the page are known, other links are not', () => {
  expect(sentencesOf('See [it](#a) and [that](/b/#c).')).toMatchObject([{ links: ['a'] }]);
});

test('a mark that is not closed, or closes nothing, is told', () => {
  expect(() => sentencesOf('<Claim id="x">Open.')).toThrow('The <Claim id="x"> is not closed.');
  expect(() => sentencesOf('<NoClaim>Open.</Claim>')).toThrow('A </Claim> that closes nothing.');
  expect(() => sentencesOf('<Claim>No id.</Claim>')).toThrow('A <Claim> without an id.');
});
