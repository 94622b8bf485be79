import { afterEach, expect, test } from 'vitest';
import { Realm } from './realm.ts';

const world = globalThis as Record<string, unknown>;
const array = Array.prototype as unknown as Record<string, unknown>;
let realm: Realm;
const remember = (also: object[] = []) => (realm = new Realm(also));
afterEach(() => realm.restore());

test('takes away what was put on the global object, on prototypes and on functions', () => {
  remember();
  world['left'] = 1;
  Object.defineProperty(Object.prototype, 'hidden', { value: 1, configurable: true });
  array['last'] = () => 1;
  (Promise as unknown as Record<string, unknown>)['extra'] = 1;
  Object.getPrototypeOf([][Symbol.iterator]()).extra = 1;
  realm.restore();
  expect('left' in world).toBe(false);
  expect('hidden' in {}).toBe(false);
  expect('last' in []).toBe(false);
  expect('extra' in Promise).toBe(false);
  expect('extra' in [][Symbol.iterator]()).toBe(false);
});

test('brings back what was changed or deleted, as it was', () => {
  const { map } = Array.prototype;
  const json = Object.getOwnPropertyDescriptor(globalThis, 'JSON')!;
  remember();
  array['map'] = () => 'mine';
  Reflect.deleteProperty(Map.prototype, 'get');
  Math.random = () => 4;
  world['JSON'] = null;
  Object.defineProperty(Set.prototype, 'size', { get: () => 7, configurable: true });
  realm.restore();
  expect([1].map((n) => n + 1)).toEqual([2]);
  expect(Array.prototype.map).toBe(map);
  expect(new Map([[1, 2]]).get(1)).toBe(2);
  expect(Math.random()).toBeLessThan(1);
  expect(Object.getOwnPropertyDescriptor(globalThis, 'JSON')).toEqual(json);
  expect(new Set([1]).size).toBe(1);
});

test('looks after other objects too, where it is told of them', () => {
  const own = { sleep: 1 } as Record<string, unknown>;
  remember([own]);
  own['sleep'] = 2;
  own['left'] = 3;
  realm.restore();
  expect(own).toEqual({ sleep: 1 });
});

test('what cannot be taken back stays, and hinders nothing else', () => {
  remember();
  Object.defineProperty(globalThis, 'forGood', { value: 1 });
  world['left'] = 1;
  realm.restore();
  expect(world['forGood']).toBe(1);
  expect('left' in world).toBe(false);
});
