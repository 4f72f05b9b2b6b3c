import { apart } from './apart.js'
import { fail } from './fit.js'
import { twice } from './twice.js'

/**
 * One input: objects that lead to one another, and where a program starts.
 *
 * The record is read when it is first asked for, and each heap has objects of its own, so that a test
 * may change them.
 */
export class Heap {
  #codec
  #record
  #decoded = null

  constructor(codec, text) {
    this.#codec = codec
    /** The line as the program wrote it. */
    this.text = text
    this.#record = JSON.parse(text)
    const repeated = twice(text, this.#record)
    if (repeated !== null) fail(repeated, 'occurs twice')
    codec.fit.check(this.#record)
    /** Not exact above 2^53. */
    this.id = this.#record.id ?? null
    /** Names the input for good, whatever version or labelling found it. */
    this.key = this.#record.key ?? null
  }

  /** The header of its stream. */
  get header() {
    return this.#codec.schema.header
  }

  /** Where a program starts, by name: a predicate's parameters, and `one` sigs with fields. */
  get roots() {
    return this.#read().roots
  }

  /** All objects by name, or the values that stand for atoms. */
  get objects() {
    return this.#read().objects
  }

  /** The objects of each subset sig. */
  get sets() {
    return this.#read().sets
  }

  /** Fields of what is no object, such as `Warm.degree`. */
  get relations() {
    return this.#read().relations
  }

  /** In a counterexample: for what the assertion fails. */
  get witness() {
    return this.#read().witness
  }

  /** The name of one of its objects; undefined for others. */
  nameOf(object) {
    return this.#read().names.get(object)
  }

  /** The record as it was, whatever has become of the objects. */
  toJSON() {
    return JSON.parse(this.text)
  }

  /** The record of the objects as they are now, without `kind`, `id` and `key`. What nothing leads to any more is gone. */
  encode() {
    const { objects, ...heap } = this.#read()
    const kept = new Map(apart(this.#record).map((name) => [name, objects.get(name)]))
    return this.#codec.encode({ ...heap, objects: kept })
  }

  /** Another heap of this input, its objects as they were. */
  clone() {
    return new Heap(this.#codec, this.text)
  }

  toString() {
    return `${this.key ?? this.id ?? 'a heap'}: ${this.text}`
  }

  // So that a runner's message, or fast-check's, shows the input, and not how it is kept.
  [Symbol.for('nodejs.util.inspect.custom')]() {
    return `Heap ${this}`
  }

  [Symbol.for('fast-check/toStringMethod')]() {
    return String(this)
  }

  #read() {
    this.#decoded ??= this.#codec.decode(this.#record)
    return this.#decoded
  }
}
