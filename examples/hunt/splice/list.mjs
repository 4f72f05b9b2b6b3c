// yallist's `splice`, which is "like Array.splice"; `array` is the real one.
import { Yallist } from 'yallist'
import * as driver from '../../../packages/javascript/src/driver/index.js' // of one's own: 'korrel/driver'

const made = { yallist: (items) => Yallist.create(items), array: (items) => [...items] }[process.argv[2]]

function splice(list, added, start, deleteCount) {
  const spliced = made(list.items)
  const result = spliced.splice(start, deleteCount, ...added.items)
  list.items = [...spliced]
  const backwards = spliced instanceof Yallist ? spliced.toArrayReverse() : list.items.toReversed()
  if (spliced.length !== list.items.length) throw new driver.Fail('length', `${spliced.length}, of ${list.items.length}`)
  // A list that is cut has holes backwards, or more than there is.
  const isSame = backwards.length === list.items.length && list.items.every((value, index) => value === backwards.at(-1 - index))
  if (!isSame) throw new driver.Fail('links', 'backwards another list')
  return result
}

driver.operation('splice', splice)
driver.operation('anywhere', splice)
driver.serve()
