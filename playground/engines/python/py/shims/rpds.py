
class HashTrieMap(dict):
    @classmethod
    def convert(cls, v): return v if isinstance(v, cls) else cls(v)
    def insert(self,k,v):
        n=HashTrieMap(self); dict.__setitem__(n,k,v); return n
    def update(self,*a,**k):
        n=HashTrieMap(self); dict.update(n,*a,**k); return n
class HashTrieSet(frozenset):
    def insert(self,v): return HashTrieSet(self|{v})
    def update(self,v): return HashTrieSet(self|v)
class List(tuple):
    def push_front(self,v): return List((v,)+tuple(self))
