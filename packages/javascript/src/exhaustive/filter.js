import fc from 'fast-check'
import { Drawer } from './tape.js'

/** Thrown out of the making of an input that a filter refuses. */
export const REFUSED = new Error('a filter refuses this input')

/**
 * fast-check's filter draws again until a value is kept. A tape would give it the simplest values for ever; and each of its
 * values comes by a tape of its own. So a tape draws once: what is refused makes no input. If fast-check names the filter's test otherwise
 * one day, it draws again, and the run is CUT.
 */
const filtered = Object.getPrototypeOf(fc.nat().filter(() => true))
const { generate } = filtered

filtered.generate = function (random, bias) {
  if (!(random instanceof Drawer && random.tape.making)) return generate.call(this, random, bias)
  const value = (drawn) => {
    if (!this.refinementOnValue(drawn)) throw REFUSED
    return true
  }
  return generate.call(Object.create(this, { refinementOnValue: { value } }), random, bias)
}
