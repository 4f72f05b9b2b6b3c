import { apart } from '../heap/apart.js'
import { Encoder } from '../heap/encode.js'
import { put } from '../heap/put.js'
import { Reads } from './reads.js'

/** An input's objects, and what has become of them: those that it had keep their names. */
export class After {
  constructor({ codec, returns, lazy }, input) {
    this.codec = codec
    this.returns = returns
    this.input = input
    this.given = input.objects
    this.heap = codec.decode(input)
    this.roots = this.heap.roots
    this.reads = lazy ? new Reads(this.heap, this.given, codec.classes) : null
  }

  /** What has changed, and the result, as parts of a reply. */
  state(value) {
    const encoder = new Encoder(this.codec, this.heap, this.reads?.kept.bind(this.reads))
    encoder.members(this.roots, this.codec.schema.roots)
    const answer = { result: this.returns === null ? encoder.untyped(value) : encoder.value(value, this.returns) }
    // A result may be a generator, which reads only now, in an order that is the program's.
    this.reads?.end()
    encoder.drain()
    if (this.someAreMissing(encoder)) this.keepApart(encoder)
    const changed = this.changes(encoder.written)
    return Object.keys(changed).length > 0 ? { changed, ...answer } : answer
  }

  someAreMissing(encoder) {
    return Object.keys(this.given).some((name) => !encoder.written.has(name))
  }

  /** Objects that the roots did not lead to in the input, either, are no garbage. */
  keepApart(encoder) {
    for (const name of apart(this.input)) {
      if (this.codec.values.of(this.given[name].$type) !== undefined) encoder.keep(name)
      else encoder.reference(this.heap.objects.get(name))
    }
    encoder.drain()
  }

  /** Of each object the fields that have changed; all of one that is new, null for one that is gone. */
  changes(written) {
    const changed = {}
    for (const name of Object.keys(this.given)) {
      const change = written.has(name) ? changesOf(this.given[name], written.get(name)) : null
      if (change !== undefined) put(changed, name, change)
    }
    for (const [name, fields] of written) if (!Object.hasOwn(this.given, name)) put(changed, name, fields)
    return changed
  }
}

/** The fields that differ; undefined if none does. An object that has gained or lost a field is told whole. */
export function changesOf(before, after) {
  const fields = Object.keys(after)
  if (fields.length !== Object.keys(before).length) return after
  const different = fields.filter((field) => !Object.hasOwn(before, field) || differ(before[field], after[field]))
  if (different.length === 0) return undefined
  return different.every((field) => Object.hasOwn(before, field)) ? picked(after, different) : after
}

function picked(from, names) {
  const some = {}
  for (const name of names) put(some, name, from[name])
  return some
}

/** What an array or a map holds is compared, not only that there is one. */
function differ(a, b) {
  return a !== b && (a === null || typeof a !== 'object' || JSON.stringify(a) !== JSON.stringify(b))
}
