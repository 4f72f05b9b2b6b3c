"""Caches of cachetools, whose values have sizes or lifetimes, and of boltons, with room for some keys."""
import sys

from serve import serve


class Sized:
    def __init__(self, _):
        import cachetools

        self.cache = cachetools.LRUCache(maxsize=4, getsizeof=lambda size: size)

    def put(self, k, size):
        self.cache[k] = size

    def get(self, k):
        return self.cache[k]

    def delete(self, k):
        del self.cache[k]

    def state(self):
        return {"Cache$0": {"sizes": dict(self.cache.items())}}


class Lifetimes:
    def __init__(self, _):
        import cachetools

        self.now = 0
        self.cache = cachetools.TLRUCache(maxsize=2, ttu=lambda key, end, now: end, timer=lambda: self.now)

    def put(self, k, life):
        self.cache[k] = self.now + life

    def get(self, k):
        return k if k in self.cache else None

    def tick(self):
        self.now += 1

    def state(self):
        return {"Cache$0": {"left": {k: end - self.now for k, end in self.cache.items()}}}


class LeastRecentlyUsed:
    def __init__(self, objects):
        from boltons.cacheutils import LRU

        self.cache, self.used = LRU(max_size=objects["Cache$0"]["room"]), None

    def put(self, k):
        self.used = k
        self.cache[k] = k

    def get(self, k):
        self.used = k
        return self.cache[k]

    def state(self):
        return {"Cache$0": {"held": sorted(self.cache), "used": self.used}}


serve({"cachetools": Sized, "lifetimes": Lifetimes, "boltons": LeastRecentlyUsed}[sys.argv[1]])
