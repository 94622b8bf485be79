import { beforeAll, expect, it } from 'vitest';
import type { Pyodide } from '../interpreter.ts';
import { barePython } from '../testing.ts';

let python: Pyodide;
beforeAll(async () => {
  python = await barePython();
  python.runPython('from rpds import HashTrieMap, HashTrieSet, List');
}, 60_000);

/** Each line as rpds-py 2026.9.1 answers it on CPython 3.11. */
it.each([
  ['HashTrieMap({"a": 1}, b=2)', "HashTrieMap({'a': 1, 'b': 2})"],
  ['HashTrieMap([(1, 2)])', 'HashTrieMap({1: 2})'],
  ['HashTrieMap.fromkeys([1])', 'HashTrieMap({1: None})'],
  ['HashTrieMap(a=1).insert("a", 2)', "HashTrieMap({'a': 2})"],
  ['HashTrieMap(a=1).update({"b": 2}, [("c", 3)], d=4) == HashTrieMap(d=4, c=3, b=2, a=1)', 'True'],
  ['HashTrieMap(a=1).remove("a")', 'HashTrieMap({})'],
  ['HashTrieMap(a=1).discard("b")', "HashTrieMap({'a': 1})"],
  ['HashTrieMap(a=1).get("b", 3)', '3'],
  ['HashTrieMap(a=1) == {"a": 1}', 'False'],
  ['HashTrieMap(a=1) != HashTrieMap(a=1)', 'False'],
  ['hash(HashTrieMap(a=1, b=2)) == hash(HashTrieMap(b=2, a=1))', 'True'],
  ['"a" in HashTrieMap(a=1), len(HashTrieMap(a=1)), bool(HashTrieMap())', '(True, 1, False)'],
  ['dict(HashTrieMap(a=1)), [*HashTrieMap(a=1)]', "({'a': 1}, ['a'])"],
  ['sorted(HashTrieMap(b=2, a=1).items())', "[('a', 1), ('b', 2)]"],
  ['HashTrieMap(a=2).keys() == HashTrieMap(a=1).keys()', 'True'],
  ['isinstance(HashTrieMap(), __import__("collections").abc.Mapping)', 'True'],
  ['(lambda m: HashTrieMap.convert(m) is m)(HashTrieMap())', 'True'],
  ['HashTrieMap.convert({1: 2})', 'HashTrieMap({1: 2})'],
  [
    '__import__("pickle").loads(__import__("pickle").dumps(HashTrieMap(a=1)))',
    "HashTrieMap({'a': 1})",
  ],
  ['HashTrieSet([1]).insert(1)', 'HashTrieSet({1})'],
  ['HashTrieSet([1]).update([3], [4]) == {1, 3, 4}', 'True'],
  ['HashTrieSet([1]).discard(4)', 'HashTrieSet({1})'],
  ['HashTrieSet([1, 2]).remove(2)', 'HashTrieSet({1})'],
  ['HashTrieSet([1]) | HashTrieSet([2])', 'HashTrieSet({1, 2})'],
  ['HashTrieSet([1, 2]) & HashTrieSet([2])', 'HashTrieSet({2})'],
  ['HashTrieSet([1, 2]) - HashTrieSet([2])', 'HashTrieSet({1})'],
  ['HashTrieSet([1, 2]) ^ HashTrieSet([2, 3])', 'HashTrieSet({1, 3})'],
  ['HashTrieSet([1]) == frozenset([1]), frozenset([1]) == HashTrieSet([1])', '(True, True)'],
  ['HashTrieSet([1]) < HashTrieSet([1, 2]), HashTrieSet([1]) <= frozenset([1])', '(True, True)'],
  ['HashTrieSet([1]) > HashTrieSet(), HashTrieSet([1]) >= {1, 2}', '(True, False)'],
  ['hash(HashTrieSet([1])) == hash(frozenset([1]))', 'True'],
  [
    'List(1, 2), List([1, 2]), List([1], [2]), List()',
    '(List([1, 2]), List([1, 2]), List([[1], [2]]), List([]))',
  ],
  ['List([1, 2]).push_front(0)', 'List([0, 1, 2])'],
  ['List([1, 2]).first, List([1, 2]).rest, List([1, 2]).drop_first()', '(1, List([2]), List([2]))'],
  ['List().rest, len(List([1])), [*List([1, 2])]', '(List([]), 1, [1, 2])'],
  ['[*reversed(List([1, 2]))]', '[2, 1]'],
  [
    'List([1]) == List([1]), List([1]) == [1], hash(List([1])) == hash(List([1]))',
    '(True, False, True)',
  ],
])('%s is %s', (expression, answer) => {
  expect(python.runPython(`repr((${expression}))`)).toBe(answer);
});

it.each([
  ['HashTrieMap()["x"]', "KeyError: 'x'"],
  ['HashTrieMap().remove("x")', "KeyError: 'x'"],
  ['HashTrieSet([1]).remove(2)', 'KeyError: 2'],
  ['HashTrieMap().insert([], 1)', 'TypeError'],
  ['hash(HashTrieMap({1: []}))', 'TypeError'],
  ['HashTrieSet([1]) | {2}', 'TypeError'],
  ['List().first', 'IndexError: empty list has no first element'],
  ['List().drop_first()', 'IndexError: empty list has no first element'],
  ['List(5)', 'TypeError'],
])('%s raises %s', (expression, error) => {
  expect(() => python.runPython(expression)).toThrow(error);
});

it('leaves a collection as it was when a new one is made of it', () => {
  const before = python.runPython(`
m, s, l = HashTrieMap(a=1), HashTrieSet([1]), List([1])
m.insert("b", 2), m.remove("a"), m.update(c=3), s.insert(2), s.remove(1), s.update([3]), l.push_front(0)
repr((m, s, l))
`) as string;
  expect(before).toBe("(HashTrieMap({'a': 1}), HashTrieSet({1}), List([1]))");
});
