import { Tape } from './tape.js'

/**
 * All inputs that draws make, smallest first.
 *
 * An input is a path in the tree of its draws: at each one of several places, 0 is the simplest. Its size is the sum of the
 * places. Every path is a prefix that ends in a place other than 0, and zeros behind it; so a run of that prefix shows the
 * path and, with the numbers of values that it has met, all paths that go on from it: a 1 at each later draw, each then a 2, and so on.
 * Each path comes once, and nothing is run for its prefix alone. A queue of two sizes is enough, and no longer than three times
 * what was run. A path is kept as the one that it goes on from and its last place, so that a long one takes no more memory than a
 * short one. (The tree of choices is that of SmallCheck, Runciman, Naylor and Lindblad 2008.)
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
    const path = this.#path()
    if (path === null) return null
    this.#open = { tape: new Tape(path.prefix(), spare), path }
    return this.#open.tape
  }

  /** No input is left, and none was cut or drawn at random. */
  get complete() {
    this.#finish()
    return !this.#first && this.waiting === 0 && !this.long && !this.fickle
  }

  /** How many paths are known and were not run yet. */
  get waiting() {
    return this.#now.length + this.#next.length
  }

  /** The tape of the last input. */
  get tape() {
    return this.#open.tape
  }

  #path() {
    if (this.#first) {
      this.#first = false
      return new Path(null, -1, 0)
    }
    if (this.#now.length === 0) {
      if (this.#next.length === 0) return null
      this.#now = this.#next.reverse()
      this.#next = []
      this.size += 1
    }
    const path = this.#now.pop()
    const { from, at, place } = path
    if (place === 1) later(this.#now, from, at + 1)
    if (place + 1 < from.sizes[at]) this.#next.push(new Path(from, at, place + 1))
    return path
  }

  #finish() {
    if (this.#open === null) return
    const { tape, path } = this.#open
    this.#open = null
    tape.close()
    const known = path.from?.sizes ?? []
    this.fickle ||= known.slice(0, path.at + 1).some((size, at) => tape.sizes[at] !== size)
    path.sizes = known.length === tape.sizes.length && known.every((size, at) => size === tape.sizes[at]) ? known : tape.sizes
    later(this.#next, path, path.at + 1)
    this.widest = Math.max(this.widest, tape.widest)
    this.long ||= tape.long
  }
}

/** A 1 at the first draw from a place on that has another value. */
function later(queue, from, first) {
  const at = from.sizes.findIndex((size, place) => place >= first && size > 1)
  if (at !== -1) queue.push(new Path(from, at, 1))
}

/** The path `from` up to a later draw than all of its own places, and a place there. */
class Path {
  constructor(from, at, place) {
    this.from = from
    this.at = at
    this.place = place
    /** The numbers of values of all its draws, once it was run. */
    this.sizes = []
  }

  prefix() {
    const places = new Array(this.at + 1).fill(0)
    for (let path = this; path.from !== null; path = path.from) places[path.at] = path.place
    return places
  }
}
