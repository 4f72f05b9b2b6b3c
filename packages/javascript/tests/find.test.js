// What a caller sees: objects, their classes, and how a stream ends.
import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { KorrelError, decode, encode, find, program as locate, read, stringify } from 'korrel'
import { all, first, headerOf, korrel, library, own, written } from './support.js'

const PAIR = written('sig Tree { root: lone Node } sig Node { key: Int, next: Node } pred pair[t: Tree] { Node = t.root } run pair for exactly 1 Tree, exactly 1 Node, 1..1 Int')

test('each shape has its type', async () => {
  const heap = await first(own('everything'), 'full')
  const [dir] = [...heap.objects.values()].filter(({ $type }) => $type === 'Dir')
  assert(dir.entries instanceof Set && dir.byColor instanceof Map && dir.byFlag instanceof Map && Array.isArray(dir.order))
  assert([...dir.byColor.keys()].every((color) => ['RED', 'GREEN'].includes(color)))
  assert([...dir.byFlag.keys()].every((flag) => typeof flag === 'boolean'))
  const [file] = [...heap.objects.values()].filter(({ $type }) => $type === 'File')
  assert([...file.levels.keys()].every((level) => Number.isInteger(level)) && typeof file.isOpen === 'boolean')
  assert(file.tags.every(([key, color]) => key.$type !== undefined && ['RED', 'GREEN'].includes(color)))
  assert([...heap.sets.Marked].every((entry) => heap.nameOf(entry) !== undefined && 'by' in entry))
  assert(heap.relations['Warm.degree'].every(([color, degree]) => color.length > 2 && Number.isInteger(degree)))
  assert(Object.hasOwn(dir, '__proto__') && Object.getPrototypeOf(dir) === Object.prototype)
})

test('references are objects, in circles too', async () => {
  const { roots, objects } = await first(PAIR, 'pair')
  assert.equal(roots.t.root.next, roots.t.root)
  assert.equal(objects.get('Node$0'), roots.t.root)
})

