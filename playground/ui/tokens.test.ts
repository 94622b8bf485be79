import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function themeOf(selector: string): Map<string, string> {
  const start = css.indexOf(selector);
  const block = css.slice(css.indexOf('{', start), css.indexOf('}', start));
  return new Map([...block.matchAll(/--pg-([\w-]+): (#[0-9a-f]{6})/g)].map(([, a, b]) => [a!, b!]));
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

const STATES = ['running', 'done', 'cancelled', 'failed'];
const TEXT = 4.5;
const SHAPE = 3;

describe.each([
  ['light', "[data-theme='light']"],
  ['dark', "[data-theme='dark']"],
])('the %s theme', (_, selector) => {
  const theme = themeOf(selector);
  const ratio = (a: string, b: string) => contrast(theme.get(a) ?? '', theme.get(b) ?? '');

  test.each(['card', 'page', 'code'])('text on the %s can be read', (ground) => {
    for (const text of ['ink', 'mute', ...STATES.map((state) => `${state}-ink`)]) {
      expect(ratio(text, ground), text).toBeGreaterThanOrEqual(TEXT);
    }
  });

  test.each(STATES)('%s: text on its tint and on its solid colour', (state) => {
    expect(ratio('ink', `${state}-fill`)).toBeGreaterThanOrEqual(TEXT);
    expect(ratio(`${state}-ink`, `${state}-fill`)).toBeGreaterThanOrEqual(TEXT);
    expect(ratio('on-solid', state)).toBeGreaterThanOrEqual(TEXT);
  });

  test.each([...STATES, 'edge'])('%s: its shape stands out from the card', (shape) => {
    expect(ratio(shape, 'card')).toBeGreaterThanOrEqual(SHAPE);
  });

  test('a watched value and a lit line can be read', () => {
    expect(ratio('ink', 'quiet-fill')).toBeGreaterThanOrEqual(TEXT);
    expect(ratio('ink', 'lit')).toBeGreaterThanOrEqual(TEXT);
  });
});
