// The heaps that all writers share: heapgraph/vectors/README.md of the project.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { decode } from 'korrel'

const FILE = join(process.env.KORREL_SPECS, '..', 'heapgraph', 'vectors', 'changes.jsonl')

for (const vector of readFileSync(FILE, 'utf8').trim().split('\n').map((line) => JSON.parse(line))) {
  // If this failed, what a program did to its input would be judged as something else.
  test(vector.name, () => {
    const { header, record, values, expect } = vector
    const heap = decode(header, record, { values })
    change(heap, vector)
    assert.deepEqual({ kind: record.kind, id: record.id, ...heap.encode() }, expect)
  })
}

/** Makes a vector's change with the objects of a heap. */
function change(heap, { change: { objects = {}, ...parts }, values = {} }) {
  const made = new Map(heap.objects)
  const value = (json, now) => {
    if (Array.isArray(json)) return now instanceof Set ? new Set(json.map((item) => value(item))) : json.map((item) => value(item))
    if (json !== null && typeof json === 'object') return new Map(Object.entries(json).map(([key, item]) => [value(key), value(item)]))
    if (typeof json === 'number' && values.Int) return values.Int[json]
    return made.has(json) ? made.get(json) : json
  }
  for (const [name, { $type }] of Object.entries(objects)) if (!made.has(name)) made.set(name, { $type })
  for (const [name, { $type, ...fields }] of Object.entries(objects)) assign(made.get(name), fields)
  for (const [part, members] of Object.entries(parts)) assign(heap[part], members)

  function assign(object, members) {
    for (const [name, json] of Object.entries(members)) object[name] = value(json, object[name])
  }
}
