// As measure.py, in JavaScript. Prints a line of JSON.
//
//     node bench/code/measure.mjs RedBlackTree 6
import { all } from '../../packages/javascript/src/index.js'
import { others } from '../../packages/javascript/src/code/copies.js'
import { description } from '../../packages/javascript/src/code/describe.js'
import { Predicate } from '../../packages/javascript/src/code/predicate.js'
import { Search } from '../../packages/javascript/src/code/search.js'
import { STRUCTURES } from '../../packages/javascript/tests/code/structures.js'

const [ROUNDS, CHUNK, SAMPLE] = [3, 1000, 100_000]
const [name, size, isOnce] = [process.argv[2], Number(process.argv[3]), process.argv[4] === 'once']
const [of, classes, fields, bounds] = STRUCTURES.find(([{ name: other }]) => other === name)
const where = (made) => made.repOk()
const options = { where, classes, fields, ...bounds(size) }

function seconds(measured) {
  const before = process.cpuUsage()
  measured()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** A search without an audit. */
function searched(run) {
  const predicate = new Predicate(where)
  const search = (predicate.search = new Search(description(of, options), 1, Infinity))
  predicate.audit = predicate.end = () => {}
  run(search, predicate)
  return search
}

function drain(search, predicate) {
  for (const _ of search.heaps(predicate));
}

Error.stackTraceLimit = 0 // as during a search
let found
const least = (measured) => Math.min(...Array.from({ length: isOnce ? 1 : ROUNDS }, () => seconds(measured)))
const whole = least(() => {
  found = all(of, options)
  for (const _ of found);
})
const search = isOnce ? 0 : least(() => searched(drain))

/** The predicate on plain objects of a sample of the candidates. */
function alone() {
  const every = Math.max(1, Math.ceil(found.candidates / SAMPLE))
  let [ran, taken, took] = [0, 0, 0]
  let chunk = []
  const run = () => {
    for (const root of chunk) {
      try {
        where(root)
      } catch {}
    }
  }
  const timed = () => {
    const start = process.hrtime.bigint()
    run()
    return Number(process.hrtime.bigint() - start) / 1e9
  }
  const flush = () => {
    took += Math.min(...Array.from({ length: 7 }, timed))
    chunk = []
  }
  searched((search, predicate) => {
    predicate.audit = () => {
      if (++ran % every !== 0) return
      taken++
      chunk.push(others(search, 0)[0])
      if (chunk.length === CHUNK) flush()
    }
    drain(search, predicate)
  })
  flush()
  return (took * ran) / taken
}

console.log(JSON.stringify({ heaps: found.count, candidates: found.candidates, whole, search, alone: isOnce ? 0 : alone() }))
