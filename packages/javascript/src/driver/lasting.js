import { KorrelError } from '../error.js'
import { apart } from '../heap/apart.js'
import { Encoder } from '../heap/encode.js'
import { shape } from '../heap/shape.js'
import { changesOf } from './after.js'

/** The objects of a behaviour of a spec, which keep their names, and the record of the state that they are in. */
export class Lasting {
  constructor(codec, { roots = {}, objects, sets = {}, relations = {} }) {
    this.codec = codec
    this.record = { roots, objects, sets, relations }
    Object.assign(this, codec.decode(this.record))
    /** All objects of a sig, where the program says which there are. */
    this.extents = {}
  }

  /** The program's state in the words of the spec: fields of roots, members of sigs and of relations. */
  tell(state) {
    const { roots, sets, relations, types } = this.codec.schema
    for (const [name, value] of Object.entries(state)) {
      if (roots.has(name)) this.tellRoot(name, value)
      else if (sets.has(name)) this.sets[name] = new Set(value)
      else if (relations.has(name)) this.relations[name] = Array.from(value)
      else if (types.has(name)) this.extents[name] = Array.from(value)
      else throw new KorrelError(`the state has \`${name}\`, and the spec has ${[roots, types, sets, relations].flatMap((of) => [...of.keys()]).join(', ')}`)
    }
  }

  tellRoot(name, value) {
    const root = this.roots[name]
    const type = this.types.get(this.names.get(root))
    const isFields = type !== undefined && value !== null && typeof value === 'object' && !this.names.has(value)
    if (!isFields) {
      this.roots[name] = value
      return
    }
    const known = this.codec.schema.types.get(type)
    const unknown = Object.keys(value).find((field) => !known.has(field) && !this.codec.schema.fieldsOfSets(type).includes(field))
    if (unknown !== undefined) throw new KorrelError(`the state has \`${name}.${unknown}\`, and ${type} has ${[...known.keys()].join(', ')}`)
    this.codec.fill(root, type, value)
  }

  /** What a call has changed, and its result, as parts of a reply. */
  step(result, returns) {
    const { schema } = this.codec
    const { names, types, sets } = this
    const encoder = new Encoder(this.codec, { names, types, sets })
    const written = { roots: encoder.members(this.roots, schema.roots) }
    for (const [name, members] of Object.entries(this.extents)) encoder.value(members, shape(`set ${name}`))
    written.sets = encoder.members(sets, new Map(Array.from(schema.sets, ([name, { shape }]) => [name, shape])))
    written.relations = encoder.members(this.relations, schema.relations)
    const said = returns === null ? {} : { result: encoder.value(result, returns) }
    const given = this.record.objects
    // What is not `var` is always there; so is what nobody led to, if nobody says which there are.
    const isTold = (type) => schema.line(type).some((of) => Object.hasOwn(this.extents, of))
    const unled = new Set(apart(this.record))
    for (const [name, { $type }] of Object.entries(given)) {
      if (!schema.comesAndGoes($type) || (unled.has(name) && !isTold($type))) this.keep(encoder, name, $type)
    }
    encoder.drain()
    const changed = {}
    const objects = {}
    for (const [name, fields] of Object.entries(given)) {
      const change = encoder.written.has(name) ? changesOf(fields, encoder.written.get(name)) : null
      if (change !== undefined) changed[name] = change
    }
    for (const [name, fields] of encoder.written) {
      if (!Object.hasOwn(given, name)) changed[name] = fields
      this.objects.set(name, this.objects.get(name) ?? objectOf(names, name))
      objects[name] = fields
    }
    const beside = this.beside(written)
    this.record = { ...written, objects }
    return Object.keys(changed).length + Object.keys(beside).length > 0 ? { changed, ...beside, ...said } : said
  }

  keep(encoder, name, type) {
    if (this.codec.values.of(type) !== undefined) encoder.keep(name)
    else encoder.reference(this.objects.get(name))
  }

  /** The roots, sets and relations that are not as they were. */
  beside(written) {
    const parts = {}
    for (const [part, members] of Object.entries(written)) {
      const differs = ([name, value]) => JSON.stringify(value) !== JSON.stringify(this.record[part]?.[name] ?? [])
      const different = Object.entries(members).filter(differs)
      if (different.length > 0) parts[part] = Object.fromEntries(different)
    }
    return parts
  }

  /** The same with another object in place of the program, if that is one of them. */
  withProgram(program, copy) {
    const other = Object.assign(Object.create(Lasting.prototype), this)
    other.names = new Map(this.names)
    other.objects = new Map(this.objects)
    other.roots = Object.fromEntries(Object.entries(this.roots).map(([name, root]) => [name, root === program ? copy : root]))
    other.sets = Object.fromEntries(Object.entries(this.sets).map(([name, members]) => [name, new Set(members)]))
    Object.assign(other, { types: new Map(this.types), relations: { ...this.relations }, extents: { ...this.extents } })
    const name = this.names.get(program)
    if (name !== undefined) {
      other.names.delete(program)
      other.names.set(copy, name)
      other.objects.set(name, copy)
    }
    return other
  }

  /** The objects have the fields of this state again. */
  refill() {
    for (const [name, fields] of Object.entries(this.record.objects)) {
      if (this.codec.values.of(fields.$type) === undefined) this.codec.refill(this.objects, this.objects.get(name), fields)
    }
  }
}

function objectOf(names, name) {
  for (const [object, known] of names) if (known === name) return object
}
