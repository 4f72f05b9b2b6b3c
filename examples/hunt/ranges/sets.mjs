// Sets of int-interval-set, which list their ranges.
import IntIntervalSet from 'int-interval-set'
import * as driver from '../../../packages/javascript/src/driver/index.js' // of one's own: 'korrel/driver'

class Ranges {
  set = new IntIntervalSet()

  add({ first, last }) {
    this.set.union(first, last)
  }
}

function state({ set: { intervals } }) {
  const held = [0, 1, 2, 3, 4].filter((n) => intervals.some(({ lower, upper }) => lower <= n && n <= upper))
  return { Set: { held: new Set(held), starts: intervals.map(({ lower }) => lower), ends: intervals.map(({ upper }) => upper) } }
}

driver.machine(Ranges, { state })
driver.serve()
