import fc from 'fast-check'
import { Drawer } from './tape.js'

/**
 * `fc.clone` draws the same value several times, each time from a copy of the generator. Copies of a drawer write on one tape, one behind the
 * other, so that each would draw a value of its own.
 */
const cloned = Object.getPrototypeOf(fc.clone(fc.nat(), 2))
const { generate } = cloned

cloned.generate = function (random, bias) {
  return generate.call(this, random instanceof Drawer ? new Copied(random) : random, bias)
}

/** A drawer whose copies draw the same. */
class Copied extends Drawer {
  #from
  #drawn
  #at

  constructor(from, drawn = [], at = 0) {
    super(from.tape)
    this.#from = from
    this.#drawn = drawn
    this.#at = at
  }

  clone() {
    return new Copied(this.#from, this.#drawn, this.#at)
  }

  draw(min, max) {
    return this.#same(`${min}..${max}`, () => this.#from.draw(min, max))
  }

  placeOf(pool, size) {
    return this.#same(pool, () => this.#from.placeOf(pool, size))
  }

  /** Copies that draw of the same get the same; where two go ways of their own, as generators in a property may, each draws for itself. */
  #same(of, draw) {
    const known = this.#drawn[this.#at]
    if (known?.of !== of) this.#drawn[this.#at] = { of, value: draw() }
    const { value } = this.#drawn[this.#at]
    this.#at += 1
    return value
  }
}
