// Run by code_every.test.js: tests over heaps of their own classes.
import assert from 'node:assert/strict'
import { every } from 'korrel/node-test'
import { SearchTree, TreeNode } from '../code/structures.js'

const trees = {
  where: (tree) => tree.repOk(),
  classes: { TreeNode },
  fields: { SearchTree: { root: 'TreeNode?', size: [0, 1, 2, 3] } },
  TreeNode: 3,
  number: [1, 2, 3],
}

every('passes', SearchTree, trees, (tree, t) => assert(tree.repOk() && t.name === 'passes'))
every('gets every key', [SearchTree, 'number'], trees, (tree, key) => {
  assert([1, 2, 3].includes(key))
})
every('fails', SearchTree, trees, async (tree) => {
  const { root } = tree
  tree.root = null
  assert(root === null || root.right === null, 'something on the right')
})
every('goes on for ever', SearchTree, { ...trees, inputTimeout: 300 }, (tree) => {
  while (tree.size === 2);
})
every('stops', SearchTree, { ...trees, limit: 2 }, () => {})
every('has none', SearchTree, { ...trees, where: (tree) => tree.rot === 1 }, () => {})
every('goes on', SearchTree, { ...trees, failures: 'all' }, (tree) => {
  const { size, root } = tree
  tree.root = null
  if (size === 3) throw new Error(`of ${size}`, { cause: 'three nodes' })
  assert(root === null || root.key !== 2, `the key is ${root?.key}, of [${size}, 1]`)
  assert.notEqual(root?.key, 1)
})
every('goes on until its time is over', SearchTree, { ...trees, failures: 'all', timeout: 1000 }, async (tree) => {
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.equal(tree.size, 0)
})
every.skip('is skipped', SearchTree, trees, () => assert.fail())
