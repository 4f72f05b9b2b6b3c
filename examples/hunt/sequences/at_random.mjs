// Sequences of calls at random, beside a map with the times at which its values end. `any` is as one writes it who reads the
// documentation: five keys, all calls, a limit of up to ten or none; `small` has the spec's two keys, which fit, and up to two ticks.
import CacheLRU from 'cache-lru'
import { fc, tell } from '../random/by_fast_check.mjs'

let now = 0
Date.now = () => now // the clock of the cache

const calls = (keys, times, limits) =>
  fc.record({
    limit: limits,
    calls: fc.array(
      fc.oneof(
        fc.tuple(fc.constant('set'), keys, fc.integer()),
        fc.tuple(fc.constant('set'), keys, fc.integer(), times),
        fc.tuple(fc.constantFrom('get', 'peek', 'has', 'touch', 'del'), keys),
        fc.tuple(fc.constant('wait'), times),
      ),
    ),
  })

/** The least recently used first; what has ended is out. */
class Model {
  held = new Map()

  constructor(limit) {
    this.limit = limit
  }

  call(name, key, value, time = Infinity) {
    const held = this.held.get(key)
    if (['get', 'touch', 'del', 'set'].includes(name)) this.held.delete(key)
    if (['get', 'touch'].includes(name) && held) this.held.set(key, held)
    if (name === 'set') this.held.set(key, { value, end: now + time })
    if (this.held.size > this.limit) this.held.delete(this.held.keys().next().value)
    if (name === 'get' || name === 'peek') return held?.value
    if (name === 'has') return held !== undefined
  }

  wait(time) {
    now += time
    for (const [key, { end }] of this.held) if (end < now) this.held.delete(key)
  }
}

function shows({ limit, calls }) {
  const [cache, model] = [new CacheLRU(), new Model(limit)]
  cache.limit(limit)
  const keys = new Set(calls.filter(([name]) => name !== 'wait').map(([, key]) => key))
  for (const [name, ...values] of calls) {
    if (name === 'wait') model.wait(...values)
    else if (model.held.has(values[0]) || !['touch', 'del'].includes(name)) {
      const expected = model.call(name, ...values)
      const found = cache[name](...values)
      if (['get', 'peek', 'has'].includes(name) && found !== expected) return true
    }
    for (const key of keys) if (cache.peek(key) !== model.call('peek', key)) return true // this also drops what has ended
  }
  return false
}

const limits = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 10 }))
const arbitraries = {
  any: calls(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.nat(1000), limits),
  small: calls(fc.constantFrom('a', 'b'), fc.nat(2), fc.constant(Infinity)),
}

const faults = Object.entries(arbitraries).map(([name, one]) => ['cache-lru, the lifetime', name, one, shows])
await tell(faults, ({ calls }) => calls.length)
