// Korat's structures as classes, each with a `repOk` as one writes it in JavaScript.

export class Link {}
export class SinglyLinked {
  repOk() {
    const met = new Set()
    for (let link = this.header; link !== null; link = link.next) {
      if (met.has(link)) return false
      met.add(link)
    }
    return true
  }
}

export class Item {}
export class Entry {}
/** Circular: the header is an entry with an element, too. */
export class DoublyLinked {
  repOk() {
    if (this.header.element === null) return false
    const met = new Set()
    let entry = this.header
    while (!met.has(entry)) {
      met.add(entry)
      if (entry.next.previous !== entry) return false
      entry = entry.next
    }
    return entry === this.header
  }
}

export class SortedEntry {}
export class SortedList {
  repOk() {
    if (this.header.element !== null) return false
    let entry = this.header
    let last = null
    for (;;) {
      const following = entry.next
      if (following.previous !== entry) return false
      if (following === this.header) return true
      if (following.element === null || (last !== null && following.element < last)) return false
      ;[entry, last] = [following, following.element]
    }
  }
}

export class TreeNode {
  static fields = { key: 'number', left: 'TreeNode?', right: 'TreeNode | null' }
}
export class SearchTree {
  repOk() {
    const met = []
    const ok = (node, low, high) => {
      if (node === null) return true
      if (met.includes(node)) return false
      met.push(node)
      return low < node.key && node.key < high && ok(node.left, low, node.key) && ok(node.right, node.key, high)
    }
    return ok(this.root, -Infinity, Infinity) && this.size === met.length
  }
}

export class RedBlackNode {}
export class RedBlackTree {
  repOk() {
    const met = new Set()
    // The number of black nodes on each path; null if it is no tree.
    const black = (node, parent, low, high) => {
      if (node === null) return 0
      if (met.has(node) || node.parent !== parent || !(low < node.key && node.key < high)) return null
      met.add(node)
      if (node.color === 'RED' && parent !== null && parent.color === 'RED') return null
      const left = black(node.left, node, low, node.key)
      if (left === null || black(node.right, node, node.key, high) !== left) return null
      return left + (node.color === 'BLACK' ? 1 : 0)
    }
    return black(this.root, null, -Infinity, Infinity) !== null
  }
}

export class AvlNode {}
export class AvlTree {
  /** Returns nothing, and throws. */
  repOk() {
    const met = []
    const check = (is) => {
      if (!is) throw new Error('no AVL tree')
    }
    const height = (node, low, high) => {
      if (node === null) return 0
      check(!met.includes(node) && low < node.key && node.key < high)
      met.push(node)
      const [left, right] = [height(node.left, low, node.key), height(node.right, node.key, high)]
      check(Math.abs(left - right) < 2 && node.height === 1 + Math.max(left, right))
      return node.height
    }
    height(this.root, -Infinity, Infinity)
  }
}

export class HeapArray {
  repOk() {
    const { array, size } = this
    if (size > array.length) return false
    for (let at = 1; at < size; at++) if (array[at] > array[(at - 1) >> 1]) return false
    for (let at = size; at < array.length; at++) if (array[at] !== 0) return false
    return true
  }
}

export class DisjointSet {
  repOk() {
    const { parent, rank } = this
    const size = parent.length
    if (rank.length !== size) return false
    const grown = new Set()
    let roots = 0
    for (let at = 0; at < size; at++) {
      if (parent[at] >= size) return false
      if (parent[at] === at) roots++
      else if (rank[parent[at]] <= rank[at]) return false
      else if (rank[parent[at]] === rank[at] + 1) grown.add(parent[at])
    }
    let free = 0
    for (let at = 0; at < size; at++) if (!grown.has(at) && rank[at] === 0) free++
    return roots <= free
  }
}

export class Dag {
  repOk() {
    const [path, done] = [[], []]
    const ok = (node) => {
      if (node === null || done.includes(node)) return true
      if (path.includes(node)) return false
      path.push(node)
      if (!(ok(node.left) && ok(node.right))) return false
      done.push(path.pop())
      return true
    }
    return ok(this)
  }
}

export class Vertex {}
export class Graph {
  repOk() {
    const done = []
    for (const node of this.nodes) {
      if (node.neighbors.has(node)) return false
      for (const other of node.neighbors) if (!this.nodes.has(other)) return false
      if (done.some((other) => node.neighbors.has(other) !== other.neighbors.has(node))) return false
      done.push(node)
    }
    return true
  }
}

const upTo = (n, from = 0) => Array.from({ length: n }, (_, at) => at + from)

/** A class, its fields and bounds by size, and for some sizes the number of heaps and of candidates. */
export const STRUCTURES = [
  [SinglyLinked, { Link }, { SinglyLinked: { header: 'Link?' }, Link: { elem: 'number', next: 'Link?' } }, (n) => ({ Link: n, number: [0, 1] }), [[3, 15, 10], [5, 63, 21]]],
  [DoublyLinked, { Entry, Item }, { DoublyLinked: { header: 'Entry' }, Entry: { element: 'Item?', next: 'Entry', previous: 'Entry' }, Item: {} }, (n) => ({ Entry: n, Item: n }), [[3, 14, 22], [5, 202, 114]]],
  [SortedList, { SortedEntry }, { SortedList: { header: 'SortedEntry' }, SortedEntry: { element: 'number?', next: 'SortedEntry', previous: 'SortedEntry' } }, (n) => ({ SortedEntry: n + 1, number: upTo(n, 1) }), [[3, 20, 174], [4, 70, 798]]],
  [SearchTree, { TreeNode }, { SearchTree: { root: 'TreeNode?', size: upTo(10) } }, (n) => ({ TreeNode: n, number: upTo(n, 1) }), [[3, 15, 280], [4, 51, 1244]]],
  [RedBlackTree, { RedBlackNode }, { RedBlackTree: { root: 'RedBlackNode?' }, RedBlackNode: { key: 'number', color: ['RED', 'BLACK'], left: 'RedBlackNode?', right: 'RedBlackNode?', parent: 'RedBlackNode?' } }, (n) => ({ RedBlackNode: n, number: upTo(n, 1) }), [[3, 16, 672], [4, 41, 5063]]],
  [AvlTree, { AvlNode }, { AvlTree: { root: 'AvlNode?' }, AvlNode: { key: 'number', height: 'number', left: 'AvlNode?', right: 'AvlNode?' } }, (n) => ({ AvlNode: n, number: upTo(n, 1) }), [[3, 11, 195], [4, 25, 1063]]],
  [HeapArray, {}, { HeapArray: { array: 'number[]', size: 'number' } }, (n) => ({ length: n, number: upTo(n + 1) }), [[3, 66, 148], [4, 320, 1033]]],
  [DisjointSet, {}, { DisjointSet: { parent: 'number[]', rank: 'Array<number>' } }, (n) => ({ length: n, number: upTo(n) }), [[3, 38, 274], [4, 914, 7903]]],
  [Dag, {}, { Dag: { left: 'Dag?', right: 'Dag?' } }, (n) => ({ Dag: n }), [[3, 20, 68], [4, 147, 376]]],
  [Graph, { Vertex }, { Graph: { nodes: 'Set<Vertex>' }, Vertex: { neighbors: 'Set<Vertex>' } }, (n) => ({ Vertex: n, length: n }), [[3, 8, 121], [4, 19, 1815]]],
]
