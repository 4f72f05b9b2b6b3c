/**
 * Objects that tell what is read of them.
 *
 * A type has one prototype below that of the user's class, with an accessor for each field; the value stands in a hidden
 * property that is there from the start, and is a mark until it is read. (A Proxy costs four times as much.) What is written is undone
 * after the run, for checkers compute a field anew and compare. Arrays have accessors for their elements.
 */

/** Stands where nothing was chosen yet. */
export const UNREAD = Symbol('unread')
const TYPE = Symbol('type')
const CELLS = Symbol('cells')

/** The type of a watched object; undefined of anything else. */
export function typeOf(value) {
  return typeof value === 'object' && value !== null ? value[TYPE] : undefined
}

/** The elements of a watched array as far as they were read. */
export function cellsOf(array) {
  return array[CELLS]
}

/** Makes the objects of a type; `type.slots` has where the value of each field stands. */
export function makePool(search, type) {
  const shape = { [TYPE]: { value: type } }
  type.slots = {}
  for (const [name, kind] of Object.entries(type.fields)) {
    const slot = (type.slots[name] = Symbol(name))
    shape[name] = {
      get() {
        const value = this[slot]
        return value === UNREAD ? search.choose(this, slot, kind) : value
      },
      set(value) {
        search.journal.push([this, slot, this[slot]])
        this[slot] = value
      },
      enumerable: true,
    }
  }
  const prototype = Object.create(type.of.prototype, shape)
  const hidden = { value: UNREAD, writable: true }
  const own = Object.fromEntries(Object.values(type.slots).map((slot) => [slot, hidden]))
  return Array.from({ length: type.bound }, () => Object.create(prototype, own))
}

const elements = []

/** The accessor of an element, which finds its array's own cells. */
function element(at) {
  return (elements[at] ??= {
    get() {
      const { search, item, cells } = this[CELLS]
      const value = cells[at]
      return value === UNREAD ? search.choose(cells, at, item) : value
    },
    set(value) {
      const { search, cells } = this[CELLS]
      search.journal.push([cells, at, cells[at]])
      cells[at] = value
    },
    enumerable: true,
  })
}

export function watchedArray(search, item, length) {
  const made = []
  Object.defineProperty(made, CELLS, { value: { search, item, cells: Array(length).fill(UNREAD) } })
  for (let at = 0; at < length; at++) Object.defineProperty(made, at, element(at))
  return Object.freeze(made) // accessors go on to work; what would change its length throws
}

/** A class of containers in which some methods change them, which is refused. */
function guarded(of, names) {
  const guards = names.map((name) => [name, { value() { return this.search.refuse(`it changes its input (${of.name}.${name}: work on a copy)`) } }])
  return (made) => Object.defineProperties(made, Object.fromEntries(guards))
}

const guardSet = guarded(Set, ['add', 'delete', 'clear'])
const guardMap = guarded(Map, ['set', 'delete', 'clear'])

export class WatchedSet extends Set {
  // What a set makes of itself (`union`) is a plain one.
  static get [Symbol.species]() {
    return Set
  }

  constructor(search, members) {
    super()
    for (const one of members) super.add(one)
    Object.defineProperty(this, 'search', { value: search })
    guardSet(this)
  }
}

export class WatchedMap extends Map {
  constructor(search, entries) {
    super()
    for (const [at, one] of entries) super.set(at, one)
    Object.defineProperty(this, 'search', { value: search })
    guardMap(this)
  }
}
