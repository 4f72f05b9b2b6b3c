/** What is handed out: objects of the user's own classes, not watched, of one heap alone; and their record. */
import { rank, Unordered } from './canonical.js'
import { Collection, Dictionary, List, One } from './kinds.js'
import { written } from './pool.js'
import { cellsOf, typeOf, UNREAD } from './watched.js'

/** The heap at which a search stands: its roots, and its objects by name. What was not read is not there. */
export function copied(search, { order = (objects) => objects, unread = () => UNREAD } = {}) {
  const watched = search.types.flatMap((type) => type.pool.slice(0, type.used).map((one, at) => [one, type, `${type.name}$${at}`]))
  const made = new Map(order(watched).map(([one, { of }]) => [one, Object.create(of.prototype)]))
  const here = (value, kind) => copy(value, kind, made, (of) => unread(of, [...made]))
  for (const [one, { fields, slots }] of watched) {
    const object = made.get(one)
    for (const name in fields) {
      const value = here(one[slots[name]], fields[name])
      if (value === UNREAD) continue
      if (name in object) Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
      else object[name] = value
    }
  }
  const roots = search.roots.map(({ kind }, at) => here(search.args[at], kind))
  return { roots, objects: new Map(watched.map(([one, type, name]) => [made.get(one), { name, type }])) }
}

/** A whole heap, of what its maker has made. */
export class Whole {
  #made
  #types

  constructor(search, { roots, made }) {
    this.roots = roots
    this.#made = made
    this.#types = search.types
  }

  /** Its objects by name, as `copied` tells them. */
  get objects() {
    return new Map(this.#made.flatMap((objects, at) => objects.map((one, place) => [one, { name: `${this.#types[at].name}$${place}`, type: this.#types[at] }])))
  }
}

function copy(value, kind, made, unread) {
  if (value === UNREAD) return unread(kind)
  if (value === null || value === undefined || kind.isFlat) return value
  if (kind instanceof One) return made.get(value) ?? value
  if (kind instanceof List) return cellsOf(value).map((one) => copy(one, kind.item, made, unread))
  if (kind instanceof Collection) return new Set([...value].map((one) => copy(one, kind.item, made, unread)))
  return new Map([...value].map(([at, one]) => [copy(at, kind.keys.item, made, unread), copy(one, kind.item, made, unread)]))
}

/** The judged roots of other objects with the same fields, in another order. What was not read is anything. */
export function others(search, attempt) {
  let seed = (4 * search.candidates + attempt) | 0
  const chance = (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0
    return Math.floor(((seed >>> 8) / 2 ** 24) * below)
  }
  const pick = attempt === 0 ? (values) => values[0] : (values) => values[chance(values.length)]
  const order = (objects) => objects.map((one) => [chance(1000), one]).sort(([a], [b]) => a - b).map(([, one]) => one)
  const any = (kind, made) => {
    if (kind instanceof One) {
      const known = made.filter(([one]) => kind.types.includes(typeOf(one))).map(([, object]) => object)
      return [...kind.values, ...known].length === 0 ? null : pick([...kind.values, ...known])
    }
    const some = Array.from({ length: pick([0, 1, 2]) })
    if (kind instanceof List) return some.map(() => any(kind.item, made))
    if (kind instanceof Collection) return new Set(some.map(() => any(kind.item, made)))
    return new Map(some.map(() => [any(kind.keys.item, made), any(kind.item, made)]))
  }
  const { roots } = copied(search, { order, unread: any })
  return roots.slice(0, search.judged)
}

/** The header of a stream of such heaps. */
export function headerOf({ types, roots }, question) {
  const shapes = (fields) => Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, shape(kind)]))
  return {
    kind: 'header',
    format: 'heapgraph/1',
    tool: 'korrel (JavaScript)',
    command: question,
    symmetry: 'full',
    roots: Object.fromEntries(roots.map(({ name, kind }) => [name, shape(kind)])),
    types: Object.fromEntries(types.map(({ name, fields }) => [name, shapes(fields)])),
    enums: {},
  }
}

/** A copy as a record of heapgraph/1. */
export function recordOf(search, { roots, objects }) {
  const places = new Map([...objects.values()].map(({ name }, place) => [name, place]))
  const inOrder = (one, other) => {
    const [first, second] = [one, other].map((member) => places.get(member) ?? places.size + rank(member))
    return first - second || (one < other ? -1 : 1)
  }
  const value = (one, kind) => {
    if (one === null || (one === undefined && !kind.values?.includes(null))) return null
    if (kind instanceof One) return objects.get(one)?.name ?? constant(one, kind)
    if (kind instanceof List) return one.map((each) => (each === UNREAD ? '?' : value(each, kind.item)))
    if (kind instanceof Collection) return Unordered.from([...one].map((each) => value(each, kind.item)).sort(inOrder))
    return Object.fromEntries([...one].map(([at, each]) => [String(value(at, kind.keys.item)), value(each, kind.item)]))
  }
  const held = (object, { name, fields }) => {
    const there = Object.entries(fields).filter(([field]) => Object.hasOwn(object, field))
    return { $type: name, ...Object.fromEntries(there.map(([field, kind]) => [field, value(object[field], kind)])) }
  }
  const known = search.roots.map(({ name, kind }, at) => [name, kind, roots[at]]).filter(([, , root]) => root !== UNREAD)
  return {
    kind: 'instance',
    roots: Object.fromEntries(known.map(([name, kind, root]) => [name, value(root, kind)])),
    objects: Object.fromEntries([...objects].map(([object, { name, type }]) => [name, held(object, type)])),
  }
}

function shape(kind) {
  if (kind instanceof List) return `seq ${inner(kind.item)}`
  if (kind instanceof Collection) return `set ${inner(kind.item)}`
  if (kind instanceof Dictionary) return `map ${inner(kind.keys.item)} ${inner(kind.item)}`
  const plain = kind.values.filter((one) => one !== null && one !== undefined).map(sortOf)
  const arms = [...kind.types.map(({ name }) => name), ...new Set(plain)]
  return arms.includes('univ') || arms.length === 0 ? 'univ?' : arms.join('|') + (plain.length < kind.values.length ? '?' : '')
}

function inner(kind) {
  const text = shape(kind)
  return / |\?$/.test(text) ? 'univ' : text
}

function sortOf(value) {
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? 'int' : { boolean: 'bool', string: 'string' }[typeof value] ?? 'univ'
}

/** What JSON has no value for is written as code; in brackets, if a text of the same kind reads so. */
function constant(value, { values }) {
  if (sortOf(value) !== 'univ') return value
  const text = written(value)
  return values.includes(text) ? `(${text})` : text
}
