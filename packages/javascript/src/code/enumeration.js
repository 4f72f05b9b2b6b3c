/** All heaps within the bounds that a predicate accepts, as objects: what `all` returns. */
import inspector from 'node:inspector'
import vm from 'node:vm'
import { KorrelError } from '../error.js'
import { drawn } from '../heap/draw.js'
import { keyOf, sameText } from './canonical.js'
import { headerOf, recordOf, Whole } from './copies.js'
import { description } from './describe.js'
import { maker } from './making.js'
import { Pool, written } from './pool.js'
import { Predicate } from './predicate.js'
import { Search } from './search.js'

/** As long as one run of the predicate may take. */
const RUN = 5000
/** So many heaps are looked for together at first, and twice as many after each quick turn (in ms): a turn has a cost of its own. */
const TOGETHER = 64
const MOST_TOGETHER = 4096
const QUICK = 10
const TURN = Symbol.for('korrel.turn')
const script = new vm.Script('globalThis[Symbol.for("korrel.turn")]()', { filename: 'korrel' })

/**
 * Every heap from a root that a predicate accepts, smallest first, one of each isomorphism class:
 *
 *     for (const tree of all(Tree, { where: (tree) => tree.repOk(), fields: { … }, Node: 4, number: [1, 2, 3, 4] })) …
 */
export function all(roots, options = {}) {
  return new Enumeration(roots, options)
}

/** The heaps; `String(…)` says how far it came. */
export class Enumeration {
  /** How it ended: `complete`, `limit` or `timeout`; null before its end. */
  status = null
  /** How many heaps there were so far. */
  count = 0
  #options
  #search
  #predicate
  #described
  #last = null
  #isOver = false

