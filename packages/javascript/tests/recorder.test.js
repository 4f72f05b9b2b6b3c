// Heaps of a running program, written down for `korrel learn` and its like.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { decode, recorder } from 'korrel'
import { headerOf, korrel, written } from './support.js'

const VECTORS = join(process.env.KORREL_SPECS, '..', 'heapgraph', 'vectors', 'recorded.jsonl')
const LISTS = `sig List { header: lone Node, size: Int }
sig Node { next: lone Node, value: Int }
pred repOk[l: List] { Node = l.header.*next }
run repOk for 3 but exactly 1 List, 0..3 Int
`
const spec = written(LISTS)
const folder = mkdtempSync(join(tmpdir(), 'korrel-'))
const lines = (file) => readFileSync(file, 'utf8').split('\n').filter(Boolean)

class Node {
  constructor(value, next) {
    Object.assign(this, { value, next })
  }
}

class List {
  constructor(...values) {
    this.header = null
    this.size = 0
    for (const value of values) {
      this.header = new Node(value, this.header)
      this.size += 1
    }
  }
}

const lists = (name, more = {}) => recorder(spec, 'repOk', { to: join(folder, name), classes: { List, Node }, ...more })

// If this failed, a test suite could not say what its heaps have in common.
test('an invariant is learnt from what a program had', async () => {
  const good = await lists('good.jsonl')
  for (const values of [[], [3], [3, 1], [3, 1, 2]]) good.record(new List(...values))
  const [ring, long] = [new List(1, 2), new List(2)]
  ring.header.next.next = ring.header
  long.size = 2
  const bad = await lists('bad.jsonl')
  bad.recordNamed({ l: ring })
  bad.record(long)
  const words = ['learn', spec, 'repOk', '--good', join(folder, 'good.jsonl'), '--bad', join(folder, 'bad.jsonl')]
  const { stdout, stderr, status } = korrel([...words, '--format', 'json', '-q'])
  assert.equal(status, 0, stderr)
  const learnt = stdout.trim().split('\n').map((line) => JSON.parse(line).text)
  assert.deepEqual(new Set(learnt), new Set(['no n: Node | n in n.^next', 'l.size = #Node']))
})

// If this failed, a suite that runs again would double its file.
test('each heap is written once', async () => {
  for (let again = 0; again < 2; again++) {
    const record = await lists('once.jsonl')
    for (const value of [1, 1, 2]) record.record(new List(value))
  }
  assert.equal(lines(join(folder, 'once.jsonl')).length, 2)
})

// If this failed, what is no heap would be an example.
test('what is no heap of the spec is not written', async () => {
  const record = await lists('none.jsonl')
  const wrong = [
    [() => record.record(), /roots\.l: missing/],
    [() => record.recordNamed({ list: new List() }), /there is no root list; there are l/],
    [() => record.record(new List(), new List()), /there is no root number 2; there are l/],
    [() => record.record(3), /roots\.l/],
    [() => record.record(new Node(1, null)), /roots\.l/],
    [() => record.record(new List('one')), /value/],
  ]
  for (const [call, message] of wrong) assert.throws(call, message)
  assert.deepEqual(lines(join(folder, 'none.jsonl')), [])
  await assert.rejects(recorder(spec, 'repOk'), /`to` names the file/)
})

// If this failed, `one` sigs and parameters that are one object would have to be named one by one.
test('a root that is not given is one that is', async () => {
  const spec = written('abstract sig A {} sig B extends A {} pred p[b: B, a: A] {} run p')
  class B {}
  const to = join(folder, 'roots.jsonl')
  const record = await recorder(spec, { to, classes: { B } })
  record.record(new B())
  assert.deepEqual(JSON.parse(lines(to)[0]).roots, { b: 'B$0', a: 'B$0' })
})

// If this failed, heaps that programs in two languages have written could not be compared line by line.
test('a heap is the same line in every language', async () => {
  const spec = VECTORS.replace('.jsonl', '.als')
  const [header, to] = [await headerOf(spec, { limit: 1 }), join(folder, 'same.jsonl')]
  const vectors = lines(VECTORS).map((line) => JSON.parse(line))
  const record = await recorder(spec, { to })
  for (const vector of vectors) record.recordNamed(decode(header, vector.record).roots)
  assert.deepEqual(lines(to), [...new Set(vectors.map(({ expect }) => expect))])
})
