// Statecharts at random, for xstate and scion-core. `any` draws them as one writes them who reads the documentation; `small` has
// the spec's bounds. The judge is by_rules, which a process of Python runs.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual as same } from 'node:util'
import { run } from './charts.mjs'
import { build as xstate } from './by_xstate.mjs'
import { build as scion } from './by_scion_core.mjs'
import { fc, tell } from '../random/by_fast_check.mjs'

const HISTORIES = ['Shallow', 'Deep']
const isHistory = ([kind]) => HISTORIES.includes(kind)

// A drawn chart: nested pairs of a kind and children, transitions by the numbers of states, and events.

function anyNode(kinds) {
  const inner = kinds.filter((kind) => ['Compound', 'Parallel'].includes(kind))
  const histories = kinds.filter((kind) => HISTORIES.includes(kind)).map((kind) => [kind, []])
  const last = histories.length ? fc.array(fc.constantFrom(...histories), { maxLength: 1 }) : fc.constant([])
  const { node } = fc.letrec((tie) => ({
    node: fc.oneof({ maxDepth: 3 }, fc.constant(['Simple', []]), tie('grown')),
    grown: fc
      .tuple(fc.constantFrom(...inner), fc.array(tie('node'), { minLength: 1, maxLength: 3 }), last)
      .map(([kind, parts, more]) => [kind, [...parts, ...more]]),
  }))
  return node
}

const numbers = fc.array(fc.tuple(fc.nat(99), fc.nat(2), fc.nat(99)), { minLength: 1, maxLength: 8 })
const documented = (kinds) =>
  fc
    .tuple(fc.array(anyNode(kinds), { minLength: 1, maxLength: 3 }), numbers, fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }))
    .map(([parts, on, events]) => chart(['Root', parts], on, events))

function small(kinds, states, transitions, events) {
  const hasHistory = kinds.includes('Deep')
  return fc
    .tuple(
      fc.array(fc.nat(99), { minLength: 1, maxLength: states - hasHistory }),
      fc.constantFrom(...HISTORIES),
      fc.array(fc.boolean(), { minLength: states, maxLength: states }),
      fc.array(fc.tuple(fc.nat(99), fc.nat(99)), { minLength: 1, maxLength: transitions }),
    )
    .map(([drawn, history, isParallel, on]) => {
      const parents = drawn.map((number, at) => number % (at + 1))
      const grow = (number) => {
        const parts = parents.flatMap((parent, at) => (parent === number ? [grow(at + 1)] : []))
        if (number === 0) return ['Root', parts]
        if (!parts.length) return ['Simple', []]
        return [kinds.includes('Parallel') && parts.length > 1 && isParallel[number - 1] ? 'Parallel' : 'Compound', parts]
      }
      const tree = grow(0)
      if (hasHistory) put(tree, history)
      return chart(tree, on.map(([source, target]) => [source, 0, target]), Array(events).fill(0))
    })
}

/** The first compound state gets a history. */
function put([, parts], history) {
  const found = parts.find(([kind]) => kind === 'Compound')
  if (found) found[1].push([history, []])
  return found || parts.some((part) => put(part, history))
}

/** Numbers stand for states, as many as there are. */
function chart(tree, on, events) {
  const kinds = flat(tree)
  const of = (number) => 1 + (number % (kinds.length - 1))
  const moves = on.map(([source, event, target]) => [of(source), event, of(target)])
  return { tree, kinds, on: moves.filter(([source]) => !HISTORIES.includes(kinds[source])), events }
}

const flat = ([kind, parts]) => [kind, ...parts.flatMap(flat)]

/** As the spec has it: no history is the first child, or a child of the root; a parallel state has two children. */
function isChart([kind, parts]) {
  const real = parts.filter((part) => !isHistory(part))
  if (parts.length && (isHistory(parts[0]) || (kind === 'Root' && real.length < parts.length))) return false
  return (kind !== 'Parallel' || real.length > 1) && parts.every(isChart)
}

function objects({ tree, kinds, on, events }) {
  const made = {}
  const names = kinds.map((kind, number) => `${kind}$${number}`)
  let number = 0
  const visit = ([kind, parts]) => {
    const name = names[number++]
    made[name] = { $type: kind, next: null, first: null, on: {} }
    const ids = parts.map(visit)
    ids.forEach((id, at) => (made[id].next = ids[at + 1] ?? null))
    made[name].first = ids[0] ?? null
    return name
  }
  visit(tree)
  for (const [source, event, target] of on) made[names[source]].on[`Event$${event}`] = names[target]
  made.Root$0.begin = 'Step$0'
  for (const [at, event] of [null, ...events].entries()) {
    const then = at < events.length ? `Step$${at + 1}` : null
    made[`Step$${at}`] = { $type: 'Step', event: event === null ? null : `Event$${event}`, then }
  }
  return made
}

const judge = spawn('python3', ['examples/hunt/statecharts/charts.py', 'by_rules'], { stdio: ['pipe', 'pipe', 'inherit'] })
const lines = createInterface({ input: judge.stdout })[Symbol.asyncIterator]()
judge.stdin.write('{}\n')
await lines.next()

// What is left and entered must be the same, and the order of it, if `inOrder`: scion-core has another one.
const sorted = (step) => Object.fromEntries(Object.entries(step).map(([field, names]) => [field, names.toSorted()]))
async function differs(drawn, build, inOrder) {
  const made = objects(drawn)
  judge.stdin.write(JSON.stringify({ id: 0, objects: made }) + '\n')
  const { changed } = JSON.parse((await lines.next()).value)
  const said = run(made, build).changed
  const shown = (step) => [sorted(step), inOrder && [step.exited, step.entered]]
  return Object.entries(changed).some(([step, right]) => !same(shown(said[step]), shown(right)))
}

const HISTORY = ['Compound', 'Shallow', 'Deep']
const PARALLEL = ['Compound', 'Parallel']
const faults = Object.entries({
  'xstate, deep history': [HISTORY, [5, 3, 3], (drawn) => differs(drawn, xstate, true)],
  'scion-core, deep history': [HISTORY, [5, 3, 3], (drawn) => differs(drawn, scion, false)],
  'scion-core, between regions': [PARALLEL, [5, 2, 2], (drawn) => differs(drawn, scion, false)],
})
const kept = (arbitrary) => arbitrary.filter(({ tree, on }) => on.length > 0 && isChart(tree))
await tell(
  faults.flatMap(([fault, [kinds, bounds, shows]]) => [
    [fault, 'any', kept(documented(kinds)), shows],
    [fault, 'small', kept(small(kinds, ...bounds)), shows],
  ]),
  ({ kinds }) => kinds.length - 1,
)
judge.stdin.end()
