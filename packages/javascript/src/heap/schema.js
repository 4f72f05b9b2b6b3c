import { shape } from './shape.js'

/**
 * What a header says of the types, looked up rather than searched: the header of a stream
 * (heapgraph/1) or of a driver (harness/1).
 */
export class Schema {
  constructor(header) {
    this.header = header
    const names = Object.keys(header.types)
    this.types = new Map(names.map((name) => [name, shapes(header.types[name])]))
    this.enums = new Map(Object.entries(header.enums ?? {}))
    this.parents = new Map(Object.entries(header.extends ?? {}))
    this.sets = new Map(Object.entries(header.sets ?? {}).map(([name, set]) => [name, subset(set)]))
    this.roots = shapes(header.roots ?? {})
    this.relations = shapes(header.relations ?? {})
    this.witness = shapes(header.witness ?? {})
    this.places = new Map(names.map((name, place) => [name, place]))
    this.enumPlaces = new Map([...this.enums.values()].flat().map((value, place) => [value, place]))
    this.added = new Map([...this.sets.values()].flatMap(({ fields }) => [...fields]))
  }

  /** The shape of a field: one of the type's own, or of a subset sig that objects of it are in. */
  field(type, name) {
    return this.types.get(type)?.get(name) ?? this.added.get(name)
  }

  /** The type and all that it extends, the top-level sig last. */
  line(type) {
    const line = [type]
    while (this.parents.has(line.at(-1))) line.push(this.parents.get(line.at(-1)))
    return line
  }

  top(type) {
    return this.line(type).at(-1)
  }

  /** The type and all that extend it, in the order of the header. */
  family(type) {
    return [...this.types.keys()].filter((other) => this.extends(other, type))
  }

  /** Whether a type is another one, or extends it. */
  extends(type, other) {
    return this.line(type).includes(other)
  }

  /** The names of the fields that an object of a type has if it is in subset sigs. */
  fieldsOfSets(type) {
    const canHold = ({ shape }) => shape.columns[0].some((of) => of === 'univ' || this.extends(type, of))
    return [...this.sets.values()].filter(canHold).flatMap(({ fields }) => [...fields.keys()])
  }
}

function shapes(texts) {
  return new Map(Object.entries(texts).map(([name, text]) => [name, shape(text)]))
}

function subset({ of, fields }) {
  return { shape: shape(`set ${of}`), fields: shapes(fields) }
}
