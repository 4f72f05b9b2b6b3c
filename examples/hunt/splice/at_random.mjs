// Calls of `splice` at random, beside JavaScript's own arrays. `any` is as one writes it; `small` has the spec's bounds.
import { Yallist } from 'yallist'
import { fc, tell } from '../random/by_fast_check.mjs'

const calls = (start, deleteCount, most) => {
  const list = fc.array(fc.integer(), { maxLength: most })
  return fc.tuple(list, start, deleteCount, list)
}
const arbitraries = {
  any: calls(fc.integer(), fc.nat(), undefined),
  small: calls(fc.integer({ min: -2, max: 4 }), fc.integer({ min: -2, max: 4 }), 3),
}

const isWrong = ([list, start, deleteCount, added]) => {
  const [made, array] = [Yallist.create(list), [...list]]
  const removed = [made.splice(start, deleteCount, ...added), array.splice(start, deleteCount, ...added)]
  return JSON.stringify([...made, removed[0]]) !== JSON.stringify([...array, removed[1]])
}
const isWithin = ([list, start, deleteCount]) => 0 <= start && 0 <= deleteCount && start + deleteCount <= list.length
const shows = {
  'yallist, splice before the last value': (call) => isWithin(call) && isWrong(call),
  'yallist, splice after the end': (call) => call[1] > call[0].length && isWrong(call),
}
const faults = Object.entries(shows).flatMap(([fault, shown]) =>
  Object.entries(arbitraries).map(([name, arbitrary]) => [fault, name, arbitrary, shown]),
)
await tell(faults, ([list, , , added]) => list.length + added.length)
