// What `korrel test --lazy` is told of: never less than what a program reads or writes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'

// The package's own parts, wherever it is installed.
const part = (name) => import(new URL(name, import.meta.resolve('korrel/driver')))
const { Question } = await part('./question.js')
const { reply } = await part('./reply.js')

const types = { Node: { key: 'int', next: 'Node?', bag: 'set Node', at: 'map Node int' } }
const all = ['key', 'next', 'bag', 'at'].map((field) => ['Node$0', field])

/** What is answered to a list of two nodes. */
function answer(call, classes = {}) {
  const header = { types, enums: {}, lazy: true, ops: { f: { parameters: { n: 'Node' }, result: 'set Node' } } }
  const question = new Question(header, new Map([['f', { call, judges: false }]]), { classes })
  const objects = {
    Node$0: { $type: 'Node', key: 1, next: 'Node$1', bag: ['Node$1'], at: { Node$1: 3 } },
    Node$1: { $type: 'Node', key: 2, next: null, bag: [], at: {} },
  }
  const input = { id: 0, op: 'f', roots: { n: 'Node$0' }, objects }
  return JSON.parse(reply(question.of(input), input))
}

const read = (call, classes) => answer((n) => void call(n), classes).read

test('fields count once, in order', () => {
  class Node {}
  const program = (n) => assert(n.next.key === 2 && n.key === 1 && n.next.key === 2 && [...n.bag][0] === n.next)
  const told = [['Node$0', 'next'], ['Node$1', 'key'], ['Node$0', 'key'], ['Node$0', 'bag']]
  assert.deepEqual(read(program), told)
  assert.deepEqual(read(program, { Node }), told)
})

// If this failed, an input would be covered in which another value is overwritten.
test('what is written counts as read', () => {
  assert.deepEqual(read((n) => (n.key = 1)), [['Node$0', 'key']])
  assert.equal(read((n) => delete n.key), 'all')
  assert.equal(read((n) => Object.defineProperty(n, 'key', { value: 1 })), 'all')
})

// If this failed, a program that compares names would be tried on one naming only.
test('the name of an object without fields counts for all', () => {
  const bare = { Node: { key: 'int', next: 'Leaf' }, Leaf: {} }
  const asked = (call, classes) => {
    const header = { types: bare, enums: {}, lazy: true, ops: { f: { parameters: { n: 'Node' } } } }
    const question = new Question(header, new Map([['f', { call: (n) => void call(n), judges: false }]]), { classes })
    const objects = { Node$0: { $type: 'Node', key: 1, next: 'Leaf$0' }, Leaf$0: { $type: 'Leaf' } }
    const input = { id: 0, op: 'f', roots: { n: 'Node$0' }, objects }
    return JSON.parse(reply(question.of(input), input)).read
  }
  for (const classes of [{}, { Leaf: class {} }]) {
    assert.deepEqual(asked((n) => n.next, classes), [['Node$0', 'next']])
    assert.equal(asked((n) => assert.deepEqual(n.next, { ...n.next }), classes), 'all')
    assert.equal(asked((n) => inspect(n.next), classes), 'all')
  }
})

test('containers count as a whole, however one goes through them', () => {
  const bag = [['Node$0', 'bag']]
  for (const look of [(s) => [...s], (s) => s.values().next(), ([first]) => first, (s) => s.size, (s) => s.has(1), Array.from]) {
    assert.deepEqual(read((n) => look(n.bag)), bag)
  }
  for (const look of [(m) => [...m], (m) => m.keys().next(), (m) => m.get(null), (m) => m.forEach(() => {})]) {
    assert.deepEqual(read((n) => look(n.at)), [['Node$0', 'at']])
  }
})

test('what takes an object as a whole counts for all its fields', () => {
  const takes = [
    (n) => ({ ...n }),
    (n) => Object.entries(n),
    (n) => Object.assign({}, n),
    (n) => Object.getOwnPropertyDescriptors(n),
    (n) => inspect(n, { depth: 0 }),
    ({ ...rest }) => rest,
  ]
  for (const take of takes) assert.deepEqual(read(take), all)
  assert.equal(read(structuredClone).length, 8)
  assert.equal(read((n) => JSON.stringify({ ...n, next: null })).length, 4)
})

test('which fields an object has is known without a read', () => {
  assert.deepEqual(read((n) => ['key' in n, Object.keys(n), n.colour, n === n.constructor]), [])
})

test('a copy by descriptors is another object', () => {
  const copies = (n) => {
    const copy = Object.create(null, Object.getOwnPropertyDescriptors(n))
    copy.key = 5
    Object.create(n).key = 6
    assert.equal(Reflect.getOwnPropertyDescriptor(n, 'key').value, 1)
    return []
  }
  const { read, post } = answer(copies)
  assert.deepEqual([read, post], [all, undefined])
})

test('a result that is made as it is read counts', () => {
  const { read } = answer(function* (n) {
    for (let node = n; node !== null; node = node.next) yield node
  })
  assert.deepEqual(read, [['Node$0', 'next'], ['Node$1', 'next']])
})

// If this failed, inputs would be covered that differ in what was read.
test('what reads only while the state is written covers nothing', () => {
  const walked = (n) => ({
    *[Symbol.iterator]() {
      if (n.key === 1) yield n
    },
  })
  class List extends Array {
    *[Symbol.iterator]() {
      if (this.of.key === 1) yield this.of
    }
  }
  const list = (n) => Object.assign(new List(), { of: n })
  const made = (n) => ({ $type: 'Node', next: null, bag: [], at: new Map(), get key() { return n.key } })
  const programs = [
    (n) => (n.bag = walked(n)),
    (n) => (n.bag = list(n)),
    (n) => (n.next = made(n)),
    (n) => (n.next = { $type: 'Node', key: 5, next: null, bag: walked(n), at: new Map() }),
    (n) => (n.at = Object.assign(new Map(), { [Symbol.iterator]: () => [[n, n.key]].values() })),
    (n) => (n.bag = { [Symbol.iterator]: () => [(n.key = 7), n].slice(1).values() }),
  ]
  for (const program of programs) assert.equal(read(program), 'all', String(program))
  assert.deepEqual(read((n) => (n.bag = new Set([n]))), [['Node$0', 'bag']])
  // A result is walked first, and in the program's order.
  assert.deepEqual(answer((n) => list(n)).read, [['Node$0', 'key']])
})

test('an input that cannot be made covers nothing', () => {
  const broken = { class: class {}, create: () => assert.fail('no') }
  assert.equal(read(() => {}, { Node: broken }), 'all')
})

test('what keeps fields elsewhere is refused', () => {
  class Private {
    #key = 0
    get key() {
      return this.#key
    }
    set key(key) {
      this.#key = key
    }
  }
  const create = () => new Private()
  assert.match(read(() => {}, { Node: { class: Private, create } }), /^Node.key is an accessor of the class/)
  assert.match(read(() => {}, { Node: { create, fill() {} } }), /^Node is given as { create, fill, read }/)
  assert.match(read(() => {}, { Node: { class: class {}, read: (node) => node } }), /^Node is given as { create, fill, read }/)
  assert.match(read(Object.freeze), /^key of an object was frozen/)
  const get = (n) => n.__lookupGetter__('key')
  assert.match(read((n) => Object.defineProperty({}, 'key', { get: get(n) }).key), /was called on another object/)
})
