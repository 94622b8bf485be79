/** What a reader has typed into a figure, kept in this browser alone. Storage may be full, or forbidden. */
const key = (name: string) => `cancellation:draft:${name}`;

/** The text as it was last written; null without one, or without storage. */
export function readDraft(name: string): string | null {
  return attempt((storage) => storage.getItem(key(name))) ?? null;
}

/** Returns whether it was kept. */
export function writeDraft(name: string, source: string): boolean {
  return (
    attempt((storage) => {
      storage.setItem(key(name), source);
      return true;
    }) ?? false
  );
}

export function clearDraft(name: string): void {
  attempt((storage) => storage.removeItem(key(name)));
}

/** Undefined where storage refuses: even to name it throws in a page that may not have any. */
function attempt<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(globalThis.localStorage);
  } catch {
    return undefined;
  }
}
