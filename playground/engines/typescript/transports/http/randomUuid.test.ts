import { expect, test } from 'vitest';
import { provideRandomUuid } from './randomUuid.ts';

test('where it is missing, ids of version 4 take its place; where it is there, it stays', () => {
  const bare: Parameters<typeof provideRandomUuid>[0] = {
    getRandomValues: (array) => crypto.getRandomValues(array),
  };
  provideRandomUuid(bare);
  const ids = Array.from({ length: 100 }, () => bare.randomUUID!());
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
  expect(new Set(ids).size).toBe(100);

  const own = bare.randomUUID;
  provideRandomUuid(bare);
  expect(bare.randomUUID).toBe(own);
});
