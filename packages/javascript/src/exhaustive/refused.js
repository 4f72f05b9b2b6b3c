import fc from 'fast-check'
import { Drawer } from './tape.js'

/** Thrown out of the making of an input that a filter refuses, or in which a value that is to be unique comes again. */
export const REFUSED = new Error('a filter refuses this input')

/**
 * fast-check's filter, and `uniqueArray`, draw again until a value is kept. A tape would give them the simplest values for ever; and each
 * of its values comes by a tape of its own. So a tape draws once: what is refused makes no input. If fast-check names the methods
 * otherwise one day, they draw again, and the run is CUT.
 */
once(Object.getPrototypeOf(fc.nat().filter(() => true)), 'generate', 0, (refuse, filter, words) => {
  const value = (drawn) => filter.refinementOnValue(drawn) || refuse()
  return [Object.create(filter, { refinementOnValue: { value } }), words]
})

once(Object.getPrototypeOf(fc.uniqueArray(fc.nat())), 'generateNItemsNoDuplicates', 2, (refuse, array, [build, ...words]) => {
  const unique = () => {
    const set = build()
    return { size: () => set.size(), getData: () => set.getData(), tryAdd: (value) => set.tryAdd(value) || refuse() }
  }
  return [array, [unique, ...words]]
})

/** Changes a method's `this` and arguments where an input is made, or runs. The generator is its argument at `at`. */
function once(prototype, name, at, change) {
  const method = prototype[name]
  if (method === undefined) return
  prototype[name] = function (...words) {
    const random = words[at]
    const refuse = random instanceof Drawer ? REFUSE[random.tape.phase] : undefined
    const [self, others] = refuse === undefined ? [this, words] : change(refuse, this, words)
    return method.apply(self, others)
  }
}

/** An input that refuses a draw of its own leaves itself out. Shrinking draws as fast-check does. */
const REFUSE = {
  making: () => {
    throw REFUSED
  },
  running: () => fc.pre(false),
}
