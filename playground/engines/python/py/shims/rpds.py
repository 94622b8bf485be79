"""A stand-in for rpds-py, which has no WebAssembly wheel: persistent collections over Python's own.

`referencing` and `jsonschema` keep their registries in them. A change gives a new collection and leaves the
old one as it was. The real ones share structure, so that a change costs O(log n); these copy, at O(n) for
registries of a few dozen entries. Names, results and errors are those of rpds-py 2026.9.1.
"""

from collections.abc import Mapping, Set

__all__ = ["HashTrieMap", "HashTrieSet", "List"]


class HashTrieMap:
    __slots__ = ("_items",)

    def __init__(self, value=(), /, **entries):
        self._items = dict(value._items if isinstance(value, HashTrieMap) else value, **entries)

    @classmethod
    def convert(cls, value):
        return value if isinstance(value, cls) else cls(value)

    @classmethod
    def fromkeys(cls, keys, value=None):
        return cls(dict.fromkeys(keys, value))

    def insert(self, key, value):
        return HashTrieMap({**self._items, key: value})

    def update(self, *maps, **entries):
        items = dict(self._items)
        for each in maps:
            items.update(each._items if isinstance(each, HashTrieMap) else each)
        items.update(entries)
        return HashTrieMap(items)

    def remove(self, key):
        items = dict(self._items)
        del items[key]
        return HashTrieMap(items)

    def discard(self, key):
        return self.remove(key) if key in self._items else self

    def get(self, key, default=None):
        return self._items.get(key, default)

    def keys(self):
        return self._items.keys()

    def values(self):
        return self._items.values()

    def items(self):
        return self._items.items()

    def __getitem__(self, key):
        return self._items[key]

    def __contains__(self, key):
        return key in self._items

    def __iter__(self):
        return iter(self._items)

    def __len__(self):
        return len(self._items)

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, HashTrieMap) else NotImplemented

    def __hash__(self):
        return hash(frozenset(self._items.items()))

    def __repr__(self):
        return f"HashTrieMap({self._items})"

    def __reduce__(self):
        return HashTrieMap, (self._items,)


class HashTrieSet:
    __slots__ = ("_members",)

    def __init__(self, value=(), /):
        self._members = frozenset(value)

    def insert(self, value):
        return HashTrieSet(self._members | {value})

    def update(self, *iterables):
        return HashTrieSet(self._members.union(*iterables))

    def remove(self, value):
        if value not in self._members:
            raise KeyError(value)
        return HashTrieSet(self._members - {value})

    def discard(self, value):
        return HashTrieSet(self._members - {value})

    def union(self, other):
        return HashTrieSet(self._members | other._members)

    def intersection(self, other):
        return HashTrieSet(self._members & other._members)

    def difference(self, other):
        return HashTrieSet(self._members - other._members)

    def symmetric_difference(self, other):
        return HashTrieSet(self._members ^ other._members)

    def __or__(self, other):
        return self.union(other) if isinstance(other, HashTrieSet) else NotImplemented

    def __and__(self, other):
        return self.intersection(other) if isinstance(other, HashTrieSet) else NotImplemented

    def __sub__(self, other):
        return self.difference(other) if isinstance(other, HashTrieSet) else NotImplemented

    def __xor__(self, other):
        return self.symmetric_difference(other) if isinstance(other, HashTrieSet) else NotImplemented

    def __contains__(self, value):
        return value in self._members

    def __iter__(self):
        return iter(self._members)

    def __len__(self):
        return len(self._members)

    def __eq__(self, other):
        return self._members == frozenset(other) if isinstance(other, Set) else NotImplemented

    def __lt__(self, other):
        return self._members < frozenset(other) if isinstance(other, Set) else NotImplemented

    def __le__(self, other):
        return self._members <= frozenset(other) if isinstance(other, Set) else NotImplemented

    def __gt__(self, other):
        return self._members > frozenset(other) if isinstance(other, Set) else NotImplemented

    def __ge__(self, other):
        return self._members >= frozenset(other) if isinstance(other, Set) else NotImplemented

    def __hash__(self):
        return hash(self._members)

    def __repr__(self):
        members = ", ".join(map(repr, self._members))
        return f"HashTrieSet({{{members}}})"

    def __reduce__(self):
        return HashTrieSet, (tuple(self._members),)


class List:
    """A linked list: `List([1, 2])` and `List(1, 2)` are the same."""

    __slots__ = ("_elements",)

    def __init__(self, value=(), /, *more):
        self._elements = (value, *more) if more else tuple(value)

    @property
    def first(self):
        if not self._elements:
            raise IndexError("empty list has no first element")
        return self._elements[0]

    @property
    def rest(self):
        return List(self._elements[1:])

    def push_front(self, value):
        return List((value, *self._elements))

    def drop_first(self):
        if not self._elements:
            raise IndexError("empty list has no first element")
        return self.rest

    def __iter__(self):
        return iter(self._elements)

    def __reversed__(self):
        return List(self._elements[::-1])

    def __len__(self):
        return len(self._elements)

    def __eq__(self, other):
        return self._elements == other._elements if isinstance(other, List) else NotImplemented

    def __hash__(self):
        return hash(self._elements)

    def __repr__(self):
        return f"List([{', '.join(map(repr, self._elements))}])"

    def __reduce__(self):
        return List, (self._elements,)


Mapping.register(HashTrieMap)
Set.register(HashTrieSet)
