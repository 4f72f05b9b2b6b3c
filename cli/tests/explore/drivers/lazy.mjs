// The operations of lazy.py, by JavaScript's package.
import * as korrel from '../../../../packages/javascript/src/driver/index.js'

class Node {}

korrel.type(Node)
korrel.operation('lookup', (tree, key) => {
  let node = tree.root
  while (node !== null && node.key !== key) node = key < node.key ? node.left : node.right
  return node !== null
})
korrel.operation('sift', (heap) => {
  for (let node = heap.root; node !== null; ) {
    let greatest = node
    for (const child of [node.left, process.argv[2] === 'left' ? null : node.right]) {
      if (child !== null && child.key > greatest.key) greatest = child
    }
    if (greatest === node) return
    const key = node.key
    node.key = greatest.key
    greatest.key = key
    node = greatest
  }
})
// Whatever it was.
korrel.operation('reset', (tree) => void (tree.root.key = 1))
korrel.operation('cut', (tree) => void (tree.root.left = null))
korrel.serve()
