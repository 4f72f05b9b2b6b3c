export class Tree {
  /** @type {Node | null} */
  root = null

  repOk() {
    const met = new Set()
    const isSorted = (node, low, high) => {
      if (node === null) return true
      if (met.has(node) || !(low < node.key && node.key < high)) return false
      met.add(node)
      return isSorted(node.left, low, node.key) && isSorted(node.right, node.key, high)
    }
    return isSorted(this.root, -Infinity, Infinity)
  }
}

export class Node {
  /** @type {number} */
  key
  /** @type {Node | null} */
  left = null
  /** @type {Node | null} */
  right = null
}

export const never = (tree) => tree.root === tree

export class Graph {
  static fields = { nodes: 'Set<Vertex>' }
}

export class Vertex {
  static fields = { neighbors: 'Set<Vertex>' }
}

export function isWhole({ nodes }) {
  const isRight = (one) => !one.neighbors.has(one) && [...one.neighbors].every((other) => nodes.has(other) && other.neighbors.has(one))
  return [...nodes].every(isRight)
}
