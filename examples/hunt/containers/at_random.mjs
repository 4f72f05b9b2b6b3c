// Lists, maps and queues at random, beside an array, a Map and a sort. `any` is as one writes it who reads the documentation;
// `small` has the bounds of the specs.
import { isDeepStrictEqual as same } from 'node:util'
import Denque from 'denque'
import { AVLTree, Deque } from 'data-structure-typed'
import FastPriorityQueue from 'fastpriorityqueue'
import { fc, tell } from '../random/by_fast_check.mjs'

const item = fc.constantFrom('a', 'b')
const little = { list: fc.array(item, { maxLength: 3 }), at: fc.integer({ min: -3, max: 3 }), count: fc.integer({ min: 0, max: 3 }) }
const keys = { any: fc.nat(20), small: fc.integer({ min: 0, max: 3 }) }
const calls = (key, value, size) =>
  fc.array(fc.oneof(fc.tuple(fc.constant('set'), key, value), fc.tuple(fc.constant('delete'), key)), size)

const spliced = {
  any: fc.tuple(fc.array(fc.string()), fc.nat(10), fc.nat(10), fc.string()),
  small: fc.tuple(little.list, fc.nat(3), little.count, item),
}
const removed = { any: fc.tuple(fc.array(fc.string()), fc.integer({ min: -10, max: 10 })), small: fc.tuple(little.list, little.at) }
const deleted = { any: fc.tuple(fc.array(fc.nat(20)), fc.nat(20)), small: fc.tuple(little.list, item) }
const mapped = { any: calls(keys.any, fc.string()), small: calls(keys.small, item, { maxLength: 4 }) }
const queued = {
  any: fc.tuple(fc.array(fc.integer()), fc.nat(10)),
  small: fc.tuple(fc.shuffledSubarray([0, 1, 2, 3, 4, 5]), fc.nat(6)),
}

function splices([list, at, count, x]) {
  if (at >= list.length || count === 0) return false // the spec has no such call
  const expected = [...list]
  expected.splice(at, count, x)
  const denque = new Denque(list)
  try {
    denque.splice(at, count, x)
  } catch {
    return true
  }
  return !same(denque.toArray(), expected)
}

function removes([list, at]) {
  if (at < -list.length || at >= list.length) return false
  const denque = new Denque(list)
  denque.removeOne(at)
  return !same(denque.toArray(), list.toSpliced(at, 1))
}

function deletes([list, x]) {
  const deque = new Deque(list)
  deque.delete(x)
  return !same([...deque], list.includes(x) ? list.toSpliced(list.indexOf(x), 1) : list)
}

function maps(made) {
  const [tree, map] = [new AVLTree(), new Map()]
  for (const [call, ...values] of made) {
    tree[call](...values)
    map[call](...values)
  }
  return [...map].some(([key, value]) => tree.get(key) !== value)
}

function smallest([pushed, count]) {
  const queue = new FastPriorityQueue()
  for (const x of pushed) queue.add(x)
  return !same(queue.kSmallest(count), pushed.toSorted((one, other) => one - other).slice(0, count))
}

const faults = Object.entries({
  'denque, splice to the end': [spliced, splices],
  'denque, removeOne from the end': [removed, removes],
  'data-structure-typed, Deque.delete': [deleted, deletes],
  'data-structure-typed, AVLTree': [mapped, maps],
  'fastpriorityqueue, kSmallest': [queued, smallest],
})
const isCall = ([name]) => ['set', 'delete'].includes(name)
await tell(
  faults.flatMap(([fault, [arbitraries, shows]]) => Object.entries(arbitraries).map(([name, one]) => [fault, name, one, shows])),
  (input) => (input.every(isCall) ? input.length : input[0].length),
)
