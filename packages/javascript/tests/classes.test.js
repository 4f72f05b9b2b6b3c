// Heaps of classes as a stream: what `korrel find --classes` writes.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { all, read } from 'korrel'
import { korrel } from './support.js'

const folder = join(import.meta.dirname, 'runs')
const tree = join(folder, 'search_tree.mjs')
const asked = (words, of = `${tree}:Tree`) => korrel(['find', '--classes', of, ...words])
const end = (stream) => JSON.parse(stream.trimEnd().split('\n').at(-1))

test('a stream as korrel find writes it, the same as that of the other languages', async () => {
  // If this failed, a tool that reads streams would refuse it, or see other heaps than of the same classes in Python or Java.
  const { stdout, stderr, status } = asked(['--where', 'repOk', '--scope', '4 Node, 1..4 int', '--keys'])
  assert.equal(status, 0, stderr)
  assert.match(stderr, /^COMPLETE: 51 heaps of Tree where Tree.repOk; 785 candidates within Tree=1, Node=4, number=1..4\n$/)
  assert.deepEqual(end(stdout), { kind: 'end', status: 'complete', count: 51, digest: 'crc32:5fee6934' })
  const saved = join(folder, 'search_trees.jsonl')
  writeFileSync(saved, stdout)
  const heaps = read(saved)
  const keys = new Set()
  for await (const heap of heaps) keys.add(heap.key)
  assert.equal(keys.size, 51)
  assert.equal(heaps.header.command, 'Tree where Tree.repOk for 4 Node, 1..4 int')
  // The same without keys: as Python's stream and Java's.
  assert.equal(end(asked(['--where', 'repOk', '--scope', '4 Node, 1..4 int']).stdout).digest, 'crc32:0127ed3e')
})

test('roots have names, and sets the order of a record', () => {
  const { stdout } = asked(['--where', 'isWhole', '--scope', '3 Vertex, 3 seq', '--bare', '--quiet'], `${tree}:g=Graph`)
  const records = stdout.trimEnd().split('\n').map((line) => JSON.parse(line))
  assert.equal(records.length, 8) // graphs of up to three vertices
  for (const { roots, objects } of records) {
    assert.equal(roots.g, 'Graph$0')
    for (const { nodes, neighbors } of Object.values(objects)) assert.deepEqual(nodes ?? neighbors, (nodes ?? neighbors).toSorted())
  }
})

for (const [words, code, told, of] of [
  [[], 2, /exports no class Tre; it has Graph, Node, Tree, Vertex/, `${tree}:Tre`],
  [['--where', 'good'], 2, /--where good: neither Tree nor its file has a function of this name/],
  [['--scope', '4'], 2, /--scope: `4` is none of `4 Node`, `1..4 int`/],
  [['--scope', '4 Nod'], 2, /Nod: no option, and no class or field of this name is reached/],
  [['--where', 'repOk', '--scope', '0..0 Node.key', '--limit', '2'], 0, /^the first 2 heaps/],
  [['--where', 'repOk', '--scope', '9 Node, 1..9 int', '--timeout', '50ms'], 3, /INCOMPLETE \(timeout\)/],
  [['--where', 'never'], 1, /COMPLETE: 0 heaps/],
]) {
  test(`mistakes and ends: ${words.join(' ')}`, () => {
    const { stdout, stderr, status } = asked(words, of)
    assert.equal(status, code, stderr)
    assert.match(stderr, told)
    if (code === 3) assert.equal(end(stdout).status, 'timeout')
  })
}

test('a file without the package, and what it prints', () => {
  const loud = join(folder, 'loud.mjs')
  writeFileSync(loud, "console.log('begins')\nexport class Bit { static fields = { of: 'boolean' } }\n")
  const { stdout, status } = asked([], `${loud}:Bit`)
  assert.equal(status, 0)
  assert.equal(end(stdout).count, 2)
  assert(!stdout.includes('begins'))
})

test('types in TypeScript say what fields hold', () => {
  // If this failed, whoever writes TypeScript would have to say each type twice.
  const types = join(folder, 'search_tree.ts')
  writeFileSync(types, "export class Tree { root: Node | null = null; name: 'a' | 'b' = 'a' }\nexport class Node { key = 0; left?: Node; right?: Node }\n")
  class Tree {}
  class Node {}
  const where = ({ root }) => root === null || (root.left === null && root.right === null)
  const found = all(Tree, { types, classes: { Node }, where, Node: 1, number: [1, 2] })
  assert.equal([...found].length, 2 * (1 + 2))
  assert.equal(found.header.types.Node.left, 'Node?')
  assert.throws(() => all(Tree, { types: 'nowhere.ts' }), /types: .*nowhere\.ts/s)
})
