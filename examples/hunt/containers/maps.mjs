// Maps of data-structure-typed and of sorted-btree that list their keys in order.
import SortedBTree from 'sorted-btree'
import * as structures from 'data-structure-typed'
import * as driver from '../../../packages/javascript/src/driver/index.js' // of one's own: 'korrel/driver'

const library = process.argv[2]

class Sorted {
  map = library === 'sorted-btree' ? new SortedBTree.default(undefined, undefined, 4) : new structures[library]()

  put({ k, v }) {
    this.map.set(k, v)
  }

  delete({ k }) {
    this.map.delete(k)
  }

  floor(k) {
    const found = library === 'sorted-btree' ? this.map.getPairOrNextLower(k) : this.map.floor(k)
    return Array.isArray(found) ? found[0] : found // an entry, or its key
  }
}

function state(sorted) {
  const there = [0, 1, 2, 3]
  const at = there.filter((k) => sorted.map.has(k)).map((k) => [k, sorted.map.get(k)])
  const floor = there.map((k) => [k, sorted.floor(k)]).filter(([, found]) => found !== undefined)
  const [keys, entries] = [[...sorted.map.keys()], [...sorted.map.entries()]]
  if (sorted.map.size !== keys.length) throw new driver.Fail('size', `${sorted.map.size}, of ${keys.length}`)
  const isSame = entries.length === at.length && entries.every(([k, v]) => v === sorted.map.get(k))
  if (!isSame) throw new driver.Fail('entries', `${entries.join(' ')}, and not ${at.join(' ')}`)
  return { Map: { at: new Map(at), keys, floor: new Map(floor) } }
}

driver.machine(Sorted, { state })
driver.serve()
