/**
 * What a field may hold: groups of choices, the first of which adds nothing to the heap. Each further group adds objects
 * or entries, and waits until heaps of that size come.
 *
 * A group is `{ choices, types, cost }`: the types whose next object comes into use, and what they add to the size.
 */
import { combinations } from './canonical.js'
import { isFresh } from './pool.js'
import { watchedArray } from './watched.js'

/** One of these values, an object that was met before, or one new one of each type. */
export class One {
  /** A choice is the value itself. */
  isPlain = true

  constructor(values, types) {
    this.values = values
    this.types = types
    this.isFlat = types.length === 0
    /** Some of its values are of a pool, and each heap has its own. */
    this.isFresh = values.some(isFresh)
    this.fixed = this.isFlat ? [group(values)] : null
    this.version = 0
    this.known = [] // by the numbers of objects in use
  }

  groups(search) {
    if (this.fixed !== null) return this.fixed
    if (this.version === search.version) return this.made
    let at = 0
    for (const { bound, used } of this.types) at = at * (bound + 1) + used
    return search.keep(this, (this.known[at] ??= this.#groups()))
  }

  #groups() {
    const met = this.types.flatMap((type) => type.pool.slice(0, type.used))
    const fresh = this.types.filter((type) => type.used < type.bound)
    return [group([...this.values, ...met]), ...fresh.map((type) => group([type.pool[type.used]], [type], 1))]
  }
}

/** An array: its length first, an element when it is looked at. */
export class List {
  /** Those of its arrays, by length. */
  prototypes = []

  constructor(item, longest, isOptional) {
    this.item = item
    const lengths = Array.from({ length: longest }, (_, at) => group([at + 1], [], at + 1))
    this.fixed = [group(isOptional ? [null, 0] : [0]), ...lengths]
  }

  groups() {
    return this.fixed
  }

  put(search, holder, key, length, then) {
    holder[key] = length === null ? null : watchedArray(search, this, length)
    return then
  }
}

/** A set, whole when it is first read: smaller ones first, then those with new members. */
export class Collection {
  constructor(item, largest, isOptional) {
    Object.assign(this, { item, largest, isOptional, version: 0, hides: !item.isFlat })
    this.known = new Map() // by the objects in use
  }

  groups(search) {
    if (this.version === search.version) return this.made
    const at = this.item.types.map(({ used }) => used).join()
    if (!this.known.has(at)) this.known.set(at, this.#groups(search))
    return search.keep(this, this.known.get(at))
  }

  #groups(search) {
    const known = this.item.groups(search)[0].choices
    const found = new Map([['0', group(this.isOptional ? [null] : [])]])
    for (const numbers of products(this.item.types.map((type) => Math.min(type.bound - type.used, this.largest)))) {
      const types = this.item.types.flatMap((type, at) => Array(numbers[at]).fill(type))
      const fresh = this.item.types.flatMap((type, at) => type.pool.slice(type.used, type.used + numbers[at]))
      for (let size = 0; size <= Math.min(known.length, this.largest - fresh.length); size++) {
        const cost = size + 2 * fresh.length // an entry, and an object
        const at = [cost, ...types.map(({ name }) => name)].join()
        if (!found.has(at)) found.set(at, group([], types, cost))
        for (const some of combinations(known, size)) found.get(at).choices.push([...some, ...fresh])
      }
    }
    return [...found.values()]
  }

  put(search, holder, key, members, then) {
    holder[key] = members === null ? null : new search.containers.WatchedSet(members)
    return then
  }
}

/** A map: the set of its keys, then the value of each. */
export class Dictionary {
  constructor(keys, item, largest, isOptional) {
    this.keys = new Collection(keys, largest, isOptional)
    this.item = item
    this.hides = this.keys.hides
  }

  groups(search) {
    return this.keys.groups(search)
  }

  put(search, holder, key, keys, then) {
    holder[key] = null
    if (keys === null) return then
    const values = []
    const value = (at) => {
      if (at < keys.length) return search.choose(values, at, this.item, () => value(at + 1))
      holder[key] = new search.containers.WatchedMap(keys.map((one, place) => [one, values[place]]))
      then?.()
    }
    return () => value(0)
  }
}

function group(choices, types = [], cost = 0) {
  return { choices, types, cost }
}

/** All lists of numbers up to these, those with the least sum first. */
function products(most) {
  const all = most.reduce((lists, last) => lists.flatMap((list) => Array.from({ length: last + 1 }, (_, at) => [...list, at])), [[]])
  const sum = (list) => list.reduce((total, one) => total + one, 0)
  return all.sort((one, other) => sum(one) - sum(other))
}
