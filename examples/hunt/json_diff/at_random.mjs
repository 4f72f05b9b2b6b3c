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

/** True if a key is also one of what each object inherits: that is another fault of just-diff, and none that the spec's keys show. */
const inherited = (value) => value instanceof Object && Object.entries(value).some(([key, part]) => key in {} || inherited(part))

async function fault(library, step) {
  const judged = await judge(library)
  return (pair) => {
    try {
      judged(...pair)
    } catch (error) {
      return library !== 'just-diff' ? error.reason?.startsWith(step) : inherited(pair) === (step === 'a key like toString')
    }
    return false
  }
}

const faults = []
for (const [library, step] of [
  ['json-diff-ts', 'apply'],
  ['json-diff-ts', 'revert'],
  ['just-diff', 'apply'],
  ['just-diff', 'a key like toString'],
]) {
  const shows = await fault(library, step)
  for (const [name, arbitrary] of Object.entries(arbitraries)) faults.push([`${library}, ${step}`, name, arbitrary, shows])
}
await tell(faults, ([old, young]) => size(old) + size(young))