  constructor(roots, options) {
    const { where, size = Infinity } = options
    if ('where' in options) checkPredicate(where)
    this.#options = options
    this.#described = description(roots, options)
    const judged = where === undefined ? this.#described.roots.length : Math.min(where.length || Infinity, this.#described.roots.length)
    this.#predicate = new Predicate(where)
    this.#search = this.#predicate.search = new Search(this.#described, judged, size)
    this.header = headerOf(this.#search, this.question)
    this.heaps = this.#all()
  }

  get candidates() {
    return this.#search.candidates
  }

  /** Each heap: the root, or an array of all roots. */
  *[Symbol.iterator]() {
    for (const roots of this.heaps) yield roots.length === 1 ? roots[0] : roots
  }

  /** The heap that was handed out last, as a record of heapgraph/1 with its key, as it was then. */
  record({ isKeyed = true } = {}) {
    const { roots, objects } = recordOf(this.#search, this.#last)
    const key = isKeyed ? { key: keyOf(this.header, { roots, objects }) } : {}
    return { kind: 'instance', id: this.count - 1, ...key, roots, objects }
  }

  /** The heap that was handed out last as text, as it was then: its objects as a tree. */
  drawing() {
    return drawn(this.header, recordOf(this.#search, this.#last))
  }

  /** What there is to say of the predicate. */
  get notes() {
    const { maps } = this.#described
    const order = maps.length > 0 ? [`a Map has its entries in one order (${maps.join(', ')}): the order of insertion is not tried`] : []
    if (this.#predicate.isAssertion) return ['the predicate returns nothing: a heap on which it does not throw is right', ...order]
    const threw = [...this.#predicate.errors].map(([name, [text, number]]) => `the predicate threw on ${number} candidates, which counts as false: ${name}: ${text}`)
    return [...threw, ...order]
  }

  get question() {
    const { where } = this.#options
    return this.#described.texts.join(', ') + (where === undefined ? '' : ` where ${where.name && where.name !== 'where' ? where.name : String(where).slice(0, 60)}`)
  }

  toString() {
    const verdict = { complete: 'COMPLETE: ', limit: 'the first ', null: 'so far ' }[this.status] ?? `INCOMPLETE (${this.status}): `
    return `${verdict}${this.count} heap${this.count === 1 ? '' : 's'} of ${this.question}; ${this.searched()}`
  }

  /** The number of candidates, and the bounds. */
  searched() {
    const values = Object.entries(this.#described.values).map(([name, of]) => `${name}=${range(of)}`)
    return `${this.candidates} candidates within ${[...this.#described.types.map(({ name, bound }) => `${name}=${bound}`), ...values].join(', ')}`
  }

  *#all() {
    const { limit = Infinity, timeout = Infinity, runTimeout = RUN } = this.#options
    const deadline = performance.now() + timeout
    const found = this.#found()
    let together = TOGETHER
    while (this.status === null) {
      const begun = performance.now()
      const pause = Math.min(runTimeout > 0 ? runTimeout / 2 : RUN, deadline - performance.now())
      const heaps = this.#together(found, Math.min(together, limit - this.count), runTimeout, pause)
      if (performance.now() - begun < QUICK) together = Math.min(2 * together, MOST_TOGETHER)
      for (const [at, heap] of heaps.entries()) {
        this.#last = heap.twin
        this.count++
        yield heap.roots
        // What the caller does with a heap takes time, too.
        if (at + 1 < heaps.length && performance.now() > deadline) {
          this.status = 'timeout'
          break
        }
      }
      if (this.status !== null) break
      if (this.count >= limit) this.status = 'limit'
      else if (this.#isOver) this.status = 'complete'
      else if (performance.now() > deadline) this.status = 'timeout'
    }
    if (this.status === 'timeout') throw new KorrelError(String(this), { code: 'INCOMPLETE' })
  }

  /** Some heaps, as many as there are in a while. A predicate that does not come to an end is ended. */
  #together(found, most, runTimeout, pause) {
    const heaps = []
    const look = () => {
      this.#predicate.pauseIn(pause)
      while (heaps.length < most) {
        const { value, done } = found.next()
        if (done) this.#isOver = true
        if (done || value === null) return
        heaps.push(value)
      }
    }
    const [before, { stackTraceLimit }] = [globalThis[TURN], Error]
    globalThis[TURN] = look
    Error.stackTraceLimit = 0 // of what an assertion throws nobody sees the stack, which takes most of its time
    try {
      if (runTimeout === 0 || inspector.url() !== undefined) return look(), heaps
      script.runInThisContext({ timeout: runTimeout, displayErrors: false })
      return heaps
    } catch (error) {
      Error.stackTraceLimit = stackTraceLimit
      if (error?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw this.#failed(error)
      throw this.#failed(this.#predicate.refused(`it ran for more than ${runTimeout / 1000} s on one candidate: does it go round a cycle?`))
    } finally {
      globalThis[TURN] = before
      Error.stackTraceLimit = stackTraceLimit
    }
  }

  #failed(error) {
    this.status = 'refused'
    if (error instanceof Error) Error.captureStackTrace(error)
    return error
  }

  /** Heaps, and null where the search pauses. */
  *#found() {
    const make = maker(this.#search)
    const isHidden = this.#search.kinds.some(hides)
    const seen = new Set()
    let size = 0
    for (const isHeap of this.#search.heaps(this.#predicate)) {
      if (!isHeap) {
        yield null
        continue
      }
      const twin = new Whole(this.#search, make())
      if (isHidden) {
        if (this.#search.size !== size) seen.clear()
        size = this.#search.size
        const text = sameText(this.header, recordOf(this.#search, twin))
        if (seen.has(text)) continue
        seen.add(text)
      }
      yield { twin, roots: make().roots }
    }
  }
}

/** Whether the order in which objects are met is not the heap's alone: in sets of objects, and keys of maps. */
function hides(kind) {
  return kind.hides || (kind.item !== undefined && hides(kind.item))
}

function range(values) {
  const isRange = values.length > 2 && values.every((one, at) => Number.isInteger(one) && one === values[0] + at)
  if (values instanceof Pool) return `${values.length} values`
  return isRange ? `${values[0]}..${values.at(-1)}` : `[${values.map((one) => written(one))}]`
}

/** A method that is taken off its class judges `this`, and a name that is mistyped is undefined: both would accept what they should not. */
function checkPredicate(where) {
  const wrong = (why) => new KorrelError(`where: ${why}: write where: (tree) => tree.repOk()`, { code: 'BOUNDS' })
  if (typeof where !== 'function') throw wrong(`${String(where)} is no function`)
  // What is bound hides its parameters.
  if (where.length === 0 && /^[^(]*\(\s*\)(?! \{ \[native code\])/.test(String(where))) throw wrong('it takes no input')
}
