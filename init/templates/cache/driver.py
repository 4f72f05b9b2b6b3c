"""Makes the calls of spec.als to a cache."""

from serve import serve

# ── your library ── import it here in place of the example, and call it in these methods.
from example import LeastRecentlyUsed


class Calls:
    def __init__(self, start):
        """Each sequence begins here. `start` has the first state; the rest of it is an empty cache."""
        self.cache = LeastRecentlyUsed(start["Cache"].room)

    def put(self, k, v):
        self.cache[k] = v

    def get(self, k):
        return self.cache.get(k)

    def remove(self, k):
        del self.cache[k]

    def state(self):
        """What can be seen: the keys with their values. It must not count as use."""
        return {"Cache$0": {"held": dict(self.cache.items())}}


# ────────────────────

serve(calls=Calls)
