import { KorrelError } from '../error.js'

/** A value of the Informal Trace Format as JavaScript has it. With `bigint` all integers are BigInts. */
export function read(value, bigint = false) {
  if (Array.isArray(value)) return value.map((item) => read(item, bigint))
  if (value === null || typeof value !== 'object') return bigint && typeof value === 'number' ? BigInt(value) : value
  const names = Object.keys(value)
  const of = (item) => read(item, bigint)
  if (names.length === 1) {
    const inner = value[names[0]]
    if (names[0] === '#bigint') return bigint ? BigInt(inner) : exact(inner)
    if (names[0] === '#tup') return inner.map(of)
    if (names[0] === '#set') return new Set(inner.map(of))
    if (names[0] === '#map') return new Map(inner.map(([key, item]) => [of(key), of(item)]))
  }
  return Object.fromEntries(names.map((name) => [name, of(value[name])]))
}

function exact(digits) {
  const number = Number(digits)
  if (Number.isSafeInteger(number)) return number
  throw new KorrelError(`${digits} is no exact number: write \`bigint: true\` beside the machine's class`)
}

/** The same in JSON; plain where that says it. */
export function write(value, path) {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value)) return value
  if (typeof value === 'bigint') return { '#bigint': String(value) }
  if (value instanceof Map) {
    return { '#map': Array.from(value, ([key, item]) => [write(key, path), write(item, `${path}[${String(key)}]`)]) }
  }
  if (value instanceof Set) return { '#set': Array.from(value, (item) => write(item, path)) }
  if (Array.isArray(value)) return value.map((item, at) => write(item, `${path}[${at}]`))
  if (value !== null && typeof value === 'object') {
    const pairs = Object.entries(value).map(([name, item]) => [name, write(item, `${path}.${name}`)])
    return pairs.some(([name]) => name.startsWith('#')) ? { '#map': pairs } : Object.fromEntries(pairs)
  }
  throw new KorrelError(`${path}: ${typeof value === 'function' ? 'a function' : String(value)} is no value of a trace`)
}
