import assert from 'node:assert/strict'
import { inputs } from 'korrel/node-test'
import { Node, Tree } from './tree.js'

const values = { Int: ['', 'B', 'a', 'a b', 'é'] } // ascending, as the integers are
const options = { classes: { Tree, Node }, values }

inputs('a key that is deleted is gone, and no other', 'tree.als', 'delete_pre', options, ({ roots }) => {
  const { t: tree, k: key } = roots
  const before = [...tree]
  assert.equal(tree.delete(key), before.includes(key))
  assert.deepEqual([...tree], before.filter((other) => other !== key))
})
