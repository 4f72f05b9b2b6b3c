/**
 * All inputs of a command in one test of `node:test`:
 *
 *     import { inputs } from 'korrel/node-test'
 *
 *     inputs('a tree stays sorted', 'tree.als', 'repOk', { classes: { Tree, Node } }, (heap) => { … })
 */
import { test } from 'node:test'
import { quoted, shortest } from './program/flags.js'
import { eachAlone, subject, tryAll, tryOne } from './testing/loop.js'

/** A test that calls the body with each input; with `items: true` each is a subtest. */
export function inputs(...given) {
  return register({}, given)
}

inputs.only = (...given) => register({ only: true }, given)
inputs.skip = (...given) => register({ skip: true }, given)

function register(how, given) {
  const about = subject(...given)
  const { items, testTimeout } = about.options
  const settings = testTimeout === undefined ? how : { ...how, timeout: testTimeout }
  return test(about.title, settings, items ? (t) => ofTheirOwn(about, t) : (t) => together(about, t))
}

async function together(about, t) {
  t.diagnostic(await tryAll(about, again(), t))
}

async function ofTheirOwn(about, t) {
  const item = (heap) => t.test(heap.key, (own) => tryOne(about, heap, again(), own))
  t.diagnostic(await eachAlone(about, item))
}

function again() {
  return `node --test ${quoted(shortest(process.argv[1] ?? ''))}`
}
