// What is decoded is encoded to the same bytes, whatever objects and values it was made of.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode, find, stringify } from 'korrel'
import { headerOf, korrel, library, own } from './support.js'

const SPECS = [
  [library('file_system')], // inheritance; maps by the values of an enum
  [library('access_policy')], // sets
  [library('hash_table')], // maps by numbers
  [library('json_document')], // sequences, maps, inheritance
  [library('b_tree')], // sequences of numbers
  [library('red_black_tree')], // enums, parents
  [library('doubly_linked_list')], // circles
  [library('commit_graph')], // unions
  [library('network')], // objects that nothing leads to
  [own('everything'), 'small'], // subset sigs, relations, numbers with gaps, keys that are true and false
  [own('everything'), 'full'],
]

for (const [spec, command] of SPECS) {
  const name = `${String(spec).split('/').at(-1)} ${command ?? ''}`.trim()
  const asked = { limit: 2000 }

  test(`${name}: plain objects`, async () => {
    assert((await eachIsTheSame(spec, command, asked)) > 0)
  })

  test(`${name}: objects of classes`, async () => {
    const classes = classesOf(await headerOf(spec, command, { limit: 1 }))
    assert((await eachIsTheSame(spec, command, { ...asked, classes })) > 0)
  })

  test(`${name}: values of the caller's own`, async () => {
    const values = valuesOf(await headerOf(spec, command, { limit: 1 }))
    assert((await eachIsTheSame(spec, command, { ...asked, values })) > 0)
  })

  // If this failed, a structure that a program has built would come out as another one.
  test(`${name}: objects without names`, async () => {
    for await (const heap of find(spec, command, { limit: 20 })) {
      const header = await headerOf(spec, command, { limit: 1 })
      const { roots, objects, sets, relations } = heap
      const record = encode(header, { roots, objects: [...objects.values()].reverse(), sets, relations })
      const said = korrel(['eval', file(spec), '--heap', '-', '--keys', ...(command ? ['--command', command] : [])], stringify(record))
      assert.equal(JSON.parse(said.stdout.split('\n')[0]).key ?? said.stdout, heap.key, said.stderr)
    }
  })
}

async function eachIsTheSame(spec, command, options) {
  let count = 0
  for await (const heap of find(spec, command, options)) {
    const { kind, id, key } = heap.toJSON()
    assert.equal(stringify({ kind, id, key, ...heap.encode() }), heap.text)
    assert.equal(stringify(heap.toJSON()), heap.text)
    count++
  }
  return count
}

function classesOf(header) {
  return Object.fromEntries(Object.keys(header.types).map((type) => [type, class {}]))
}

/** For whatever can have values: texts, and objects. */
function valuesOf(header) {
  const tops = Object.keys(header.types).filter((type) => !(type in (header.extends ?? {})))
  const family = (top) => Object.keys(header.types).filter((type) => type === top || header.extends?.[type] === top)
  const plain = tops.filter((top) => family(top).every((type) => Object.keys(header.types[type]).length === 0))
  const six = Array.from({ length: 6 }, (_, n) => n)
  const atoms = plain.map((sig) => [sig, six.map((n) => (n % 2 === 0 ? `${sig} ${n}` : { [sig]: n }))])
  const integers = new Map(Array.from({ length: 41 }, (_, n) => [n - 20, `the number ${n - 20}`]))
  return { Int: integers, ...Object.fromEntries(atoms) }
}

function file(spec) {
  return spec instanceof URL ? spec.pathname : spec
}
