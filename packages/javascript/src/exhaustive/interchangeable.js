import fc from 'fast-check'
import { Drawer } from './tape.js'

/**
 * An arbitrary of values that the property only compares with each other for being the same: names, keys, users. Which of them an input has makes no
 * difference then, so `exhaustive` makes one of each choice of names: the first draw is the first value, and each later
 * one a value in use or the next one. Without `exhaustive` any of them is drawn.
 *
 * (A scalarset: Ip and Dill, "Better verification through symmetry", 1996. Lists of n draws from at least n values are the partitions of n
 * places, OEIS A000110.)
 */
export function interchangeable(values) {
  return new Interchangeable(values)
}

class Interchangeable extends fc.Arbitrary {
  #values

  constructor(values) {
    super()
    this.#values = [...values]
    if (this.#values.length === 0) throw new RangeError('interchangeable: there is no value')
  }

  generate(random) {
    const { length } = this.#values
    const place = random instanceof Drawer ? random.placeOf(this, length) : random.nextInt(0, length - 1)
    return new fc.Value(this.#values[place], undefined)
  }

  canShrinkWithoutContext() {
    return false
  }

  shrink() {
    return fc.Stream.nil()
  }
}
