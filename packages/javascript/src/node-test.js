/**
 * All inputs of a command in one test of `node:test`:
 *
 *     import { inputs } from 'korrel/node-test'
 *
 *     inputs('a tree stays sorted', 'tree.als', 'repOk', { classes: { Tree, Node } }, (heap) => { … })
 *     every('a tree stays sorted', Tree, { where: (tree) => tree.repOk(), Node: 4 }, (tree) => { … })
 *     databases('a report', 'schema.sql', { rows: 2 }, (db) => { … })
 *     behaviours('a queue', { spec: 'queue.als', command: 'behaviours', driver: 'queue.driver.js' })
 */
import { test } from 'node:test'
import { quoted, shortest } from './program/flags.js'
import { runBehaviours } from './testing/behaviours.js'
import { databasesSubject, tryDatabases } from './testing/databases.js'
import { from, placeAbove } from './testing/place.js'
import { everySubject, tryEvery } from './testing/every.js'
import { eachAlone, subject, tryAll, tryOne } from './testing/loop.js'

/** A test that calls the body with each input; with `items: true` each is a subtest. */
export function inputs(...given) {
  return register({}, given, placeAbove(inputs))
}

inputs.only = (...given) => register({ only: true }, given, placeAbove(inputs.only))
inputs.skip = (...given) => register({ skip: true }, given, placeAbove(inputs.skip))

/** A test that calls the body with each heap of the caller's own classes that a predicate accepts. */
export function every(...given) {
  return registerEvery({}, given, placeAbove(every))
}

every.only = (...given) => registerEvery({ only: true }, given, placeAbove(every.only))
every.skip = (...given) => registerEvery({ skip: true }, given, placeAbove(every.skip))

/** A test that calls the body with a connection to every small database of an SQL schema. */
export function databases(...given) {
  return registerDatabases({}, given, placeAbove(databases))
}

databases.only = (...given) => registerDatabases({ only: true }, given, placeAbove(databases.only))
databases.skip = (...given) => registerDatabases({ skip: true }, given, placeAbove(databases.skip))

/** A test of all behaviours of a spec's command, or of traces, against a driver that serves a machine. */
export function behaviours(title, asked) {
  const how = asked.testTimeout === undefined ? {} : { timeout: asked.testTimeout }
  return from(placeAbove(behaviours))(test, title, how, async (t) => t.diagnostic(await runBehaviours(title, asked, again())))
}

function register(how, given, place) {
  const about = subject(...given)
  const { items, testTimeout } = about.options
  const settings = testTimeout === undefined ? how : { ...how, timeout: testTimeout }
  const there = from(place)
  return there(test, about.title, settings, items ? (t) => ofTheirOwn(about, t, there) : (t) => together(about, t))
}

function registerEvery(how, given, place) {
  const about = everySubject(...given)
  const { testTimeout } = about.options
  const settings = testTimeout === undefined ? how : { ...how, timeout: testTimeout }
  return from(place)(test, about.title, settings, async (t) => t.diagnostic(await tryEvery(about, again(), t)))
}

function registerDatabases(how, given, place) {
  const about = databasesSubject(...given)
  const { testTimeout } = about.options
  const settings = testTimeout === undefined ? how : { ...how, timeout: testTimeout }
  return from(place)(test, about.title, settings, async (t) => t.diagnostic(await tryDatabases(about, again(), t)))
}

async function together(about, t) {
  t.diagnostic(await tryAll(about, again(), t))
}

async function ofTheirOwn(about, t, there) {
  const item = (heap) => there(t.test.bind(t), heap.key, (own) => tryOne(about, heap, again(), own))
  t.diagnostic(await eachAlone(about, item))
}

function again() {
  return `node --test ${quoted(shortest(process.argv[1] ?? ''))}`
}
