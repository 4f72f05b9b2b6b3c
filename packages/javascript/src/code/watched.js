/**
 * Objects that tell what is read of them.
 *
 * A type has one prototype below that of the user's class, with an accessor for each field; the value stands in a hidden
 * property that is there from the start, and is a mark until it is read. (A Proxy costs four times as much.) What is written is undone
 * after the run, for checkers compute a field anew and compare.
 *
 * An array has a hole where nothing was read, and its prototype has the accessors: an element that was read is the array's own, at
 * the engine's full speed. (Accessors of the array itself made the whole array eight times as slow.) So what is written is seen after the run, by
 * comparison with cells that have what was chosen.
 */

/** Stands where nothing was chosen yet. */
export const UNREAD = Symbol('unread')
const TYPE = Symbol('type')
const CELLS = Symbol('cells')
/** Where the copy of a watched object stands while a heap is copied. */
export const COPY = Symbol('copy')

/** The type of a watched object; undefined of anything else. */
export function typeOf(value) {
  return typeof value === 'object' && value !== null ? value[TYPE] : undefined
}

/** What was chosen for the elements of a watched array. */
export function cellsOf(array) {
  return array[CELLS]
}

/** Makes the objects of a type; `type.slots` has where the value of each field stands. */
export function makePool(search, type) {
  const shape = { [TYPE]: { value: type } }
  type.slots = {}
  for (const [name, kind] of Object.entries(type.fields)) {
    const slot = (type.slots[name] = Symbol(name))
    shape[name] = accessor(search, slot, kind)
  }
  const prototype = Object.create(type.of.prototype, shape)
  const hidden = { value: UNREAD, writable: true }
  const own = Object.fromEntries([...Object.values(type.slots), COPY].map((slot) => [slot, hidden]))
  return Array.from({ length: type.bound }, () => Object.create(prototype, own))
}

let accessors = 0

/** The accessor of a field. Each has a text of its own: engines learn what a function meets by its text, and this one meets one property. */
function accessor(search, slot, kind) {
  const text = `return {
    get() {
      const value = this[slot] // ${accessors++}
      return value === UNREAD ? search.choose(this, slot, kind) : value
    },
    set(value) {
      search.journal.push([this, slot, this[slot]])
      this[slot] = value
    },
    enumerable: true,
  }`
  return new Function('search', 'slot', 'kind', 'UNREAD', text)(search, slot, kind, UNREAD)
}

export function watchedArray(search, list, length) {
  const made = new Array(length)
  Object.defineProperty(made, CELLS, { value: Array(length).fill(UNREAD) })
  return Object.setPrototypeOf(made, (list.prototypes[length] ??= arrayPrototype(search, list.item, length)))
}

function arrayPrototype(search, item, length) {
  const elements = Array.from({ length }, (_, at) => ({
    get() {
      const cells = this[CELLS]
      return cells[at] === UNREAD ? search.choose(this, at, item, null, cells) : cells[at]
    },
    set(value) {
      search.isWritten = true
      setElement(this, at, value)
    },
    enumerable: true,
  }))
  return Object.create(Array.prototype, { ...elements })
}

/** Fills a hole. */
export function setElement(array, at, value) {
  Object.defineProperty(array, at, { value, writable: true, enumerable: true, configurable: true })
}

/** Whether a run has written to an array, which then is as it was; null if it has another length. */
export function mended(array, isWritten) {
  const cells = array[CELLS]
  if (array.length !== cells.length) return null
  let was = false
  for (let at = 0; at < cells.length; at++) {
    const value = cells[at]
    if (value === UNREAD ? !(isWritten && Object.hasOwn(array, at)) : array[at] === value) continue
    was = true
    if (value === UNREAD || typeof value === 'object') delete array[at] // its accessor has it
    else array[at] = value
  }
  return was
}

/** The classes of sets and maps of one search: what would change them is refused. What a set makes of itself (`union`) is a plain one. */
export function containers(search) {
  const guard = (name) => () => search.refuse(`it changes its input (${name}: work on a copy)`)
  const guarded = (of, names) => Object.assign(of.prototype, Object.fromEntries(names.map((name) => [name, guard(`${Object.getPrototypeOf(of).name}.${name}`)])))
  class WatchedSet extends Set {
    static get [Symbol.species]() {
      return Set
    }

    constructor(members) {
      super()
      for (const one of members) super.add(one)
    }
  }
  class WatchedMap extends Map {
    constructor(entries) {
      super()
      for (const [at, one] of entries) super.set(at, one)
    }
  }
  guarded(WatchedSet, ['add', 'delete', 'clear'])
  guarded(WatchedMap, ['set', 'delete', 'clear'])
  return { WatchedSet, WatchedMap }
}
