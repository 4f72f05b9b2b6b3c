// A cache of cache-lru, whose values are the times at which they should be gone.
import CacheLRU from 'cache-lru'
import * as driver from '../../../packages/javascript/src/driver/index.js' // of one's own: 'korrel/driver'

// A clock that is set by hand. Each call takes a moment, so that no time is asked for that ends just now.
const TICK = 1000
let now = 0

/** What the cache says at the time of this clock. */
function asked(question) {
  const real = Date.now
  Date.now = () => now
  try {
    return question()
  } finally {
    Date.now = real
  }
}

class Cache {
  cache = new CacheLRU()
  keys = []
  ticks = 0

  constructor() {
    now = 0
  }

  put({ k, life }) {
    if (!this.keys.includes(k)) this.keys.push(k)
    asked(() => this.cache.set(this.keys.indexOf(k), this.ticks + life, life * TICK))
    now += 1
  }

  get({ k }) {
    return asked(() => this.cache.get(this.keys.indexOf(k))) === undefined ? null : k
  }

  tick() {
    this.ticks += 1
    now += TICK
  }
}

function state({ cache, keys, ticks }) {
  const left = asked(() => keys.map((k, i) => [k, cache.has(i) ? cache.peek(i) - ticks : null]))
  return { Cache: { left: new Map(left.filter(([, life]) => life !== null)) } }
}

driver.machine(Cache, { state })
driver.serve()
