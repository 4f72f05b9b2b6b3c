// A cache with a fault, of a spec whose keys have no fields: `tests/specs/cache.als`.
import { own } from '../support.js'

export const spec = own('cache')

/** Most recently used first. Another key than the one that is asked for is stored. */
export class Cache {
  get(key) {
    const wrong = this.keys.find((other) => other !== key) ?? key
    this.keys = [wrong, ...this.keys].slice(0, 2)
  }
}

export class Key {}

/** What a test of it compares: what is there, and what should be. */
export function outcome({ roots: { c: cache, k: key } }) {
  const expected = [key, ...cache.keys].slice(0, 2)
  cache.get(key)
  return [cache.keys, expected]
}
