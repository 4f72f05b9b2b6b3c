// Pairs of documents at random, judged as by the driver. `documents` is as one writes such elements; `small` has the spec's bounds.
import { fc, tell } from '../random/by_fast_check.mjs'
import { judge } from './morph.mjs'

/** As fast-check's documentation makes trees. */
const tree = (ids, constraints) => {
  const id = fc.option(fc.constantFrom(...ids))
  return fc.letrec((tie) => ({
    element: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('node')),
    leaf: fc.record({ id, children: fc.constant([]) }),
    node: fc.record({ id, children: fc.array(tie('element'), constraints) }),
  })).element
}

/** Without the ids that occur before in the document; the root has none. */
function own(root) {
  const seen = new Set()
  const visit = ({ id, children }) => {
    const first = id !== null && !seen.has(id)
    if (first) seen.add(id)
    return { id: first ? id : null, children: children.map(visit) }
  }
  return visit({ ...root, id: null })
}

const pairs = (ids, constraints) => fc.tuple(tree(ids, constraints).map(own), tree(ids, constraints).map(own))
const arbitraries = { documents: pairs(['a', 'b', 'c', 'd']), small: pairs(['a', 'b'], { maxLength: 3 }) }
const size = (root) => 1 + root.children.reduce((sum, child) => sum + size(child), 0)

const faults = []
for (const library of ['morphdom', 'nanomorph']) {
  const judged = await judge(library)
  const fails = ([old, young]) => {
    try {
      judged(old, young)
    } catch {
      return true
    }
    return false
  }
  for (const [name, arbitrary] of Object.entries(arbitraries)) faults.push([library, name, arbitrary, fails])
}
await tell(faults, ([old, young]) => size(old) + size(young))
