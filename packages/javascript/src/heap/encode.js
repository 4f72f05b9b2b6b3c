import { Columns, isObject } from './columns.js'
import { Order, number } from './order.js'
import { put } from './put.js'

/**
 * From objects to a record, `decode` turned around.
 *
 * Objects that a heap has named keep their names, others get new ones as they are reached. What has
 * been reached is left waiting, not followed at once: a list of ten thousand entries is no recursion of
 * that depth.
 */
export class Encoder {
  /**
   * `names`: of objects; `types`: of these names, and of new ones; `sets`: what is in each subset sig.
   * `kept` reads a field of an object.
   */
  constructor({ schema, classes, values }, { names = new Map(), types = new Map(), sets = {} } = {}, kept = property) {
    this.schema = schema
    this.classes = classes
    this.names = names
    this.types = types
    this.kept = kept
    const withFields = Object.entries(sets).filter(([name]) => (schema.sets.get(name)?.fields.size ?? 0) > 0)
    this.sets = withFields.map(([name, members]) => [name, new Set(members)])
    this.columns = new Columns(schema, values)
    this.order = new Order(schema, this.types)
    this.written = new Map()
    this.waiting = []
    this.known = new Map()
    this.numbers = null
  }

  /** The name of an object; its fields are written later. */
  reference(object) {
    const name = this.names.get(object) ?? this.baptise(object)
    if (!this.written.has(name)) {
      this.written.set(name, null)
      this.waiting.push(object)
    }
    return name
  }

  /** The name of the atom with a number, which a value of the caller's own stands for. */
  atom(sig, number) {
    return this.keep(this.atoms(sig).get(number) ?? `${sig}$${number}`)
  }

  /** An atom that is nothing but a name. */
  keep(name) {
    if (!this.types.has(name)) this.types.set(name, name.slice(0, name.lastIndexOf('$')))
    this.written.set(name, { $type: this.types.get(name) })
    return name
  }

  /** The heap's atoms by number: an atom of `Key` may be called `Special$1`, for a sig that extends it. */
  atoms(sig) {
    if (!this.known.has(sig)) {
      const names = [...this.types].filter(([, type]) => this.schema.extends(type, sig)).map(([name]) => name)
      this.known.set(sig, new Map(names.map((name) => [number(name), name])))
    }
    return this.known.get(sig)
  }

  /** Writes the fields of all objects that have been reached, and of those that these lead to. */
  drain() {
    while (this.waiting.length > 0) {
      const object = this.waiting.pop()
      const name = this.names.get(object)
      this.written.set(name, this.fields(object, this.types.get(name)))
    }
  }

  /** What is in sets, without the objects that had a name and that nothing leads to any more. */
  left(sets) {
    const isLeft = (member) => !this.names.has(member) || this.written.has(this.names.get(member))
    return Object.fromEntries(Object.entries(sets).map(([name, members]) => [name, Array.from(members).filter(isLeft)]))
  }

  fields(object, type) {
    const read = this.classes.read(type, object)
    const fields = { $type: type }
    for (const [field, shape] of this.schema.types.get(type) ?? []) put(fields, field, this.value(this.kept(read, field), shape))
    for (const [set, members] of this.sets) {
      if (!members.has(object)) continue
      for (const [field, shape] of this.schema.sets.get(set).fields) put(fields, field, this.value(this.kept(read, field), shape))
    }
    return fields
  }

  members(given, shapes) {
    return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, this.value(value, shapes.get(name))]))
  }

  /** A value of a shape. One that does not fit is written as what it is, and refused by who reads it. */
  value(value, shape) {
    if (value === null || value === undefined) return null
    const { form, columns } = shape ?? { form: 'one', columns: [['univ']] }
    if (form === 'map' && value instanceof Map) return this.map(value, columns)
    if (form === 'rel' && isIterable(value)) return this.sorted(Array.from(value, (tuple) => this.tuple(tuple, columns)))
    if (isMany(value) || (['set', 'seq'].includes(form) && isIterable(value))) {
      const atoms = Array.from(value, (atom) => this.json(atom, columns[0]))
      return form === 'set' ? this.sorted(atoms) : atoms
    }
    return this.json(value, columns[0])
  }

  /** A value of which nothing is known: what an operation returns. */
  untyped(value) {
    if (value === null || value === undefined) return null
    if (isMany(value)) return Array.from(value, (item) => this.untyped(item))
    if (!(value instanceof Map)) return this.columns.untyped(value, this)
    return Object.fromEntries(Array.from(value, ([key, item]) => [this.untyped(key), this.untyped(item)]))
  }

  map(value, [key, item]) {
    const entries = Array.from(value, ([a, b]) => [this.json(a, key), this.json(b, item)])
    return Object.fromEntries(entries.sort((a, b) => this.order.compare(a[0], b[0])))
  }

  tuple(value, columns) {
    return Array.from(value, (atom, at) => this.json(atom, columns[at]))
  }

  sorted(atoms) {
    return atoms.sort(this.order.compare)
  }

  json(value, column) {
    return value === null || value === undefined ? null : this.columns.json(value, column, this)
  }

  /** A name for an object that has none: the first number that its top-level sig has not given yet. */
  baptise(object) {
    const type = this.classes.typeOf(object)
    const taken = this.taken(this.schema.top(type))
    let next = taken.size
    while (taken.has(next)) next++
    taken.add(next)
    const name = `${type}$${next}`
    this.names.set(object, name)
    this.types.set(name, type)
    return name
  }

  /** The numbers in the names of a top-level sig's objects. */
  taken(top) {
    if (this.numbers === null) {
      this.numbers = new Map()
      for (const [name, type] of this.types) this.taken(this.schema.top(type)).add(number(name))
    }
    if (!this.numbers.has(top)) this.numbers.set(top, new Set())
    return this.numbers.get(top)
  }

  /** All objects, in the order of a record. */
  objects() {
    const key = (name) => [this.order.place(name), number(name)]
    const keyed = Array.from(this.written, ([name, fields]) => ({ key: key(name), name, fields }))
    keyed.sort((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1])
    return Object.fromEntries(keyed.map(({ name, fields }) => [name, fields]))
  }
}

const property = (object, field) => object[field]

/** Other objects that can be iterated over may be objects of the spec: a list, say. */
function isMany(value) {
  return Array.isArray(value) || value instanceof Set
}

function isIterable(value) {
  return isObject(value) && typeof value[Symbol.iterator] === 'function'
}
