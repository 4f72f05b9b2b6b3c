// Where two object graphs differ.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import vm from 'node:vm'
import { awkward, difference } from 'korrel'

const ring = (length) => {
  const parts = Array.from({ length }, () => ({}))
  parts.forEach((part, at) => (part.next = parts[(at + 1) % length]))
  return parts[0]
}
const shared = (part = {}) => [part, part]

test('which parts are the same object is a difference', () => {
  assert.equal(difference(shared(), [{}, {}]), '[1]: the same object as [0], expected another one')
  assert.equal(difference([{}, {}], shared()), '[1]: another object, expected the same as [0]')
  assert.equal(difference(shared(), shared()), null)
  assert.equal(difference(ring(1), ring(2)), '.next: the same object as the whole, expected another one')
  assert.equal(difference(ring(2), ring(3)), '.next.next: the same object as the whole, expected another one')
  assert.equal(difference(ring(3), ring(3)), null)
  assert.equal(difference({ a: {}, b: new Set([{}]) }, ((a) => ({ a, b: new Set([a]) }))({})), '.b[0]: another object, expected the same as .a')
})

test('holes, signs, order, and what is hidden', () => {
  const told = [
    [[,], [undefined], '[0]: a hole, expected undefined'],
    [[undefined], [,], '[0]: undefined, expected a hole'],
    [[1, -0], [1, 0], '[1]: -0, expected 0'],
    [{ a: 1 }, { a: 1, b: undefined }, '.b: not there, expected undefined'],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, 'its properties are a, b, expected b, a'],
    [new Map([[1, 'a'], [2, 'b']]), new Map([[2, 'b'], [1, 'a']]), '.keys()[0]: 1, expected 2'],
    [new Map([[1, -0]]), new Map([[1, 0]]), '.get(1): -0, expected 0'],
    [new Set([1, 2]), new Set([1]), '2 of them, expected 1'],
    [new Date(NaN), new Date(0), 'new Date(NaN), expected new Date(0)'],
    [Object(-0), Object(0), '[Number: -0], expected [Number: 0]'],
    [/a/g, Object.assign(/a/g, { lastIndex: 1 }), '.lastIndex: 0, expected 1'],
    [{ get a() { return 1 } }, { a: 1 }, '.a: an accessor, expected a value'],
    [Object.freeze([]), [], 'frozen, expected not frozen'],
    [Object.create(null), {}, 'an object without a prototype, expected an object of Object'],
    [vm.runInNewContext('[]'), [], 'an object of Array (not of this realm), expected an object of Array'],
    [{ 'a b': [1] }, { 'a b': [1, 2] }, '["a b"].length: 1, expected 2'],
    [new Float64Array([-0]), new Float64Array([0]), 'Float64Array(1) [ -0 ], expected Float64Array(1) [ 0 ]'],
  ]
  for (const [one, other, text] of told) assert.equal(difference(one, other), text)
})

test('no order, if none is asked for', () => {
  const asked = { order: false }
  assert.equal(difference({ a: 1, b: 2 }, { b: 2, a: 1 }, asked), null)
  assert.equal(difference(new Map([[1, {}], [2, 'b']]), new Map([[2, 'b'], [1, {}]]), asked), null)
  assert.equal(difference(new Set([1, NaN, 2]), new Set([2, 1, NaN]), asked), null)
  assert.notEqual(difference(new Set([1, 2]), new Set([2, 3]), asked), null)
})

test('what was given corresponds, and nothing else that is no value', () => {
  const [f, g, s, t] = [() => 1, () => 1, Symbol('a'), Symbol('a')]
  assert.equal(difference([f, s], [f, s]), null)
  assert.notEqual(difference(f, g), null)
  assert.notEqual(difference(s, t), null)
  assert.equal(difference([f, s], [g, t], { same: [[f, g], [s, t]] }), null)
  assert.equal(difference({}, f, { same: [[g, f]] }), 'another object, expected the same as one that was given')
})

// If this failed, something that Node's comparison tells apart would be taken for equal.
test('of all awkward values it tells apart what Node does, and more', () => {
  const [some, others] = [[...awkward.all], [...awkward.all]]
  const more = new Set()
  for (const [at, one] of some.entries()) {
    for (const [place, other] of others.entries()) {
      const isSame = difference(one, other) === null
      const texts = [awkward.all.texts[at], awkward.all.texts[place]]
      if (isDeepStrictEqual(one, other) && !isSame) more.add(texts.sort().join(' and '))
      // Node says that two invalid dates differ, and two prototypes that hold the same.
      if (!isDeepStrictEqual(one, other) && isSame) assert(texts[0] === texts[1] && /^(new Date\(NaN\)|Object\.create\({ a: 1 }\))$/.test(texts[0]), texts.join(' and '))
    }
  }
  for (const pair of ['Object.freeze({ a: 1 }) and { a: 1 }', '{ a: 1 } and { get a() { return 1 } }', "Object.defineProperty({}, 'a', { value: 1 }) and {}"]) assert(more.has(pair), [...more].join('\n'))
})
