// Compiled, not run, by types.test.js: what is expected to be an error must be one.
import fc from 'fast-check'
import { KorrelError, all, awkward, decode, difference, encode, find, pool, program, read, sequences, stringify, type Header, type Trace } from 'korrel'
import * as driver from 'korrel/driver'
import { inputs as drawn } from 'korrel/fast-check'
import { every, inputs } from 'korrel/node-test'
import { inputs as tested } from 'korrel/vitest'

class Node {
  #weight = 0
  constructor(readonly key: string, public next: Node | null = null) {}
  static fields = { class: Node, read: (node: Node) => ({ weight: node.#weight }) }
}

const values = { Key: ['', 'é'], Int: { '-1': -100 }, Name: new Map([['Name$0', new Date()]]) }

const heaps = find<{ list: Node; key: string }>('list.als', 'repOk', { scope: '3', classes: { Node }, values, timeout: 1000 })
for await (const heap of heaps) {
  const next: Node | null = heap.roots.list.next
  const key: string = heap.roots.key + heap.key
  const text: string = stringify(heap.encode())
  // @ts-expect-error there is no such root
  heap.roots.tree
  // @ts-expect-error it says what the record was
  heap.text = text
  console.log(next, key, heap.objects.get('Node$0'), [...(heap.sets['Marked'] ?? [])])
}
const status: 'complete' | 'limit' | undefined | string = heaps.end?.status
for await (const trace of find<Trace>('ring.als', { prefixes: true })) {
  const loop: number | null = trace.loop
  console.log(loop, trace.at(7)?.roots['ring'], trace.steps?.[0]?.[0]?.args['p'])
  // @ts-expect-error a trace has no roots of its own
  trace.roots
}
for await (const heap of find(new URL('list.als', import.meta.url), { limit: 3 })) heap.roots['list'].next
for await (const heap of read('lists.jsonl', { classes: { Node: Node.fields } })) console.log(heap.id)

// @ts-expect-error there is no such option
find('list.als', 'repOk', { scoep: '3' })

export function written(header: Header, list: Node): string {
  const record = encode(header, { roots: { list } }, { classes: { Node } })
  return stringify(record) + decode(header, record).key + program() + status
}

inputs('a title', 'list.als', (heap, t) => t.diagnostic(heap.text))
inputs<{ list: Node }>('a title', 'list.als', 'repOk', { items: true }, async ({ roots }) => roots.list.key)
inputs.only('a title', 'list.als', { classes: { Node } }, () => {})
// @ts-expect-error there is nothing to call
inputs('a title', 'list.als', 'repOk', { limit: 1 })
tested('a title', 'list.als', 'repOk', (heap, { task }) => task.name === heap.key)

fc.assert(fc.property(drawn<{ list: Node }>('list.als', { limit: 100 }), fc.nat(), ({ roots }, n) => roots.list.key.length < n))

driver.type(Node)
driver.type(Node.fields, 'Node')
// @ts-expect-error what is no class has no name
driver.type(Node.fields)
driver.operation('next', (node: Node) => node.next, { judges: true })
driver.cover('a branch')
await driver.serve({ values })

try {
  throw new driver.Fail('cause', 'message')
} catch (error) {
  if (error instanceof KorrelError) console.log(error.code, error.exitCode)
}

for (const node of all(Node, { where: (one) => one.key !== '', fields: { Node: { key: ['', 'a'], next: 'Node?' } }, Node: 3 })) console.log(node.next?.key)
every('a list', [Node, 'number'], { Node: 3, number: [1], inputTimeout: 100 }, (node: Node, at: number) => node.key + at)
every('a list', Node, { where: (one) => one.key, size: 4 }, (node, t) => node.key + t.name)
// @ts-expect-error a title comes first
every(Node, {}, () => {})

const stack = { subject: () => [] as number[], model: () => [] as number[] }
const some = sequences({ ...stack, calls: { push: [awkward.numbers], top: { model: (list) => list.at(-1) } }, upTo: 2, order: false, failures: 'all' })
for (const calls of some) console.log(calls.map(({ name, args, text }) => [name, args.length, text]), some.total, some.status)
const verdict: string = await some.check()
const where: string | null = difference([verdict], [], { same: [[stack, stack]] })
console.log(where, pool(awkward.dates, () => new Date(1)).texts.join(), awkward.indices(3)[0]?.toFixed(), awkward.dates[0]?.getTime())
// @ts-expect-error there is nothing to call
sequences({ upTo: 3 })
// @ts-expect-error pools are not changed
awkward.numbers.push(1)
