// The caller's own values for atoms and integers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from 'korrel'
import { all, first, headerOf, written } from './support.js'

const MAP = written(`
  enum Color { RED }
  sig Table { rows: Key -> lone Int, latest: lone Key, either: lone (Key + Name), color: Color }
  sig Key {}
  sig Name {}
  sig Chosen in Key {}
  sig Owned in Name { by: lone Key }
  pred some_rows[t: Table] { #rows > 1 and some latest and some either }
  run some_rows for exactly 1 Table, exactly 2 Key, exactly 1 Name, -1..1 Int
`)
const values = { Key: ['', 'a b'], Int: { '-1': -100, 0: 0, 1: 255 } }

test('an array gives the n-th atom the n-th value, an object names them', async () => {
  const heap = await first(MAP, { values })
  assert.deepEqual([...heap.roots.t.rows.keys()].sort(), ['', 'a b'])
  assert([...heap.roots.t.rows.values()].every((number) => [-100, 0, 255].includes(number)))
  assert(['', 'a b'].includes(heap.roots.t.latest))
  assert.equal(heap.objects.get('Key$1'), 'a b')
})

test('a Map names them too, and any value will do', async () => {
  const [nothing, date] = [NaN, new Date(0)]
  const given = { Key: new Map([['Key$0', nothing], ['Key$1', date]]), Int: new Map([[-1, 'x'], ['0', 'y'], [1, 'z']]) }
  for (const heap of (await all(MAP, { values: given, limit: 200 }))) {
    const { kind, id, key, ...graph } = heap.toJSON()
    assert.deepEqual(heap.encode(), graph)
  }
})

test('a sig has the values of what it extends, unless it has its own', async () => {
  const spec = written('sig Holder { key: set Key } sig Key {} sig Special extends Key {} run { some Key - Special and some Special and Key in Holder.key } for exactly 1 Holder, exactly 2 Key')
  const heap = await first(spec, { values: { Key: ['p', 'q'] } })
  assert.deepEqual([...heap.objects.get('Holder$0').key].sort(), ['p', 'q'])
  const { kind, id, key, ...graph } = heap.toJSON()
  assert.deepEqual(heap.encode(), graph)
  const other = await first(spec, { values: { Key: ['p', 'q'], Special: ['r', 's'] } })
  assert.deepEqual([...other.objects.get('Holder$0').key].map((value) => 'pqrs'.indexOf(value) >> 1).sort(), [0, 1])
  await assert.rejects(first(spec, { values: { Holder: [1] } }), /Holder has the field key/)
})

test('what cannot be told apart, or is not there, is refused', async () => {
  const made = async (values) => (await all(MAP, { values, limit: 500 })).map((heap) => heap.objects)
  const refused = (given, message) => assert.rejects(made(given), { code: 'VALUES', message })
  await refused({ Key: ['a', 'a'] }, /Key: "a" stands there twice/)
  await refused({ Int: [0, -0] }, /Int: 0 stands there twice/)
  await refused({ Key: ['a'] }, /Key\$1 has no value: Key has 1/)
  await refused({ Int: [0, 1] }, /the integer -1 has no value/)
  await refused({ Table: [1] }, /Table has the field rows/)
  await refused({ Name: [1] }, /Name has the field by/)
  await refused({ Nobody: [1] }, /there is no sig Nobody; there are Int, Table, Key, Name/)
  await refused({ Color: [1] }, /Color is an enum/)
  await refused({ Chosen: [1] }, /Chosen is a subset/)
  await refused({ Key: { Key0: 1 } }, /Key0 is no atom of it/)
  await refused({ Key: { 'Name$0': 1 } }, /Name\$0 is no atom of it/)
  await refused({ Int: { one: 1 } }, /one is no integer/)
  await refused({ Key: 'ab' }, /Key needs an array, or values by name/)
})

test('a value that is none of them cannot be written', async () => {
  const heap = await first(MAP, { values })
  heap.roots.t.latest = 'c'
  assert.throws(() => heap.encode(), { code: 'VALUES', message: /"c" is none of the values of Key/ })
  heap.roots.t.latest = ''
  heap.roots.t.rows.set('', 7)
  assert.throws(() => heap.encode(), { code: 'VALUES', message: /7 is none of the values of Int/ })
})

test('what may be two things is what its type allows, or refused', async () => {
  const spec = written('sig Table { key: Key, either: Key + Name } sig Key {} sig Name {} run {} for 2')
  const header = await headerOf(spec)
  const table = (key, either) => {
    const written = encode(header, { objects: [{ $type: 'Table', key, either }] }, { values: { Key: ['a', 'b'], Name: ['b', 'c'] } })
    return written.objects.Table$0
  }
  assert.deepEqual(table('b', 'c'), { $type: 'Table', key: 'Key$1', either: 'Name$1' })
  assert.throws(() => table('b', 'b'), { code: 'VALUES', message: /"b" may be Key or Name here/ })
})
