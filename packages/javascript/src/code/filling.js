/**
 * What an accepted predicate has not read, filled in every way.
 *
 * A walk from the roots meets the objects in the order that the heap alone decides, and chooses each field that has no value.
 * Of two heaps that come one after the other mostly the last field differs. So each choice remembers where the walk stood,
 * and the next heap goes on from there. (From the roots each time, the walk was most of the time of a heap.)
 *
 * Invariant: `met` has the objects that were met before the field at which the walk stands, in order.
 */
import { Collection, Dictionary, List, One } from './kinds.js'
import { typeOf, UNREAD } from './watched.js'

/** No value is left for a field within the bounds. */
export class Cut extends Error {}

export class Filling {
  #search
  #roots
  #met = []
  #seen = new Set()
  /** Each field is one choice. */
  #isSingle

  constructor(search) {
    this.#search = search
    this.#roots = search.roots.map(({ kind }, at) => [at, kind])
    this.#isSingle = search.kinds.every((kind) => kind instanceof One)
    for (const type of search.types) type.plan = Object.entries(type.fields).map(([name, kind]) => [type.slots[name], kind])
  }

  /** Fills the heap at which the search stands; false where nothing is left for a field. */
  begin() {
    const { trace, types } = this.#search
    if (this.#isSingle) {
      // The commonest case: all that there is was read.
      let number = this.#roots.length
      for (const { used, plan } of types) number += used * plan.length
      if (number === trace.length) return true
    }
    this.#met.length = 0
    this.#seen.clear()
    return this.#from(-1, 0)
  }

  /** The same, once the last choice that it has made is another one. */
  resume() {
    const { trace } = this.#search
    let last = trace.length - 1
    while (trace[last].mark === null) last-- // what follows a key of a map at once
    const { mark } = trace[last]
    while (++last < trace.length) trace[last].mark = mark
    while (this.#met.length > mark.length) this.#seen.delete(this.#met.pop())
    return this.#from(mark.at, mark.place)
  }

  #from(at, place) {
    const search = this.#search
    const { trace } = search
    const met = this.#met
    let [holder, fields] = at < 0 ? [search.args, this.#roots] : [met[at], typeOf(met[at]).plan]
    let mark = null
    let before = trace.length
    try {
      for (;;) {
        for (; place < fields.length; place++) {
          const [key, kind] = fields[place]
          before = trace.length
          mark = null
          let value = holder[key]
          if (value === UNREAD) {
            mark = { length: met.length, at, place }
            value = search.choose(holder, key, kind)
          }
          if (!kind.isFlat) {
            mark ??= { length: met.length, at, place }
            this.#meet(value, kind)
          }
          for (; before < trace.length; before++) trace[before].mark = mark
        }
        at++
        place = 0
        if (at === met.length) return true
        holder = met[at]
        fields = typeOf(holder).plan
      }
    } catch (error) {
      if (!(error instanceof Cut)) throw error
      for (; before < trace.length; before++) trace[before].mark = mark
      search.isCut = false
      return false
    }
  }

  #meet(value, kind) {
    if (value === null || value === undefined) return
    if (kind instanceof One) {
      if (!kind.isFlat && !this.#seen.has(value) && typeOf(value) !== undefined) {
        this.#seen.add(value)
        this.#met.push(value)
      }
    } else if (kind instanceof List) for (let at = 0; at < value.length; at++) this.#meet(value[at], kind.item)
    else if (kind instanceof Collection) for (const one of value) this.#meet(one, kind.item)
    else if (kind instanceof Dictionary) {
      for (const [at, one] of value) {
        this.#meet(at, kind.keys.item)
        this.#meet(one, kind.item)
      }
    }
  }
}
