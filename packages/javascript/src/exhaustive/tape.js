import fc from 'fast-check'
import { Range } from './range.js'

/** A draw from more values than this is wide: all of its values are no input that could be waited for. */
export const WIDE = 2 ** 16

/** An input of more draws than this takes the rest of them from fast-check's own generator: a recursion that does not end. */
const LONG = 1024

/**
 * The places that one input draws: those of a prefix, then the simplest ones. It writes down how many values each draw
 * has, so that the inputs beside this one are known.
 */
export class Tape {
  #prefix
  #spare
  #pools = new Map()
  #open = true

  /** `spare` is fast-check's own generator. */
  constructor(prefix, spare) {
    this.#prefix = prefix
    this.#spare = spare
    this.sizes = []
    /** Whether values were drawn of which not all can be tried, the largest number of them, and where it was. */
    this.widest = 0
    /** An input of so many draws that the rest was drawn at random. */
    this.long = false
    /** The input is `making`, then `running`, when the property itself may draw; then `over`, when shrinking may. */
    this.phase = 'making'
    this.late = false
  }

  /** After the run no draw counts; shrinking may ask on. */
  close() {
    this.#open = false
  }

  draw(min, max) {
    const range = new Range(min, max)
    if (!this.#open) return range.simplest
    if (this.sizes.length >= LONG) return this.#atRandom(range)
    if (range.size > WIDE && range.size > this.widest) this.widest = Number(range.size)
    return range.at(this.place(Number(range.size)))
  }

  /** One of so many places, from 0. */
  place(size) {
    const at = this.sizes.length
    if (!this.#open) return 0
    // A place of the prefix is too large where the property draws otherwise than before, which the search notices.
    const place = Math.min(this.#prefix[at] ?? 0, size - 1)
    this.late ||= this.phase === 'running'
    this.sizes.push(size)
    return place
  }

  /** A place of a pool of interchangeable values: one that is in use, or the first of all others. */
  placeOf(pool, size) {
    const used = this.#pools.get(pool) ?? 0
    const place = this.place(Math.min(size, used + 1))
    if (place === used) this.#pools.set(pool, used + 1)
    return place
  }

  #atRandom({ min, max }) {
    this.long = true
    return typeof min === 'bigint' ? this.#spare.nextBigInt(min, max) : this.#spare.nextInt(min, max)
  }
}

/** The generator that fast-check's arbitraries draw from. Copies of it write on the same tape. */
export class Drawer extends fc.Random {
  constructor(tape) {
    super(NOTHING)
    this.tape = tape
  }

  clone() {
    return new Drawer(this.tape)
  }

  next(bits) {
    return this.nextInt(0, 2 ** bits - 1)
  }

  nextBoolean() {
    return this.nextInt(0, 1) === 1
  }

  nextInt(min = -0x80000000, max = 0x7fffffff) {
    return this.draw(benefit(min, max) ? 0 : min, max)
  }

  nextBigInt(min, max) {
    return this.draw(min, max)
  }

  nextDouble() {
    return this.next(26) * 2 ** -26 + this.next(27) * 2 ** -53
  }

  getState() {
    return undefined
  }

  draw(min, max) {
    return this.tape.draw(min, max)
  }

  placeOf(pool, size) {
    return this.tape.placeOf(pool, size)
  }
}

const NOTHING = {
  clone: () => NOTHING,
  next: () => 0,
  jump() {},
  getState: () => [],
}

/**
 * `oneof` prefers its first choice the more, the deeper it is: it draws from below 0, and each of these numbers is that choice. An
 * integer may have such a range, too, so the caller is looked at. If fast-check names it otherwise one day, choices
 * come several times, and are noticed as equal inputs.
 */
function benefit(min, max) {
  if (!(min < 0) || max < 0 || min % (max + 1) !== 0) return false
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 3
  const { stack } = new Error()
  Error.stackTraceLimit = limit
  return /\bFrequencyArbitrary\.generate\b/.test(stack)
}
