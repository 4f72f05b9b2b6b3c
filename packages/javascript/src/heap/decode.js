import { put } from './put.js'

/**
 * The objects of a record: `{ objects, names, types, roots, sets, relations, witness }`.
 *
 * Every object is made before any gets its fields, for fields may lead around in circles. `objects`
 * maps names (`Node$0`) to objects, or to the values that stand for atoms; `names` maps the objects
 * back, and `types` says the type of each name.
 */
export function decode(schema, record, classes, values) {
  return new Decoder(schema, classes, values).heap(record)
}

/** Values by name, of objects that are there. */
export function decodeMembers(schema, given, shapes, objects, classes, values) {
  return Object.assign(new Decoder(schema, classes, values), { objects }).members(given, shapes)
}

/** Gives an object its fields again, of objects that are there. */
export function refill(schema, objects, object, fields, classes, values) {
  Object.assign(new Decoder(schema, classes, values), { objects }).fill(object, fields)
}

class Decoder {
  constructor(schema, classes, values) {
    this.schema = schema
    this.classes = classes
    this.values = values
    this.objects = new Map()
    this.names = new Map()
    this.types = new Map()
  }

  heap(record) {
    const given = record.objects
    for (const name in given) this.make(name, given[name])
    for (const [object, name] of this.names) this.fill(object, given[name])
    return {
      objects: this.objects,
      names: this.names,
      types: this.types,
      roots: this.members(record.roots ?? {}, this.schema.roots),
      sets: this.sets(record.sets ?? {}),
      relations: this.members(record.relations ?? {}, this.schema.relations),
      witness: this.members(record.witness ?? {}, this.schema.witness),
    }
  }

  make(name, { $type }) {
    this.types.set(name, $type)
    if (this.values.of($type) !== undefined) {
      this.objects.set(name, this.values.ofAtom(name, $type))
      return
    }
    const object = this.classes.create($type)
    if (this.schema.types.get($type).size === 0) this.classes.tellApart($type, object, name)
    this.objects.set(name, object)
    this.names.set(object, name)
  }

  fill(object, given) {
    const fill = this.classes.fills(given.$type)
    const fields = fill === undefined ? object : {}
    for (const name in given) {
      if (name !== '$type') put(fields, name, this.value(given[name], this.schema.field(given.$type, name)))
    }
    fill?.(object, fields)
  }

  members(given, shapes) {
    return Object.fromEntries(Object.keys(given).map((name) => [name, this.value(given[name], shapes.get(name))]))
  }

  sets(given) {
    return Object.fromEntries(Object.entries(given).map(([name, atoms]) => [name, this.set(atoms)]))
  }

  value(json, shape) {
    if (json === null || typeof json !== 'object') return this.atom(json)
    const { form, columns } = shape
    if (form === 'set') return this.set(json)
    if (form === 'map') return this.map(json, columns[0])
    if (form === 'rel') return json.map((tuple) => tuple.map((atom) => this.atom(atom)))
    return json.map((atom) => this.atom(atom))
  }

  set(json) {
    return new Set(json.map((atom) => this.atom(atom)))
  }

  map(json, column) {
    return new Map(Object.keys(json).map((key) => [this.key(key, column[0]), this.atom(json[key])]))
  }

  atom(json) {
    if (typeof json === 'number') return this.values.ofInteger(json)
    return typeof json === 'string' && this.objects.has(json) ? this.objects.get(json) : json
  }

  /** A map's keys are of one kind, and JSON has them as texts. */
  key(text, type) {
    if (type === 'int') return this.values.ofInteger(Number(text))
    if (type === 'bool') return text === 'true'
    return this.atom(text)
  }
}
