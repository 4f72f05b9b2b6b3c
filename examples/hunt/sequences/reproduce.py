"""The smallest sequences, given to four libraries alone: three in a release before its fix, and pyrsistent's newest."""

from datetime import datetime, timedelta

import cachetools
import pybreaker
from boltons.cacheutils import LRU
from pyrsistent import pdeque

sized = cachetools.LRUCache(maxsize=4, getsizeof=lambda size: size)
sized["a"], sized["b"], sized["b"] = 1, 1, 3
print("cachetools: 1 and 3 have room in 4;", dict(sized.items()))

timed = cachetools.TLRUCache(maxsize=2, ttu=lambda key, life, now: now + life, timer=lambda: 0)
timed["a"], timed["a"] = 1, 0
print("cachetools: no time is left;", dict(timed.items()))

cache = LRU(max_size=2)
for key in "aabac":
    cache[key] = key
print("boltons: a was written after b;", sorted(cache))

breaker, calls = pybreaker.CircuitBreaker(fail_max=1, reset_timeout=60), []
try:
    breaker.call(lambda: 1 / 0)
except pybreaker.CircuitBreakerError:
    pass
breaker._state.opened_at = datetime.now() - timedelta(seconds=61)
breaker.call(calls.append, "called")
print("pybreaker: one call;", calls)

bounded = pdeque([1, 2], maxlen=2).reverse()
print("pyrsistent: room for 2;", list(bounded.append(3)))
