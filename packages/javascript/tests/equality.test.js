// Whether a comparison can tell objects apart of which nothing is known but that they are two.
import loose from 'node:assert'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode, find } from 'korrel'
import { all, library } from './support.js'
import { Cache, Key, outcome, spec } from './runs/cache.js'

const OF = { 'plain keys': { Cache }, 'keys of a class': { Cache, Key }, 'keys that are made': { Cache, Key: { class: Key, create: () => new Key() } } }
const EQUAL = { 'assert.deepEqual': loose.deepEqual, 'assert.deepStrictEqual': assert.deepStrictEqual }

for (const [of, classes] of Object.entries(OF)) {
  // If this failed, a cache that stores other keys than it was asked for would pass.
  test(`a wrong key is seen: ${of}`, async () => {
    for (const equal of Object.values(EQUAL)) {
      const tried = (await all(spec, { classes })).map((heap) => fails(equal, ...outcome(heap)))
      assert.deepEqual([tried.length, tried.includes(true), tried.includes(false)], [13, true, true])
    }
  })
}

test('keys are told apart in sets and maps', async () => {
  for (const classes of Object.values(OF)) {
    const { objects } = (await all(spec, { classes, scope: 'exactly 1 Cache, exactly 2 Key, 1 seq, 0..1 Int' }))[0]
    const [one, other] = ['Key$0', 'Key$1'].map((name) => objects.get(name))
    for (const equal of Object.values(EQUAL)) {
      for (const within of [(key) => key, (key) => [key], (key) => new Set([key]), (key) => new Map([[key, 1]]), (key) => ({ key })]) {
        assert(fails(equal, within(one), within(other)) && !fails(equal, within(one), within(one)))
      }
    }
  }
})

test('the same key is equal in two heaps of one input', async () => {
  const [heap] = await all(spec)
  assert.deepEqual(heap.objects.get('Key$0'), heap.clone().objects.get('Key$0'))
})

test('objects with fields are equal if these are', async () => {
  const trees = await all(library('red_black_tree'), 'two_nodes')
  const [tree] = trees
  assert.deepEqual(tree.roots, tree.clone().roots)
  assert.notDeepEqual(tree.roots, trees[1].roots)
  const node = { $type: 'Node', key: 1, color: 'RED', left: null, right: null, parent: null }
  const leaf = { ...tree.roots.t.root.left, parent: null }
  assert.deepEqual(leaf, node, 'no name stands in the way of a comparison with what a test has made')
})

test('a class with something to compare is left as it is', async () => {
  let made = 0
  class Numbered {
    number = made++
  }
  for (const Key of [{ create: () => new Numbered() }, { create: () => Object.freeze(new (class {})()) }]) {
    const heap = (await all(spec, { classes: { Cache, Key } })).at(-1)
    assert.deepEqual([...heap.objects.values()].filter((object) => '$id' in object), [])
  }
})

test('the name is no part of what is written', async () => {
  for (const classes of Object.values(OF)) {
    for await (const heap of find(spec, { classes })) {
      const { roots, objects } = heap.toJSON()
      assert.deepEqual(heap.encode(), { roots, objects })
      const copy = encode(heap.header, { roots: { c: heap.roots.c, k: { ...heap.roots.k, $type: 'Key' } } }, { classes })
      assert.deepEqual(Object.values(copy.objects).filter(({ $type, ...rest }) => $type === 'Key' && Object.keys(rest).length > 0), [])
    }
  }
})

function fails(equal, actual, expected) {
  try {
    equal(actual, expected)
    return false
  } catch {
    return true
  }
}
