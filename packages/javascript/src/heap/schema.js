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
    // What changes within a trace: types, subset sigs, and fields as `Type.field`; and the parameters of actions.
    this.variable = new Set(header.var ?? [])
    this.actions = new Map(Object.entries(header.actions ?? {}).map(([name, parameters]) => [name, shapes(parameters)]))
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

  /** Whether an object of a type may be in some states of a trace only. */
  comesAndGoes(type) {
    return this.line(type).every((of) => this.variable.has(of))
  }

  /** Whether a field of the objects of a type may change, whichever type or subset sig declares it. */
  isVariableField(type, field) {
    return [...this.line(type), ...this.sets.keys()].some((of) => this.variable.has(`${of}.${field}`))
  }

  /** The names of the fields that an object of a type has if it is in subset sigs. */
  fieldsOfSets(type) {
    const canHold = ({ shape }) => shape.columns[0].some((of) => of === 'univ' || this.extends(type, of))
    return [...this.sets.values()].filter(canHold).flatMap(({ fields }) => [...fields.keys()])
  }
}

/** Whether a header says of its instances what a header must; if not, which part does not. */
export function misfitOf(header) {
  const part = Object.keys(PARTS).find((part) => !PARTS[part](header[part] ?? OPTIONAL[part]))
  if (part !== undefined) return part
  const { types, extends: parents = {} } = header
  const leadsNowhere = (type) => {
    const line = [type]
    while (Object.hasOwn(parents, line.at(-1))) {
      const parent = parents[line.at(-1)]
      if (!Object.hasOwn(types, parent) || line.includes(parent)) return true
      line.push(parent)
    }
    return false
  }
  return Object.keys(parents).some(leadsNowhere) ? 'extends' : null
}

const isText = (given) => typeof given === 'string'
const areTexts = (given) => Array.isArray(given) && given.every(isText)
const isShape = (given) => isText(given) && /^(\S+|(set|seq) \S+|map \S+ \S+|rel( \S+)+)$/.test(given)
const isRecord = (given) => given !== null && typeof given === 'object' && !Array.isArray(given)
const each = (isRight) => (given) => isRecord(given) && Object.values(given).every(isRight)
const areShapes = each(isShape)
const isSubset = (given) => isRecord(given) && isText(given.of) && areShapes(given.fields)

const PARTS = {
  types: each(areShapes),
  enums: each(areTexts),
  roots: areShapes,
  relations: areShapes,
  witness: areShapes,
  extends: each(isText),
  abstract: areTexts,
  sets: each(isSubset),
  var: areTexts,
  actions: each(areShapes),
}
const OPTIONAL = { roots: {}, relations: {}, witness: {}, extends: {}, abstract: [], sets: {}, var: [], actions: {} }

function shapes(texts) {
  return new Map(Object.entries(texts).map(([name, text]) => [name, shape(text)]))
}

function subset({ of, fields }) {
  return { shape: shape(`set ${of}`), fields: shapes(fields) }
}
