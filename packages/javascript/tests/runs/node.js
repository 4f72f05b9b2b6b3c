// Run by testing.test.js: tests that pass, and tests that must not.
import assert from 'node:assert/strict'
import { inputs } from 'korrel/node-test'
import { library, own, written } from '../support.js'
import * as cache from './cache.js'

const spec = library('red_black_tree')
const none = written('sig A {} run { some A and no A }')
const bad = written('sig A { f: B }')
const heights = ({ roots }) => assert(roots.t.root?.left === null || roots.t.root?.right !== null, 'only on the left')

inputs('passes', spec, () => {})
inputs('passes with a limit', spec, { limit: 3 }, () => {})
inputs('passes in time', spec, 'two_nodes', { testTimeout: 60_000 }, async (heap) => assert.equal(typeof heap.key, 'string'))
inputs('passes each alone', spec, 'two_nodes', { items: true }, (heap, t) => assert.equal(t.name, heap.key))
inputs.skip('is skipped', spec, () => assert.fail())
inputs('fails', spec, (heap) => heights(heap))
const isLeftAlone = ({ roots }) => roots.t.root?.left && !roots.t.root.right
inputs('goes on for ever', spec, { inputTimeout: 300 }, (heap) => {
  while (isLeftAlone(heap));
})
inputs('waits for ever', spec, { inputTimeout: 300 }, (heap) => isLeftAlone(heap) && new Promise(() => {}))
inputs('takes its time', spec, 'two_nodes', { inputTimeout: 0, limit: 1 }, () => new Promise((done) => setTimeout(done, 400)))
inputs('fails with a text', spec, 'two_nodes', () => {
  throw 'a text'
})
inputs('goes on', spec, 'two_nodes', { failures: 'all' }, heights)
inputs('fails later', spec, 'two_nodes', async () => {
  await null
  assert.equal(1, 2)
})
inputs('fails alone', spec, 'two_nodes', { items: true }, heights)
inputs('has too many', spec, { items: true, scope: 'exactly 1 Tree, 8 Node, 1..8 Int' }, () => {})
inputs('has none', none, () => {})
inputs('is wrong', bad, () => {})
inputs('is incomplete', spec, { scope: 'exactly 1 Tree, 18 Node, 1..18 Int', timeout: 80 }, () => {})
inputs('fails with values', own('table'), 'judged_pre', { values: { Key: ['one', 'two'] } }, ({ roots }) => assert(roots.t.rows.size < 2))
inputs('lacks a value', own('table'), 'judged_pre', { values: { Key: ['one'] } }, ({ roots }) => assert(roots.t))
inputs('fails under one labelling', spec, 'two_nodes', { symmetry: 'none' }, (heap) => {
  assert(heap.nameOf(heap.roots.t.root) === 'Node$0' || heap.roots.t.root.right !== null, 'the other labelling')
})
inputs('stores wrong keys', cache.spec, { classes: { Cache: cache.Cache } }, (heap) => assert.deepEqual(...cache.outcome(heap)))
