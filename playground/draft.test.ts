import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearDraft, readDraft, writeDraft } from './draft.ts';

afterEach(() => vi.unstubAllGlobals());

describe('with storage', () => {
  let stored: Map<string, string>;
  beforeEach(() => {
    stored = new Map();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
  });

  it('keeps one text a figure, as it was typed', () => {
    expect(writeDraft('order_book', 'a\r\n\ud83d')).toBe(true);
    writeDraft('rebuild_index', '');
    expect(readDraft('order_book')).toBe('a\r\n\ud83d');
    expect(readDraft('rebuild_index')).toBe('');
    expect([...stored.keys()]).toEqual([
      'cancellation:draft:order_book',
      'cancellation:draft:rebuild_index',
    ]);
  });

  it('forgets only what it is told to', () => {
    writeDraft('order_book', 'a');
    writeDraft('rebuild_index', 'b');
    clearDraft('order_book');
    expect(readDraft('order_book')).toBeNull();
    expect(readDraft('rebuild_index')).toBe('b');
  });
});

const refuse = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};

describe('without storage nothing throws', () => {
  function expectSilence() {
    expect(writeDraft('order_book', 'a')).toBe(false);
    expect(readDraft('order_book')).toBeNull();
    expect(() => clearDraft('order_book')).not.toThrow();
  }

  it('where it is full', () => {
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: refuse, removeItem: refuse });
    expectSilence();
  });

  it('where there is none', () => {
    vi.stubGlobal('localStorage', undefined);
    expectSilence();
  });

  it('where even to name it is forbidden', () => {
    Object.defineProperty(globalThis, 'localStorage', { get: refuse, configurable: true });
    expectSilence();
    Reflect.deleteProperty(globalThis, 'localStorage');
  });
});
