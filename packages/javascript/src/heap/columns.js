import { KorrelError } from '../error.js'
import { PRIMITIVES } from './schema.js'
import { shown } from './values.js'

/**
 * From a value to the atom that it stands for, by the types that can stand at its place.
 *
 * Where none of these has values of the caller's own, an object is the one that it is, and all else is
 * written as it is. Elsewhere `''` may be `Key$0`, or a text, or nothing at all; what the types allow
 * must leave one answer.
 */
export class Columns {
  constructor(schema, values) {
    this.schema = schema
    this.values = values
    this.known = new Map()
  }

  /** The JSON of a value. `write` is told of it: `reference(object)` names it, `atom(name)` is called. */
  json(value, column, write) {
    if (!this.values.any) return isObject(value) ? write.reference(value) : value
    const { tables, others } = this.of(column)
    if (tables.length === 0) return isObject(value) ? write.reference(value) : value
    const found = foundIn(tables, value)
    // An object that stands for an atom is no other object besides.
    const isOther = !(isObject(value) && found.length > 0) && others.some((type) => this.mayBe(value, type))
    if (found.length + isOther > 1) ambiguous(value, [...found, ...(isOther ? ['itself'] : [])])
    if (isOther) return isObject(value) ? write.reference(value) : value
    if (found.length === 0) fail(`values: ${shown(value)} is no value of ${tables.map(({ sig }) => sig).join(' or ')}`)
    return typeof found[0] === 'string' ? write.atom(found[0]) : found[0]
  }

  /** The same where no type is known: what has a value there is that, if only one has. */
  untyped(value, write) {
    const tables = [...this.values.tables.values()]
    const found = foundIn(tables, value)
    if (found.length > 1) ambiguous(value, found)
    if (found.length === 1) return typeof found[0] === 'string' ? write.atom(found[0]) : found[0]
    if (isObject(value)) return write.reference(value)
    const meant = tables.filter(({ sig }) => (sig === 'Int' ? 'number' : 'string') === typeof value)
    if (meant.length > 0) fail(`values: ${shown(value)} is no value of ${meant.map(({ sig }) => sig).join(' or ')}`)
    return value
  }

  /** The values that a column's types have, and the types without. */
  of(column) {
    if (!this.known.has(column)) this.known.set(column, this.divide(column))
    return this.known.get(column)
  }

  divide(column) {
    const types = column.includes('univ') ? this.everything() : column.flatMap((type) => this.family(type))
    const table = (type) => this.values.tables.get(type === 'int' ? 'Int' : type)
    return {
      tables: types.map(table).filter((table) => table !== undefined),
      others: types.filter((type) => table(type) === undefined),
    }
  }

  everything() {
    return ['int', 'bool', 'string', ...this.schema.types.keys(), ...this.schema.enums.keys()]
  }

  family(type) {
    return this.schema.types.has(type) ? this.schema.family(type) : [type]
  }

  mayBe(value, type) {
    if (type === 'int') return typeof value === 'number'
    if (type === 'bool') return typeof value === 'boolean'
    if (type === 'string') return typeof value === 'string' && !this.schema.enumPlaces.has(value)
    if (this.schema.enums.has(type)) return this.schema.enums.get(type).includes(value)
    return !PRIMITIVES.has(type) && isObject(value)
  }
}

export function isObject(value) {
  return value !== null && typeof value === 'object'
}

function foundIn(tables, value) {
  return tables.map((table) => table.json(value)).filter((json) => json !== undefined)
}

function ambiguous(value, found) {
  fail(`values: ${shown(value)} may be ${found.join(' or ')} here`)
}

function fail(message) {
  throw new KorrelError(message, { code: 'VALUES' })
}
