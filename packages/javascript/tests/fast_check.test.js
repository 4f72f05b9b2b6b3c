// Inputs for fast-check.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inputs } from 'korrel/fast-check'
import { library, written } from './support.js'

const trees = inputs(library('red_black_tree'), { scope: 'exactly 1 Tree, 6 Node, 1..6 Int' })

test('many inputs are drawn, small ones more often', () => {
  const drawn = fc.sample(trees, { numRuns: 400, seed: 1 }).map((heap) => heap.id)
  assert(new Set(drawn).size > 100)
  assert(Math.max(...drawn) > 200 && Math.min(...drawn) === 0)
})

test('a failure is shrunk to a smaller one, and told with its key', () => {
  const nodes = ({ objects }) => objects.size - 1
  const outcome = fc.check(fc.property(trees, (heap) => nodes(heap) < 5), { seed: 5 })
  const [heap] = outcome.counterexample
  assert(outcome.failed && outcome.numShrinks > 0)
  assert.equal(nodes(heap), 5)
  assert(fc.stringify(heap).startsWith(`${heap.key}: {"kind":"instance"`))
})

test('what a property does to its objects is not in the next draw', () => {
  const property = fc.property(trees, ({ roots }) => {
    assert.notEqual(roots.t, 'spoilt')
    roots.t = 'spoilt'
  })
  fc.assert(property, { seed: 2, numRuns: 300 })
})

test('no input, and not all inputs, are errors', () => {
  const draw = (...asked) => fc.sample(inputs(...asked), 1)
  assert.throws(() => draw(written('sig A {} run { some A and no A }')), { code: 'EMPTY' })
  assert.throws(() => draw(written('sig A { f: B }')), { code: 'E0006' })
  assert.throws(() => draw(library('red_black_tree'), { scope: 'exactly 1 Tree, 18 Node, 1..18 Int', limit: 0, timeout: 80 }), { code: 'INCOMPLETE' })
})
