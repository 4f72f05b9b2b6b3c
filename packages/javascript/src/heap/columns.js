import { KorrelError } from '../error.js'
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

  /** The JSON of a value. `write` names objects (`reference`) and atoms (`atom`). */
  json(value, column, write) {
    if (!this.values.any) return isObject(value) ? write.reference(value) : value
    const { tables, others } = this.of(column)
    const found = tables.filter((table) => table.numbers.has(value))
    // An object that stands for an atom is no other object besides.
    const isOther = !(isObject(value) && found.length > 0) && others.some((type) => this.mayBe(value, type))
    if (found.length + isOther > 1) ambiguous(value, [...found.map(({ sig }) => sig), ...(isOther ? ['itself'] : [])])
    if (found.length === 1) return written(found[0], value, write)
    // Anything may be a text of the spec's own, or a constant of an opened module: the program knows.
    const isText = typeof value === 'string' && column.includes('univ')
    if (!isOther && !isText && tables.length > 0) unknown(value, tables)
    return isObject(value) ? write.reference(value) : value
  }

  /** The same where no type is known: what has a value there is that, if only one has. */
  untyped(value, write) {
    const tables = [...this.values.tables.values()]
    const found = tables.filter((table) => table.numbers.has(value))
    if (found.length > 1) ambiguous(value, found.map(({ sig }) => sig))
    if (found.length === 1) return written(found[0], value, write)
    if (isObject(value)) return write.reference(value)
    const meant = tables.filter(({ sig }) => (sig === 'Int' ? 'number' : 'string') === typeof value)
    if (meant.length > 0 && !this.schema.enumPlaces.has(value)) unknown(value, meant)
    return value
  }

  /** The values that a column's types have, and the types without. */
  of(column) {
    if (!this.known.has(column)) this.known.set(column, this.divide(column))
    return this.known.get(column)
  }

  divide(column) {
    const types = column.includes('univ') ? this.everything() : column.flatMap((type) => this.family(type))
    const tables = new Set(types.map((type) => this.values.of(type)))
    tables.delete(undefined)
    return { tables: [...tables], others: types.filter((type) => this.values.of(type) === undefined) }
  }

  /** What `univ` can be. Texts are so rare there that one that has a value stands for that. */
  everything() {
    return ['int', 'bool', ...this.schema.types.keys(), ...this.schema.enums.keys()]
  }

  family(type) {
    return this.schema.types.has(type) ? this.schema.family(type) : [type]
  }

  mayBe(value, type) {
    if (type === 'int') return typeof value === 'number'
    if (type === 'bool') return typeof value === 'boolean'
    if (type === 'string') return typeof value === 'string' && !this.schema.enumPlaces.has(value)
    if (this.schema.enums.has(type)) return this.schema.enums.get(type).includes(value)
    return this.schema.types.has(type) && isObject(value)
  }
}

export function isObject(value) {
  return value !== null && typeof value === 'object'
}

function written({ sig, numbers }, value, write) {
  const number = numbers.get(value)
  return sig === 'Int' ? number : write.atom(sig, number)
}

function unknown(value, tables) {
  fail(`values: ${shown(value)} is none of the values of ${tables.map(({ sig }) => sig).join(' or ')}`)
}

function ambiguous(value, found) {
  fail(`values: ${shown(value)} may be ${found.join(' or ')} here`)
}

function fail(message) {
  throw new KorrelError(message, { code: 'VALUES' })
}
