// Traces: states, each a heap, and what happens between them.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { decode, find } from 'korrel'

const SPEC = join(process.env.KORREL_SPECS, '..', 'heapgraph', 'vectors', 'traces.als')

async function all(options) {
  const found = []
  for await (const trace of find(SPEC, options)) found.push(trace)
  return found
}

// If this failed, a change of one state would be one of all, or an object would be lost between two.
test('states are heaps, of which each has objects of its own', async () => {
  const [trace] = await all()
  assert.deepEqual([trace.id, trace.loop, trace.states.length], [0, 3, 4])
  const rings = trace.history('Ring$0')
  assert.deepEqual(rings.map(({ mode }) => mode), ['OFF', 'ON', 'ON', 'OFF'])
  assert.deepEqual(trace.states.map(({ roots }) => roots.Ring), rings)
  assert.equal(new Set(rings).size, 4)
  assert.deepEqual(trace.history('Node$0').map((node) => node === undefined), [true, true, false, true])
  const { objects, sets } = trace.states[2]
  const node = objects.get('Node$0')
  assert.equal(node.link, objects.get('Node$1'))
  assert(sets.Marked.has(node))
  assert.equal(rings[2].owner.get(node.key), node)
  rings[2].mode = 'OFF'
  const written = trace.encode().states.map((state) => state.objects.Ring$0.mode)
  assert.deepEqual(written, ['OFF', 'ON', 'OFF', 'OFF'])
  assert.equal(trace.clone().states[2].roots.Ring.mode, 'ON')
})

// If this failed, a test that replays actions would call them with objects of another state.
test('steps have the objects of the states in which they begin', async () => {
  const [trace] = await all()
  assert.deepEqual(trace.steps.map((step) => step.map(({ action }) => action)), [['add'], ['add'], ['drop'], ['stay']])
  const [{ args }] = trace.steps[2]
  const { objects } = trace.states[2]
  assert.equal(args.n, objects.get('Node$0'))
  assert.deepEqual([...args.keys], [objects.get('Key$1')])
})

// If this failed, who replays a trace would go on with another state than the one that follows.
test('a loop goes round for ever', async () => {
  const [first, , round] = await all()
  assert.equal(round.loop, 0)
  for (let time = 0; time < 9; time++) assert.equal(round.at(time), round.states[time % 4])
  assert.deepEqual([2, 3, 4, 99].map((time) => first.states.indexOf(first.at(time))), [2, 3, 3, 3])
  const [beginning] = await all({ prefixes: true })
  assert.equal(beginning.loop, null)
  assert.equal(beginning.at(beginning.states.length), undefined)
})

// If this failed, a test of traces could not have the objects and values of the program under test.
test('classes and values are those of every state', async () => {
  class Node {}
  const [trace] = await all({ classes: { Node }, values: { Int: [0, 10, 20] } })
  assert(trace.states.slice(1).every(({ objects }) => objects.get('Node$1') instanceof Node))
  assert.deepEqual(trace.states.map(({ roots }) => roots.Ring.capacity), [20, 20, 20, 20])
  const again = decode(trace.header, trace.text)
  assert.equal(again.states[2].roots.Ring.capacity, 2)
})
