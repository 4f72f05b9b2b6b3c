// Korat's structures in code: as many heaps as their specs have, with the same keys.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { all, find } from 'korrel'
import { Graph, SearchTree, STRUCTURES, TreeNode, Vertex } from './code/structures.js'
import { written } from './support.js'

const search = ([of, classes, fields, bounds], size) => all(of, { where: (made) => made.repOk(), classes, fields, ...bounds(size) })

for (const structure of STRUCTURES) {
  const [of, , , , rows] = structure
  // If this failed, a heap would be missing or come twice, or more candidates be tried than in the Python package.
  test(`${of.name} has as many heaps as its spec`, () => {
    for (const [size, heaps, candidates] of rows) {
      const found = search(structure, size)
      const made = [...found]
      assert.equal(made.length, heaps, `up to ${size}`)
      assert(found.candidates <= candidates, `${found.candidates} candidates`)
      assert.match(String(found), new RegExp(`^COMPLETE: ${heaps} heaps of ${of.name} where `))
      assert(made.every((one) => Object.getPrototypeOf(one) === of.prototype && one.repOk() !== false))
      assert.equal(new Set(made).size, heaps)
    }
  })
}

const SPECS = new Map([
  [SearchTree, `
one sig SearchTree { root: lone TreeNode, size: Int }
sig TreeNode { key: Int, left, right: lone TreeNode }
fact {
  TreeNode = SearchTree.root.*(left + right) and SearchTree.size = #TreeNode
  all n: TreeNode {
    n !in n.^(left + right) and lone n.~(left + right) and no n.left & n.right
    all m: n.left.*(left + right) | m.key < n.key
    all m: n.right.*(left + right) | m.key > n.key
  }
  TreeNode.key in { i: Int | i > 0 }
}
run {} for 4 TreeNode, 0..4 Int
`],
  [Graph, `
one sig Graph { nodes: set Vertex }
sig Vertex { neighbors: set Vertex }
fact { Graph.nodes = Vertex and neighbors = ~neighbors and no iden & neighbors }
run {} for 4 Vertex
`],
])

for (const [of, text] of SPECS) {
  // If this failed, a key in a report on code would be another one than that of the same heap from a spec.
  test(`${of.name} has the keys of its spec`, async () => {
    const wanted = []
    for await (const heap of find(written(text))) wanted.push(heap.key)
    const found = search(STRUCTURES.find(([other]) => other === of), 4)
    const keys = []
    for (const _ of found) keys.push(found.record().key)
    assert.deepEqual(keys.sort(), wanted.sort())
  })
}

test('smaller ones come first, and the same each time', () => {
  const records = () => {
    const found = all(Graph, { where: (graph) => graph.repOk(), classes: { Vertex }, fields: STRUCTURES.at(-1)[2], Vertex: 4, length: 4 })
    return Array.from({ length: 19 }, () => found.heaps.next() && found.record())
  }
  const first = records()
  assert.deepEqual(first, records())
  const sizes = first.map(({ objects }) => Object.values(objects).reduce((sum, { nodes, neighbors }) => sum + 1 + (nodes ?? neighbors).length, 0))
  assert.deepEqual(sizes, sizes.toSorted((one, other) => one - other))
})

test('types are read off examples, off the class, or given', () => {
  const node = (key, left = null, right = null) => Object.assign(Object.create(TreeNode.prototype), { key, left, right })
  const tree = Object.assign(new SearchTree(), { root: node(2, node(1), node(3)), size: 3 })
  const empty = Object.assign(new SearchTree(), { root: null, size: 0 })
  const options = { examples: [empty], where: (one) => one.repOk(), TreeNode: 3, number: [0, 1, 2, 3], bounds: { 'TreeNode.key': [1, 2, 3] } }
  assert.equal([...all(tree, options)].length, 15)
})

test('what examples leave undefined is undefined', () => {
  // If this failed, a predicate that ends at undefined would accept no heap, and a test of none pass.
  class Link {
    next = undefined
  }
  class Chain {
    head = undefined
  }
  const chain = Object.assign(new Chain(), { head: new Link() })
  const ends = ({ head }) => {
    const met = new Set()
    for (; head !== undefined; head = head.next) {
      if (met.has(head)) return false
      met.add(head)
    }
    return true
  }
  assert.equal([...all(chain, { examples: [new Chain()], where: ends, fields: { Link: { next: 'Link | undefined' } }, Link: 3 })].length, 4)
  const maps = all(Chain, { fields: { Chain: { head: 'Map<string, number>' } } })
  assert.equal([...maps].length, 16)
  assert.deepEqual(maps.notes, ['a Map has its entries in one order (Chain.head): the order of insertion is not tried'])
})

class Cell {
  /** @type {1 | 2} */
  key = 1
  /**
   * Where it goes on.
   * @type {?Cell}
   */
  next
  /** @type {Set<'left' | 'right'>} what it allows */
  sides = new Set()
  /** Not a field: it has no type. */
  find() {}
}

class Wide extends Cell {
  constructor() {
    super()
    /** @type {boolean[]} */
    this.bits = []
  }
}

// If this failed, classes with comments as types would need a second description.
test('types are read off comments', () => {
  const cells = [...all(Cell, { Cell: 1 })].map(({ key, next, sides }) => `${key} ${next === null} ${[...sides].sort()}`)
  const expected = [1, 2].flatMap((key) => [true, false].flatMap((isNull) => ['', 'left', 'right', 'left,right'].map((sides) => `${key} ${isNull} ${sides}`)))
  assert.deepEqual(cells.toSorted(), expected.toSorted())
  const wide = [...all(Wide, { classes: { Cell }, Cell: 0, length: 1 })].map(({ bits, next }) => [...bits, next].join())
  assert.deepEqual(new Set(wide), new Set([',', 'false,', 'true,'].map((text) => text.replace(/^,$/, ''))))
  assert.throws(() => all(class Bare { items = [] }), { code: 'BOUNDS', message: /\/\*\* @type \{…\} \*\/ before each field/ })
})

// If this failed, a long search would lose heaps, or list them in another order, once its prefixes are in a file.
test('prefixes in a file', async () => {
  const { Prefixes } = await import(new URL('code/prefixes.js', import.meta.resolve('korrel')))
  const structure = STRUCTURES.find(([of]) => of.name === 'RedBlackTree')
  const keys = () => {
    const found = search(structure, 4)
    const keys = []
    for (const _ of found) keys.push(found.record().key)
    return [keys, found.candidates]
  }
  const [expected, { kept }] = [keys(), Prefixes]
  Prefixes.kept = 3
  try {
    assert.deepEqual(keys(), expected)
  } finally {
    Prefixes.kept = kept
  }
})
