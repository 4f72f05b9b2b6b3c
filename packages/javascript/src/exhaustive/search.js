import { Tape } from './tape.js'

/**
 * All inputs that draws make, smallest first.
 *
 * An input is a path in the tree of its draws: at each one of several places, 0 is the simplest. Its size is the sum of the
 * places. Every path is a prefix that ends in a place other than 0, and zeros behind it; so a run of that prefix shows the
 * path and, with the numbers of values that it has met, all paths that go on from it: a 1 at each later draw, each then a 2, and so on.
 * Each path comes once, and nothing is run for its prefix alone. A queue of two sizes is enough, and no longer than three times
 * what was run. (The tree of choices is that of SmallCheck, Runciman, Naylor and Lindblad 2008.)
 */
export class Search {
  #now = []
  #next = []
  #first = true
  #open = null

  constructor() {
    /** All inputs of a smaller size were made. */
    this.size = 0
    this.widest = 0
    this.long = false
    /** The draws of a prefix are others than before: the property draws otherwise from run to run. */
    this.fickle = false
  }

  /** The tape of the next input, or null if there is none. The last one is complete now: its run is over. */
  next(spare) {
    this.#finish()
    const known = this.#prefix()
    if (known === null) return null
    this.#open = { tape: new Tape(known.places, spare), sizes: known.sizes }
    return this.#open.tape
  }

  /** No input is left, and none was cut or drawn at random. */
  get complete() {
    this.#finish()
    return !this.#first && this.#now.length + this.#next.length === 0 && !this.long && !this.fickle
  }

  #prefix() {
    if (this.#first) {
      this.#first = false
      return { places: [], sizes: [] }
    }
    if (this.#now.length === 0) {
      if (this.#next.length === 0) return null
      this.#now = this.#next.reverse()
      this.#next = []
      this.size += 1
    }
    const { places, sizes, at, place } = this.#now.pop()
    if (place === 1) later(this.#now, places, sizes, at + 1)
    if (place + 1 < sizes[at]) this.#next.push({ places, sizes, at, place: place + 1 })
    return { places: [...places.slice(0, at), place], sizes: sizes.slice(0, at + 1) }
  }

  #finish() {
    if (this.#open === null) return
    const { tape, sizes } = this.#open
    this.#open = null
    tape.close()
    later(this.#next, tape.places, tape.sizes, sizes.length)
    this.widest = Math.max(this.widest, tape.widest)
    this.long ||= tape.long
    this.fickle ||= sizes.some((size, at) => tape.sizes[at] !== size)
  }
}

/** A 1 at the first draw from a place on that has another value. */
function later(queue, places, sizes, from) {
  const at = sizes.findIndex((size, place) => place >= from && size > 1)
  if (at !== -1) queue.push({ places, sizes, at, place: 1 })
}
