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
  const all = kind.parts(value).every((part) => {
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
  [Array.prototype, { name: 'A', parts: (array) => [array.length, ...entries(array)] }],
  [Object.prototype, { name: 'O', parts: (object) => entries(object) }],
  [null, { name: 'N', parts: (object) => entries(object) }],
  [Map.prototype, { name: 'M', parts: (map) => [...map].flat() }],
  [Set.prototype, { name: 'S', parts: (set) => [...set] }],
  [Date.prototype, { name: 'D', parts: (date) => [date.getTime()] }],
])

function kindOf(value) {
  const kind = KINDS.get(Object.getPrototypeOf(value))
  if (kind === undefined) return null
  const own = Reflect.ownKeys(value)
  const hidden = own.some((key) => typeof key === 'symbol' || !('value' in Object.getOwnPropertyDescriptor(value, key)))
  const more = !['A', 'O', 'N'].includes(kind.name) && own.length > 0
  return hidden || more ? null : kind
}

function entries(object) {
  return Object.entries(object).flat()
}
