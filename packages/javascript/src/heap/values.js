import { KorrelError } from '../error.js'
import { PRIMITIVES } from './schema.js'

/**
 * The caller's own values for atoms and integers: `{ Key: ['', 'é'], Int: { '-1': -100, 0: 0 } }`.
 *
 * An array gives the atom `Key$n` its n-th value, and the integer n >= 0 the n-th of `Int`; an object
 * or a Map names atoms and integers singly. Each sig's values are told apart as a Map's keys are, so
 * that they can be mapped back.
 */
export class Values {
  constructor(schema, given = {}) {
    this.tables = new Map(Object.entries(given).map(([sig, values]) => [sig, table(schema, sig, values)]))
    this.integers = this.tables.get('Int')
    this.any = this.tables.size > 0
  }

  /** Whether the atoms of a type have values. */
  has(type) {
    return this.tables.has(type)
  }

  /** The value of an object that is nothing but an atom. */
  ofAtom(name, fields) {
    const { $type, ...others } = fields
    if (Object.keys(others).length > 0) fail(`values: ${name} has fields (${Object.keys(others)}), and so no value`)
    return this.tables.get($type).value(name)
  }

  ofInteger(number) {
    return this.integers === undefined ? number : this.integers.value(String(number))
  }
}

function table(schema, sig, given) {
  if (sig !== 'Int') checkSig(schema, sig)
  return new Table(sig, entries(sig, given))
}

function checkSig(schema, sig) {
  if (schema.enums.has(sig)) fail(`values: ${sig} is an enum: its values are the texts ${[...schema.enums.get(sig)]}`)
  if (schema.sets.has(sig)) fail(`values: ${sig} is a subset: name the sig that its atoms are of`)
  if (PRIMITIVES.has(sig) || !schema.types.has(sig)) {
    fail(`values: the spec has no sig ${sig}; those without fields are ${plain(schema).join(', ') || 'none'}, and Int`)
  }
  if (schema.types.get(sig).size > 0) {
    fail(`values: ${sig} has fields (${[...schema.types.get(sig).keys()]}): its atoms are objects`)
  }
  if (schema.isAbstract(sig)) {
    fail(`values: ${sig} is abstract: name those that extend it, ${schema.family(sig).slice(1).join(', ')}`)
  }
}

function plain(schema) {
  return [...schema.types.keys()].filter((sig) => schema.types.get(sig).size === 0 && !schema.isAbstract(sig))
}

/** Pairs of an atom's name, or an integer's digits, and the value. */
function entries(sig, given) {
  if (given === null || typeof given !== 'object') fail(`values: ${sig} has neither an array nor names with values`)
  if (Array.isArray(given)) return given.map((value, at) => [sig === 'Int' ? String(at) : `${sig}$${at}`, value])
  const named = given instanceof Map ? [...given] : Object.entries(given)
  return named.map(([name, value]) => [checkedName(sig, String(name)), value])
}

function checkedName(sig, name) {
  const number = sig === 'Int' ? name : name.startsWith(`${sig}$`) ? name.slice(sig.length + 1) : ''
  if (!/^(0|-?[1-9]\d*)$/.test(number)) {
    fail(`values: ${name} is no ${sig === 'Int' ? 'integer' : `atom of ${sig}, such as ${sig}$0`}`)
  }
  return name
}

/** One sig's values, there and back. */
class Table {
  constructor(sig, entries) {
    this.sig = sig
    this.values = new Map(entries)
    this.names = new Map()
    for (const [name, value] of entries) {
      if (this.names.has(value)) fail(`values: ${name} and ${this.names.get(value)} have one value, ${shown(value)}`)
      this.names.set(value, name)
    }
  }

  value(name) {
    if (!this.values.has(name)) fail(`values: ${name} has no value; ${this.sig} has ${this.values.size} of them`)
    return this.values.get(name)
  }

  /** What a value is called, as JSON has it; undefined if it is none of them. */
  json(value) {
    const name = this.names.get(value)
    return name === undefined || this.sig !== 'Int' ? name : Number(name)
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
