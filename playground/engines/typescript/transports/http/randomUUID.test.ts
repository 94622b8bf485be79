import { expect, test } from 'vitest';
import { supplyRandomUUID } from './randomUUID.ts';

test('a context without it gets one of version 4, made of random bytes', () => {
  const bare: Parameters<typeof supplyRandomUUID>[0] = {
    getRandomValues: (array) => {
      (array as unknown as Uint8Array).fill(0xff);
      return array;
    },
  };
  supplyRandomUUID(bare);
  expect(bare.randomUUID!()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
});

test('one that has it keeps it', () => {
  const own = () => '00000000-0000-4000-8000-000000000000' as const;
  const secure = { randomUUID: own, getRandomValues: <T>(array: T) => array };
  supplyRandomUUID(secure as Parameters<typeof supplyRandomUUID>[0]);
  expect(secure.randomUUID).toBe(own);
});
