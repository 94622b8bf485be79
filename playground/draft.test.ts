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
    expect(writeDraft('order_book', 'typescript', 'a\r\n\ud83d')).toBe(true);
    writeDraft('rebuild_index', 'typescript', '');
    expect(readDraft('order_book', 'typescript')).toBe('a\r\n\ud83d');
    expect(readDraft('rebuild_index', 'typescript')).toBe('');
    expect([...stored.keys()]).toEqual([
      'cancellation:draft:order_book',
      'cancellation:draft:rebuild_index',
    ]);
  });

  it('keeps the two languages of a figure apart', () => {
    writeDraft('order_book', 'typescript', 'a');
    writeDraft('order_book', 'python', 'b');
    expect(readDraft('order_book', 'typescript')).toBe('a');
    expect(readDraft('order_book', 'python')).toBe('b');
    clearDraft('order_book', 'python');
    expect(readDraft('order_book', 'typescript')).toBe('a');
    expect(readDraft('order_book', 'python')).toBeNull();
  });

  it('forgets only what it is told to', () => {
    writeDraft('order_book', 'typescript', 'a');
    writeDraft('rebuild_index', 'typescript', 'b');
    clearDraft('order_book', 'typescript');
    expect(readDraft('order_book', 'typescript')).toBeNull();
    expect(readDraft('rebuild_index', 'typescript')).toBe('b');
  });
});

const refuse = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};

describe('without storage nothing throws', () => {
  function expectSilence() {
    expect(writeDraft('order_book', 'typescript', 'a')).toBe(false);
    expect(readDraft('order_book', 'typescript')).toBeNull();
    expect(() => clearDraft('order_book', 'typescript')).not.toThrow();
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
