// Run by vitest.test.js: tests that pass, and tests that must not.
import { expect } from 'vitest'
import { inputs } from 'korrel/vitest'
import { library, written } from '../support.js'
import { Cache, Key, outcome, spec as cache } from './cache.js'

const spec = library('red_black_tree')
const none = written('sig A {} run { some A and no A }')
const heights = ({ roots }) => expect(roots.t.root?.left === null || roots.t.root?.right !== null, 'only on the left').toBe(true)

inputs('passes', spec, () => {})
inputs('passes with a limit', spec, { limit: 3 }, () => {})
inputs('passes each alone', spec, 'two_nodes', { items: true }, (heap, { task }) => expect(task.name).toBe(heap.key))
inputs.skip('is skipped', spec, () => expect.fail())
inputs('fails', spec, heights)
inputs('fails alone', spec, 'two_nodes', { items: true }, heights)
inputs('has none', none, () => {})
inputs('is incomplete', spec, { scope: 'exactly 1 Tree, 18 Node, 1..18 Int', timeout: 80 }, () => {})
for (const [how, classes] of Object.entries({ plainly: { Cache }, 'by classes': { Cache, Key } })) {
  for (const equals of ['toEqual', 'toStrictEqual']) {
    inputs(`stores wrong keys ${how}: ${equals}`, cache, { classes }, (heap) => {
      const [found, expected] = outcome(heap)
      expect(found)[equals](expected)
    })
  }
}
