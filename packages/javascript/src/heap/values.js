import { KorrelError } from '../error.js'
import { number } from './order.js'

/**
 * The caller's own values for atoms and integers: `{ Key: ['', 'é'], Int: { '-1': -100, 0: 0 } }`.
 *
 * An array gives the atom `Key$n` its n-th value, and the integer n >= 0 the n-th of `Int`; an object
 * or a Map names atoms and integers singly. A sig's values are also for the sigs that extend it, unless
 * these have some of their own. They are told apart as a Map's keys are, to be mapped back.
 */
export class Values {
  constructor(schema, given = {}) {
    this.schema = schema
    this.tables = new Map(Object.entries(given).map(([sig, values]) => [sig, table(schema, sig, values)]))
    this.integers = this.tables.get('Int')
    this.any = this.tables.size > 0
    this.byType = new Map([...schema.types.keys()].map((type) => [type, this.nearest(type)]))
  }

  nearest(type) {
    const sig = this.schema.line(type).find((sig) => this.tables.has(sig))
    return sig === undefined ? undefined : this.tables.get(sig)
  }

  /** The values of a type's atoms, or of `int`; undefined if they have none. */
  of(type) {
    return type === 'int' ? this.integers : this.byType.get(type)
  }

  ofAtom(name, type) {
    return this.of(type).value(number(name), name)
  }

  ofInteger(integer) {
    return this.integers === undefined ? integer : this.integers.value(integer, `the integer ${integer}`)
  }
}

function table(schema, sig, given) {
  if (sig !== 'Int') checkSig(schema, sig)
  return new Table(sig, entries(schema, sig, given))
}

function checkSig(schema, sig) {
  if (schema.enums.has(sig)) fail(`values: ${sig} is an enum: its values are the texts ${schema.enums.get(sig).join(', ')}`)
  if (schema.sets.has(sig)) fail(`values: ${sig} is a subset: its atoms have the values of the sig that they are of`)
  if (!schema.types.has(sig)) fail(`values: there is no sig ${sig}; there are ${['Int', ...schema.types.keys()].join(', ')}`)
  for (const type of schema.family(sig)) {
    const [field] = [...schema.types.get(type).keys(), ...schema.fieldsOfSets(type)]
    if (field !== undefined) fail(`values: ${type} has the field ${field}: its atoms are objects, and no values`)
  }
}

/** Pairs of a number and a value. */
function entries(schema, sig, given) {
  if (given === null || typeof given !== 'object') fail(`values: ${sig} needs an array, or values by name`)
  if (Array.isArray(given)) return [...given.entries()]
  const named = given instanceof Map ? [...given] : Object.entries(given)
  return named.map(([name, value]) => [numberOf(schema, sig, String(name)), value])
}

function numberOf(schema, sig, name) {
  const [of, digits] = sig === 'Int' ? ['Int', name] : [name.slice(0, name.lastIndexOf('$')), name.slice(name.lastIndexOf('$') + 1)]
  const isOfIt = sig === 'Int' || (schema.types.has(of) && schema.extends(of, sig))
  if (isOfIt && /^(0|-?[1-9]\d*)$/.test(digits)) return Number(digits)
  fail(`values: ${sig}: ${name} is ${sig === 'Int' ? 'no integer' : `no atom of it; one is called ${sig}$0`}`)
}

/** One sig's values by number, there and back. */
class Table {
  constructor(sig, entries) {
    this.sig = sig
    this.values = new Map(entries)
    this.numbers = new Map()
    for (const [number, value] of entries) {
      if (this.numbers.has(value)) fail(`values: ${sig}: ${shown(value)} stands there twice, and could not be told apart`)
      this.numbers.set(value, number)
    }
  }

  value(number, name) {
    if (!this.values.has(number)) fail(`values: ${name} has no value: ${this.sig} has ${this.values.size}`)
    return this.values.get(number)
  }
}

/** A value in a message: short, and on one line. */
export function shown(value) {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value === null || typeof value !== 'object') return String(value)
  return `an object of ${value.constructor?.name ?? 'no class'}`
}

function fail(message) {
  throw new KorrelError(message, { code: 'VALUES' })
}
