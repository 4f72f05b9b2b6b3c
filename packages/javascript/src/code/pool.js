/**
 * Values that are made anew each time that they are drawn, and that know how they are written.
 *
 * A pool is an array, and so stands wherever an array of values does. Its elements are accessors: each look makes a value. The text
 * of a value is that of the function that makes it, so what a reader types is what was tried. A value that was drawn keeps, in a table beside
 * it, where it comes from: a report writes it as it was before the program under test had it.
 */
import { inspect, types } from 'node:util'
import { KorrelError } from '../error.js'

const ORIGINS = new WeakMap()

/**
 * A pool of what these functions make, each of which is written `() => …`. A pool among them stands for its values. What is written
 * twice is there once.
 *
 *     pool(awkward.numbers, () => new Point(0, 0), () => [])
 */
export function pool(...makers) {
  const all = makers.flatMap((maker) => (maker instanceof Pool ? maker.makers : [maker]))
  return new Pool([...new Map(all.map((make) => [textOf(make), make])).values()])
}

export class Pool extends Array {
  /** What `map` and the like make of it is an array of values. */
  static get [Symbol.species]() {
    return Array
  }

  constructor(makers) {
    super(makers.length)
    const hidden = { enumerable: false, configurable: false, writable: false }
    Object.defineProperty(this, 'makers', { value: makers, ...hidden })
    Object.defineProperty(this, 'texts', { value: makers.map(textOf), ...hidden })
    for (const [at, make] of makers.entries()) {
      Object.defineProperty(this, at, { get: () => drawn({ make, text: this.texts[at] }), enumerable: true })
    }
  }

  toString() {
    return `${this.length} values: ${this.texts.join(', ')}`
  }
}

function textOf(maker) {
  const text = typeof maker === 'function' ? /^\(\) => ([^]+)$/.exec(String(maker)) : null
  if (text === null) throw new KorrelError(`pool: ${String(maker)}: expected a function, written () => [1, 2]`, { code: 'BOUNDS' })
  return /^\(\{[^]*\}\)$/.test(text[1]) ? text[1].slice(1, -1) : text[1]
}

function drawn(origin) {
  const value = origin.make()
  if (isHeld(value)) ORIGINS.set(value, origin)
  return value
}

/** Whether a value comes from a pool and could be changed by whoever has it. */
export function isFresh(value) {
  return isHeld(value) && ORIGINS.has(value)
}

/** Such a value made anew; any other value as it is. */
export function fresh(value) {
  return isFresh(value) ? drawn(ORIGINS.get(value)) : value
}

function isHeld(value) {
  return value !== null && (typeof value === 'object' || typeof value === 'function')
}

/** A value as code, on one line. One that was drawn from a pool is written as it was then, unless `isNow`. */
export function written(value, isNow = false) {
  const origin = isHeld(value) && !isNow ? ORIGINS.get(value) : undefined
  return origin?.text ?? plainly(value, isNow, [])
}

function plainly(value, isNow, above) {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  if (Object.is(value, -0)) return '-0'
  if (typeof value === 'function') return String(value).replace(/\s+/g, ' ')
  if (typeof value === 'symbol') return symbol(value)
  if (!isHeld(value)) return String(value)
  if (above.includes(value)) return '…'
  const inner = (one) => (isNow || !isFresh(one) ? plainly(one, isNow, [...above, value]) : written(one))
  const prototype = types.isProxy(value) ? undefined : Object.getPrototypeOf(value)
  if (prototype === Array.prototype) return array(value, inner)
  if (prototype === Map.prototype) return `new Map(${value.size === 0 ? '' : array(Array.from(value), inner)})`
  if (prototype === Set.prototype) return `new Set(${value.size === 0 ? '' : array([...value], inner)})`
  if (prototype === Date.prototype && types.isDate(value)) return `new Date(${value.getTime()})`
  if (prototype === Object.prototype) return object(value, inner)
  return inspect(value, { breakLength: Infinity, depth: 4 })
}

function symbol(value) {
  const text = value.description === undefined ? '' : JSON.stringify(value.description)
  if (Symbol.keyFor(value) !== undefined) return `Symbol.for(${text})`
  return Symbol[value.description?.slice('Symbol.'.length)] === value ? value.description : `Symbol(${text})`
}

/** Holes are written as they are typed: `[, 1]`. */
function array(values, inner) {
  const parts = Array.from({ length: values.length }, (_, at) => (at in values ? inner(values[at]) : ''))
  const named = Object.entries(values).filter(([key]) => !/^(0|[1-9]\d*)$/.test(key))
  const text = `[${parts.join(', ')}${parts.at(-1) === '' ? ',' : ''}]`
  return named.length === 0 ? text : `Object.assign(${text}, ${object(Object.fromEntries(named), inner)})`
}

function object(value, inner) {
  const parts = Object.entries(Object.getOwnPropertyDescriptors(value)).map(([key, property]) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)
    return 'value' in property ? `${name}: ${inner(property.value)}` : `get ${name}() { … }`
  })
  for (const name of Object.getOwnPropertySymbols(value)) parts.push(`[${symbol(name)}]: ${inner(value[name])}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}
