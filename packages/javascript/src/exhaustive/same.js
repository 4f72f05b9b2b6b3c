import fc from 'fast-check'

/**
 * A text that two values share only if no property can tell them apart, or null where that is not sure: functions, and objects of a
 * class, may hide what they hold. Objects that occur twice are told from equal ones.
 */
export function text(value) {
  const met = new Map()
  const parts = []
  return write(value, met, parts) ? parts.join('') : null
}

function write(value, met, parts) {
  if (value === null || typeof value !== 'object') return writePlain(value, parts)
  const earlier = met.get(value)
  if (earlier !== undefined) {
    parts.push(`^${earlier}`)
    return true
  }
  met.set(value, met.size)
  const kind = kindOf(value)
  if (kind === null) return false
  parts.push(kind.name, '(')
  const all = kind.parts.every((part) => {
    const sure = write(part, met, parts)
    parts.push(',')
    return sure
  })
  parts.push(')')
  return all
}

function writePlain(value, parts) {
  if (typeof value === 'function' || typeof value === 'symbol') return false
  if (typeof value === 'string') parts.push(JSON.stringify(value))
  else parts.push(typeof value === 'bigint' ? `${value}n` : Object.is(value, -0) ? '-0' : String(value))
  return true
}

const KINDS = new Map([
  [Array.prototype, { name: 'A', parts: (array, own) => [array.length, ...own] }],
  [Object.prototype, { name: 'O', parts: (_, own) => own }],
  [null, { name: 'N', parts: (_, own) => own }],
  [Map.prototype, { name: 'M', parts: (map) => [...map].flat() }],
  [Set.prototype, { name: 'S', parts: (set) => [...set] }],
  [Date.prototype, { name: 'D', parts: (date) => [date.getTime()] }],
])

/** The name of an object's kind and its parts, or null if it may hide others. */
function kindOf(value) {
  const kind = KINDS.get(Object.getPrototypeOf(value))
  if (kind === undefined || !Object.isExtensible(value)) return null
  const own = []
  for (const key of Reflect.ownKeys(value)) {
    if (key === fc.toStringMethod || (key === 'length' && kind.name === 'A')) continue
    const property = Object.getOwnPropertyDescriptor(value, key)
    if (typeof key === 'symbol' || !isPlain(property)) return null
    own.push(key, property.value)
  }
  if (own.length > 0 && !['A', 'O', 'N'].includes(kind.name)) return null
  return { name: kind.name, parts: kind.parts(value, own) }
}

/** A property as an assignment makes it: neither hidden nor frozen, and with no accessor. */
function isPlain({ enumerable, writable, configurable }) {
  return enumerable && writable === true && configurable
}
