/**
 * All inputs of a command in one test of vitest:
 *
 *     import { inputs } from 'korrel/vitest'
 *
 *     inputs('a tree stays sorted', 'tree.als', 'repOk', { classes: { Tree, Node } }, (heap) => { … })
 *     every('a tree stays sorted', Tree, { where: (tree) => tree.repOk(), Node: 4 }, (tree) => { … })
 *     databases('a report', 'schema.sql', { rows: 2 }, (db) => { … })
 *     behaviours('a queue', { spec: 'queue.als', command: 'behaviours', driver: 'queue.driver.js' })
 */
import { describe, expect, test } from 'vitest'
import { quoted, shortest } from './program/flags.js'
import { runBehaviours } from './testing/behaviours.js'
import { databasesSubject, tryDatabases } from './testing/databases.js'
import { everySubject, tryEvery } from './testing/every.js'
import { eachAlone, subject, tryAll, tryOne } from './testing/loop.js'

/** A test that calls the body with each input; with `items: true` each is a test of its own. */
export function inputs(...given) {
  return register(test, describe, given)
}

inputs.only = (...given) => register(test.only, describe.only, given)
inputs.skip = (...given) => register(test.skip, describe.skip, given)

/** A test that calls the body with each heap of the caller's own classes that a predicate accepts. */
export function every(...given) {
  return registerEvery(test, given)
}

every.only = (...given) => registerEvery(test.only, given)
every.skip = (...given) => registerEvery(test.skip, given)

/** A test that calls the body with a connection to every small database of an SQL schema. */
export function databases(...given) {
  return registerDatabases(test, given)
}

databases.only = (...given) => registerDatabases(test.only, given)
databases.skip = (...given) => registerDatabases(test.skip, given)

/** A test of all behaviours of a spec's command, or of traces, against a driver that serves a machine. */
export function behaviours(title, asked) {
  test(title, settings({ options: asked }), async () => note({ title }, await runBehaviours(title, asked, again({ title }))))
}

function register(test, describe, given) {
  const about = subject(...given)
  if (about.options.items) describe(about.title, () => ofTheirOwn(about))
  else test(about.title, settings(about), (context) => together(about, context))
}

function registerEvery(test, given) {
  const about = everySubject(...given)
  test(about.title, settings(about), async (context) => {
    const remark = await tryEvery(about, again(about), context)
    if (typeof context.annotate === 'function') await context.annotate(remark)
    note(about, remark)
  })
}

function registerDatabases(test, given) {
  const about = databasesSubject(...given)
  test(about.title, settings(about), async (context) => {
    const remark = await tryDatabases(about, again(about), context)
    if (typeof context.annotate === 'function') await context.annotate(remark)
    note(about, remark)
  })
}

/** Five seconds are for one input. All of them take as long as they take, unless the user says so. */
function settings({ options }) {
  return { timeout: options.testTimeout ?? 0 }
}

async function together(about, context) {
  const remark = await tryAll(about, again(about), context)
  if (typeof context.annotate === 'function') await context.annotate(remark)
  note(about, remark)
}

async function ofTheirOwn(about) {
  const item = (heap) => test(heap.key, settings(about), (context) => tryOne(about, heap, again(about), context))
  note(about, await eachAlone(about, item))
}

function note({ title }, remark) {
  if (!remark.startsWith('COMPLETE')) console.info(`${title}: ${remark}`)
}

function again({ title }) {
  const { testPath } = expect.getState()
  const file = testPath === undefined ? '' : ` ${quoted(shortest(testPath))}`
  return `npx vitest run${file} -t ${quoted(title)}`
}
