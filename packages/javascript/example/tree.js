// A set of texts, as a binary search tree.
export class Tree {
  root = null

  add(key) {
    this.root = inserted(this.root, key)
  }

  /** Removes the key; true if it was there. */
  delete(key) {
    if (![...this].includes(key)) return false
    this.root = without(this.root, key)
    return true
  }

  *[Symbol.iterator]() {
    yield* inOrder(this.root)
  }
}

export class Node {
  left = null
  right = null

  constructor(key) {
    this.key = key
  }
}

function* inOrder(node) {
  if (node === null) return
  yield* inOrder(node.left)
  yield node.key
  yield* inOrder(node.right)
}

function inserted(node, key) {
  if (node === null) return new Node(key)
  if (key < node.key) node.left = inserted(node.left, key)
  if (key > node.key) node.right = inserted(node.right, key)
  return node
}

function without(node, key) {
  if (key < node.key) node.left = without(node.left, key)
  else if (key > node.key) node.right = without(node.right, key)
  else if (node.left === null) return node.right
  else if (node.right === null) return node.left
  else replaceBySuccessor(node)
  return node
}

function replaceBySuccessor(node) {
  let parent = node
  let successor = node.right
  while (successor.left !== null) [parent, successor] = [successor, successor.left]
  node.key = successor.key
  if (parent === node) node.right = successor.right
  else parent.left = null // the fault: what is right of the successor is lost; mended, it is `successor.right`
}
