// The catalogue of awkward values, in pools, and in heaps of the caller's own classes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import vm from 'node:vm'
import { all, awkward, difference, pool } from 'korrel'

const pools = Object.entries(awkward).filter(([, kind]) => Array.isArray(kind))
// What a reader of a failure has.
const typed = (text) => new Function('runInNewContext', `'use strict'; return (${text})`)(vm.runInNewContext)

// If this failed, somebody who types what a failure shows would have another value.
test('what is shown of a value makes it', () => {
  for (const [name, kind] of pools) {
    for (const [at, text] of kind.texts.entries()) {
      const [drawn, made] = [kind[at], typed(text)]
      if (['symbol', 'function'].includes(typeof drawn)) assert.deepEqual([typeof made, String(made)], [typeof drawn, String(drawn)], `${name}: ${text}`)
      // A class or a realm is another one each time.
      else if (!/class |runInNewContext/.test(text)) assert.equal(difference(drawn, made), null, `${name}: ${text}`)
    }
  }
})

// If this failed, a test that changes a value would change it for the next one.
test('each look makes a value', () => {
  let objects = 0
  for (const [, kind] of pools) {
    const [some, others] = [[...kind], [...kind]]
    for (const [at, one] of some.entries()) {
      const isObject = typeof one === 'object' && one !== null
      assert.equal(Object.is(one, others[at]), !isObject && !(typeof one === 'function') && Object.is(one, others[at]))
      objects += isObject ? 1 : 0
    }
  }
  assert(objects > 100)
})

test('a pool says how many there are, each once', () => {
  const texts = pools.filter(([name]) => !['all', 'empty'].includes(name)).flatMap(([, kind]) => [...kind.texts])
  assert.equal(awkward.all.length, new Set(texts).size)
  assert.match(String(awkward.all), new RegExp(`^${awkward.all.length} values: undefined, null, false, true, 0, 1, -1, 2, -0, `))
  assert.equal(String(pool(awkward.booleans, () => ({ a: 1 }), () => false)), '3 values: false, true, { a: 1 }')
  assert.throws(() => pool(function () {}), /expected a function, written \(\) => \[1, 2\]/)
})

test('the catalogue holds what was missing, and nothing that reaches a prototype', () => {
  assert.deepEqual([...awkward.indices(2)], [0, 1, 2, -1, -2, -3, 3, 0.5, NaN, Infinity, -0])
  assert.deepEqual([...awkward.indices(0)], [0, -1, -0, 1, 0.5, NaN, Infinity])
  assert(awkward.names.includes('toString') && awkward.arrays.some((array) => array.length === 1 && !(0 in array)))
  assert.doesNotMatch(awkward.all.texts.join(' '), /__|constructor|prototype/)
})

class Box {}
const boxes = (options = {}) => all(Box, { fields: { Box: { value: awkward.all } }, ...options })

// If this failed, a replay would try another heap: -0 would have the key of 0, and every date that of each other one.
test('heaps with awkward values have keys of their own', () => {
  const heaps = boxes()
  const keys = new Set()
  for (const _ of heaps) keys.add(heaps.record().key)
  assert.equal(keys.size, awkward.all.length)
  assert.equal(String(heaps), `COMPLETE: ${awkward.all.length} heaps of Box; 1 candidates within Box=1`)
})

test('each heap has its own values, and is shown as it was', () => {
  const heaps = all([Box, Box], { fields: { Box: { value: pool(() => [], () => new Date(NaN), () => -0) } } })
  const drawings = []
  for (const [one, other] of heaps) {
    if (one !== other && Array.isArray(one.value) && Array.isArray(other.value)) assert.notEqual(one.value, other.value)
    if (Array.isArray(one.value)) assert.equal(one.value.push(1), 1)
    drawings.push(heaps.drawing())
  }
  assert.deepEqual(drawings.slice(0, 3), ['Box1, Box2: Box$0  value "[]"', 'Box1, Box2: Box$0  value "new Date(NaN)"', 'Box1, Box2: Box$0  value "-0"'])
  assert.equal(drawings.length, 3 + 3 * 3)
})

test('values are told from texts that read alike, and a set takes 0 and -0 for one', () => {
  const heaps = all('value', { bounds: { value: [] }, fields: {}, classes: {} , ...{ bounds: { value: ['NaN', NaN, null, undefined] } } })
  const records = []
  for (const _ of heaps) records.push(heaps.record({ isKeyed: false }).roots.value)
  assert.deepEqual(records, [null, 'NaN', '(NaN)', 'undefined'])
  class Bag {}
  assert.deepEqual([...all(Bag, { fields: { Bag: { held: 'Set<number>' } }, number: [0, -0, NaN], length: 1 })].map(({ held }) => [...held]), [[], [0], [NaN]])
})