test('objects are of the caller\'s classes, with private fields too', async () => {
  class Node {
    constructor() {
      assert.fail('no constructor is called')
    }
  }
  class Tree {
    #root
    get top() {
      return this.#root
    }
    static korrel = {
      class: Tree,
      create: () => new Tree(),
      fill: (tree, { root }) => (tree.#root = root),
      read: (tree) => ({ root: tree.#root }),
    }
  }
  const heap = await first(PAIR, 'pair', { classes: { Tree: Tree.korrel, Node } })
  assert(heap.roots.t instanceof Tree && heap.roots.t.top instanceof Node)
  assert.equal(heap.encode().objects.Tree$0.root, 'Node$0')
})

test('a heap is written as it is now, and kept as it was', async () => {
  const heap = await first(PAIR, 'pair')
  heap.roots.t.root = { $type: 'Node', key: 7, next: heap.roots.t.root }
  assert.deepEqual(heap.encode().objects, {
    Tree$0: { $type: 'Tree', root: 'Node$1' },
    Node$0: { $type: 'Node', key: 1, next: 'Node$0' },
    Node$1: { $type: 'Node', key: 7, next: 'Node$0' },
  })
  assert.equal(stringify(heap.toJSON()), heap.text)
  assert.equal(heap.clone().roots.t.root.key, 1)
})

test('a structure of the caller\'s own is read by the program', async () => {
  class Tree {}
  class Node {}
  const node = Object.assign(new Node(), { key: 1 })
  const tree = Object.assign(new Tree(), { root: Object.assign(node, { next: node }) })
  const record = encode(await headerOf(PAIR), { roots: { t: tree } }, { classes: { Tree, Node } })
  assert.equal(korrel(['eval', PAIR, '--heap', '-'], stringify(record)).status, 0)
  assert.throws(() => encode({ types: {} }, { objects: [new Date()] }), /no type has the class Date/)
})

test('a set may be given in any order', async () => {
  const header = await headerOf(library('access_policy'))
  const roles = [2, 10, 0].map((n) => ({ $type: 'Role', juniors: [], excludes: [], permissions: new Set(), n }))
  roles[0].juniors = new Set([roles[2], roles[1]])
  const record = encode(header, { objects: roles })
  assert.deepEqual(record.objects.Role$0.juniors, ['Role$1', 'Role$2'])
})

test('a slip of the pen in a class or an option is told', async () => {
  await assert.rejects(first(PAIR, { classes: { Nod: class {} } }), /there is no type Nod|has no type Nod; it has Tree, Node/)
  await assert.rejects(first(PAIR, { classes: { Node: 'Node' } }), /Node is neither a class nor/)
  await assert.rejects(first(PAIR, { scoep: '3' }), /there is no option scoep/)
})

test('options are the program\'s flags', async () => {
  const two = { scope: 'exactly 1 Tree, exactly 2 Node, 1..1 Int' }
  assert.equal((await all(library('red_black_tree'), 'two_nodes')).length, 2)
  assert.equal((await all(library('red_black_tree'), 'two_nodes', { symmetry: 'none' })).length, 4)
  assert.equal((await all(library('red_black_tree'), { limit: 3 })).length, 3)
  assert.equal((await all(library('red_black_tree'), 'two_nodes', { id: 1 }))[0].key, 'b506fcc8dab0b80b')
  assert.equal((await all(library('red_black_tree'), 'two_nodes', { key: 'b506fcc8dab0b80b' }))[0].id, 1)
  assert.equal((await all(PAIR, 'pair', two)).length, 0)
  const parts = await Promise.all(['1/2', '2/2'].map((shard) => all(library('red_black_tree'), { shard })))
  assert.equal(parts.flat().length, (await all(library('red_black_tree'))).length)
})

test('a mistake in the spec is an error with the program\'s message', async () => {
  const bad = written('sig A { f: B }')
  await assert.rejects(all(bad), (error) => {
    assert(error instanceof KorrelError)
    assert.deepEqual([error.code, error.exitCode], ['E0006', 2])
    return /there is no name `B`[^]*not declared anywhere/.test(error.message)
  })
  await assert.rejects(all(library('red_black_tree'), 'nothing'), { code: 'E0019' })
  await assert.rejects(all('missing.als'), { code: 'E0020' })
})

test('a stream that ends too early is an error', async () => {
  const large = { scope: 'exactly 1 Tree, 18 Node, 1..18 Int', timeout: 80 }
  await assert.rejects(all(library('red_black_tree'), large), { code: 'INCOMPLETE', exitCode: 3 })
  const heaps = find(library('red_black_tree'), { ...large, allowIncomplete: true })
  for await (const _ of heaps);
  assert.equal(heaps.end.status, 'timeout')
})

test('a stream that was cut off is an error', async () => {
  const whole = korrel(['find', library('red_black_tree'), 'two_nodes', '--keys']).stdout
  const saved = written(whole)
  const keys = []
  for await (const heap of read(saved)) keys.push(heap.key)
  assert.deepEqual(keys, ['a0384b9766fcc0b5', 'b506fcc8dab0b80b'])
  writeFileSync(saved, whole.slice(0, whole.indexOf('{"kind":"end"')))
  await assert.rejects(async () => { for await (const _ of read(saved)); }, { code: 'INCOMPLETE' })
  const [header, line] = whole.split('\n')
  assert.equal(decode(JSON.parse(header), line).key, keys[0])
})

test('why there is nothing is kept', async () => {
  const heaps = find(written('sig A {} run { some A and no A }'))
  for await (const _ of heaps) assert.fail()
  assert.match(heaps.messages, /no instance exists/)
  assert.equal(heaps.end.count, 0)
})

test('leaving the loop ends the program', async () => {
  const [started, program] = [written(''), written(`#!/bin/sh\necho $$ > "$STARTED"; exec "$PROGRAM" "$@"\n`)]
  chmodSync(program, 0o755)
  const { KORREL } = process.env
  Object.assign(process.env, { STARTED: started, PROGRAM: locate(), KORREL: program })
  const heaps = find(library('red_black_tree'), { scope: 'exactly 1 Tree, 18 Node, 1..18 Int' })
  const isRunning = () => existsSync(`/proc/${readFileSync(started, 'utf8').trim()}/exe`)
  for await (const _ of heaps) {
    assert(isRunning())
    break
  }
  if (KORREL === undefined) delete process.env.KORREL
  else process.env.KORREL = KORREL
  assert(!isRunning())
  await assert.rejects(async () => { for await (const _ of heaps); }, /looped over once/)
})

test('nothing is left over if the loop is long', async () => {
  let count = 0
  for await (const _ of find(library('red_black_tree'), { scope: 'exactly 1 Tree, 9 Node, 1..9 Int' })) {
    if (++count % 2000 === 0) await sleep(20)
  }
  assert.equal(count, 6753)
})

test('require works as import does', () => {
  assert.equal(createRequire(import.meta.url)('korrel').find, find)
})
