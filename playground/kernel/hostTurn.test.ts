import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const ways = {
  'by setImmediate': [],
  'by a message': ['setImmediate'],
  'by a timer': ['setImmediate', 'MessageChannel'],
};

test.each(Object.entries(ways))('%s: after all microtasks, in order', async (_way, lacking) => {
  for (const name of lacking) vi.stubGlobal(name, undefined);
  vi.resetModules();
  const { hostTurn } = await import('./hostTurn.ts');
  const record: string[] = [];
  await new Promise<void>((resolve) => {
    hostTurn(() => record.push('first turn'));
    hostTurn(() => {
      record.push('second turn');
      resolve();
    });
    void (async () => {
      for (let i = 0; i < 10; i += 1) await null;
      record.push('microtasks');
    })();
  });
  expect(record).toEqual(['microtasks', 'first turn', 'second turn']);
});
