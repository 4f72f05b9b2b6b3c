import { Classes } from './classes.js'
import { decode, decodeMembers, refill } from './decode.js'
import { Encoder } from './encode.js'
import { Fit } from './fit.js'
import { Heap } from './heap.js'
import { put } from './put.js'
import { Schema } from './schema.js'
import { Trace, isTrace } from './trace.js'
import { Values } from './values.js'

/** Between the records of one header and objects, with the caller's classes and values. */
export class Codec {
  /** `anyClass`: there may be classes for types of other specs, too. */
  constructor(header, { classes, values } = {}, { anyClass = false } = {}) {
    this.schema = new Schema(header)
    this.classes = new Classes(classes)
    if (!anyClass) this.classes.check(this.schema)
    this.values = new Values(this.schema, values)
    this.fit = new Fit(this.schema)
  }

  /** The heap of a line, or of a record; of a trace the trace. */
  heap(line) {
    const text = typeof line === 'string' ? line : JSON.stringify(line)
    const mayBeTrace = text.includes('"states"')
    return mayBeTrace && isTrace(JSON.parse(text)) ? new Trace(this, text) : new Heap(this, text)
  }

  /** Values beside a heap, of its objects by name. */
  members(given, shapes, objects) {
    return decodeMembers(this.schema, given, shapes, objects, this.classes, this.values)
  }

  /** Some fields of an object of a type, in the caller's own values. */
  fill(object, type, fields) {
    const fill = this.classes.fills(type)
    if (fill === undefined) for (const [name, value] of Object.entries(fields)) put(object, name, value)
    else fill(object, fields)
  }

  /** The fields of an object as a record has them, among other objects. */
  refill(objects, object, fields) {
    refill(this.schema, objects, object, fields, this.classes, this.values)
  }

  decode(record) {
    return decode(this.schema, record, this.classes, this.values)
  }

  /**
   * The record of `roots`, and of what they lead to, of `objects` (a Map by name, or any iterable), and
   * of `sets`, `relations`, `witness`. Objects that `names` knows are called so, of the type in `types`.
   */
  encode({ roots = {}, objects = [], sets = {}, relations = {}, witness = {}, names, types }) {
    const { schema } = this
    const encoder = new Encoder(this, { names, types, sets })
    for (const [name, object] of named(objects)) {
      if (name !== null && this.values.of(encoder.types.get(name)) !== undefined) encoder.keep(name)
      else encoder.reference(object)
    }
    const record = { roots: encoder.members(roots, schema.roots), objects: null }
    encoder.drain()
    if (schema.sets.size > 0) record.sets = encoder.members(encoder.left(complete(schema, sets)), shapes(schema))
    if (schema.relations.size > 0) record.relations = encoder.members(relations, schema.relations)
    if (Object.keys(witness).length > 0) record.witness = encoder.members(witness, schema.witness)
    encoder.drain()
    record.objects = encoder.objects()
    return record
  }
}

function named(objects) {
  return objects instanceof Map ? objects : Array.from(objects, (object) => [null, object])
}

/** The subset sigs in the order of the header, those that nobody speaks of empty. */
function complete(schema, sets) {
  return Object.fromEntries(Array.from(schema.sets.keys(), (name) => [name, sets[name] ?? []]))
}

function shapes(schema) {
  return new Map(Array.from(schema.sets, ([name, { shape }]) => [name, shape]))
}
