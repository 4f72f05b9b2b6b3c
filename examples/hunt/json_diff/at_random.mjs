// Pairs of documents at random, judged as by the driver. `any` is fast-check's own JSON; `small` has the spec's bounds.
import { fc, tell } from '../random/by_fast_check.mjs'
import { judge } from './diff.mjs'

console.warn = () => {} // json-diff-ts says there what it does not find

const small = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.constant(null), tie('object'), tie('array')),
  object: fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { maxKeys: 2, noNullPrototype: true }),
  array: fc.array(tie('value'), { maxLength: 3 }),
}))
const json = fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.parse(JSON.stringify(value))) // -0 is none of JSON's
const arbitraries = {
  any: fc.tuple(fc.array(json), fc.array(json)),
  small: fc.oneof(fc.tuple(small.object, small.object), fc.tuple(small.array, small.array)),
}
const size = (value) => 1 + (value instanceof Object ? Object.values(value).reduce((sum, part) => sum + size(part), 0) : 0)

const faults = []
for (const [library, step] of [['json-diff-ts', 'apply'], ['json-diff-ts', 'revert'], ['just-diff', 'apply']]) {
  const judged = await judge(library)
  const fails = ([old, young]) => {
    try {
      judged(old, young)
    } catch (error) {
      return library === 'just-diff' || error.reason?.startsWith(step)
    }
    return false
  }
  for (const [name, arbitrary] of Object.entries(arbitraries)) faults.push([`${library}, ${step}`, name, arbitrary, fails])
}
await tell(faults, ([old, young]) => size(old) + size(young))
