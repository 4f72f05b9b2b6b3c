// The search against brute force: 300 random predicates over all small heaps; KORREL_PREDICATES=2000 makes it 2,000.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { all } from 'korrel'

class Thing {
  static fields = { bit: 'boolean', left: 'Thing?', right: 'Thing?' }
}

/** All heaps that are reached from one object, one of each class: objects numbered as a walk meets them. */
function* everyHeap(size) {
  const targets = [null, ...Array(size).keys()]
  for (const bits of product(Array(size).fill([false, true]))) {
    for (const fields of product(Array(2 * size).fill(targets))) {
      const made = made_(bits, fields)
      if (walked(made) === told(bits, fields)) yield made
    }
  }
}

function product(choices) {
  return choices.reduce((lists, values) => lists.flatMap((list) => values.map((value) => [...list, value])), [[]])
}

function made_(bits, fields) {
  const things = bits.map((bit) => Object.assign(new Thing(), { bit }))
  things.forEach((thing, at) => {
    const [left, right] = fields.slice(2 * at, 2 * at + 2).map((target) => (target === null ? null : things[target]))
    Object.assign(thing, { left, right })
  })
  return things[0]
}

function told(bits, fields) {
  return JSON.stringify([bits, fields])
}

/** The heap as a text, its objects numbered as a walk meets them. */
function walked(root) {
  const met = new Set([root])
  for (const { left, right } of met) for (const one of [left, right]) if (one !== null) met.add(one)
  const things = [...met]
  const number = (one) => (one === null ? null : things.indexOf(one))
  return told(things.map(({ bit }) => bit), things.flatMap(({ left, right }) => [number(left), number(right)]))
}

function chance(seed) {
  let state = seed + 1
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) | 0
    return (state >>> 16) % below
  }
}

function randomTerm(below) {
  const names = () => Array.from({ length: below(3) }, () => ['left', 'right'][below(2)])
  const [path, other] = [names(), names()]
  const kind = ['null', 'bit', 'same', 'bits', 'loop', 'throws', 'catches', 'writes'][below(8)]
  const wanted = below(2) === 0
  const along = (root, names) => names.reduce((one, name) => (one === null ? null : one[name]), root)
  return (root) => {
    const at = along(root, path)
    const there = () => along(root, other)
    if (kind === 'null') return (at === null) === wanted
    if (kind === 'bit') return at === null || at.bit === wanted
    if (kind === 'same') return (at === there()) === wanted
    if (kind === 'bits') return at === null || there() === null || (at.bit === there().bit) === wanted
    if (kind === 'throws') return at.bit === wanted // a TypeError where there is none
    if (kind === 'catches') {
      try {
        return at.bit === wanted
      } catch {
        return (there() === null) === wanted || root.left.bit
      }
    }
    if (kind === 'writes') {
      if (at === null) return wanted
      const before = at.bit
      at.bit = !before // undone after the run, as on objects of one's own it is here
      const answer = (there()?.bit ?? false) === wanted
      at.bit = before
      return answer
    }
    const met = new Set()
    let one = root
    for (const name = path[0] ?? 'left'; one !== null && !met.has(one); one = one[name]) met.add(one)
    return (one === null) === wanted
  }
}

function randomPredicate(seed) {
  const below = chance(seed)
  const terms = Array.from({ length: 1 + below(4) }, () => randomTerm(below))
  return below(2) === 0 ? (root) => terms.every((term) => term(root)) : (root) => terms.some((term) => term(root))
}

function accepts(predicate, root) {
  try {
    return Boolean(predicate(root))
  } catch {
    return false
  }
}

const PREDICATES = Number(process.env.KORREL_PREDICATES ?? 300)

// If this failed, a heap would be missing or come twice, or a larger one before a smaller one.
test(`${PREDICATES} random predicates accept what brute force finds`, () => {
  const bySize = [1, 2, 3].map((size) => [...everyHeap(size)])
  assert.deepEqual(bySize.map((heaps) => heaps.length).slice(0, 2), [8, 180])
  for (let seed = 0; seed < PREDICATES; seed++) {
    const predicate = randomPredicate(seed)
    const most = seed < 40 ? 3 : 2
    const wanted = bySize.slice(0, most).flat().filter((root) => accepts(predicate, root)).map(walked)
    const search = all(Thing, { where: predicate, Thing: most })
    const found = [...search].map(walked)
    assert.deepEqual(found.toSorted(), wanted.sort(), `seed ${seed}`)
    const sizes = found.map((text) => JSON.parse(text)[0].length)
    assert.deepEqual(sizes, sizes.toSorted(), `seed ${seed}`)
    assert.equal(search.status, 'complete')
  }
})
