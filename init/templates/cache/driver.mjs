// Makes the calls of spec.als to a cache.
import { serve } from './serve.mjs'

// ── your library ── import it here in place of the example, and call it in these methods.
import { LeastRecentlyUsed } from './example.mjs'

class Calls {
  /** Each sequence begins here. `start` has the first state; the rest of it is an empty cache. */
  constructor(start) {
    this.cache = new LeastRecentlyUsed(start.Cache.room)
  }

  put({ k, v }) {
    this.cache.set(k, v)
  }

  get({ k }) {
    return this.cache.get(k)
  }

  remove({ k }) {
    this.cache.delete(k)
  }

  /** What can be seen: the keys with their values. It must not count as use. */
  state() {
    return { Cache$0: { held: new Map(this.cache.entries()) } }
  }
}
// ────────────────────

serve({ calls: Calls })
