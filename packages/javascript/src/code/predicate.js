/**
 * The predicate, and whether its answers can be trusted.
 *
 * A search believes that the answer depends on nothing but the values of the fields that it saw read. So a sample of
 * candidates, accepted and rejected, is tried again: on the same watched objects, and on plain objects of the user's own
 * classes with other values where nothing was read. The first candidates are also watched for calls of clocks and chance.
 */
import { KorrelError } from '../error.js'
import { copied, others, recordOf } from './copies.js'

/** Candidates that are all tried again; of those after them, each 64th and some accepted ones. */
const CLOSELY = 2000
/** Candidates that are kept, so many accepted and so many rejected ones, and tried again at the end and from time to time. */
const FIRST = 100
/** How often each of these first candidates is made of plain objects, which differ in what was not read. */
const ATTEMPTS = 4
const CHANGES = /not extensible|Cannot delete property|read only property|only a getter|Cannot redefine/
const PRIVATE = /private (member|field|method|name)|Receiver must be/

const now = performance.now.bind(performance)

export class Predicate {
  /** What it threw on candidates that count as false: the first text of each kind, and how often. */
  errors = new Map()
  /** Runs that returned nothing: all that ended, if it is an assertion. */
  #nothings = 0
  #threw = 0
  #first = { true: [], false: [] }
  #next = 256
  #accepted = 0
  #pause = Infinity
  #unlooked = 0
  /** The last run that was tried again has written to its input. */
  #wrote = false

  constructor(where) {
    this.where = where
  }

  /** The search pauses once so many milliseconds are over. */
  pauseIn(milliseconds) {
    this.#pause = now() + milliseconds
    this.#unlooked = 0
  }

  isPause() {
    if (this.#unlooked-- > 0) return false
    this.#unlooked = 15
    return now() > this.#pause
  }

  run(args) {
    if (this.where === undefined) return true
    const { judged } = this.search
    let answer
    try {
      answer = judged === 1 ? this.where(args[0]) : this.where(...args.slice(0, judged))
    } catch (error) {
      return this.#raised(error)
    }
    if (answer === true || answer === false || this.search.isCut) return answer
    if (answer !== undefined) {
      if (typeof answer?.then === 'function') this.search.reason = 'it returns a promise: it must answer at once'
      return Boolean(answer)
    }
    this.#nothings++
    return true
  }

  #raised(error) {
    if (this.search.isCut || this.search.reason !== null) return false
    const text = String(error?.message ?? error)
    if (error instanceof TypeError && CHANGES.test(text)) this.search.reason = `it changes its input: work on a copy (${text})`
    if (error instanceof TypeError && PRIVATE.test(text)) this.search.reason = `it reads private fields, which only a constructor makes (${text})`
    const name = error?.name ?? 'thrown'
    const [first, number] = this.errors.get(name) ?? [text, 0]
    this.errors.set(name, [first, number + 1])
    this.#threw++
    return false
  }

  get isAssertion() {
    return this.#nothings > 0
  }

  refused(reason) {
    return new KorrelError(`the predicate cannot be used: ${reason}\n${this.#sketch()}`.trim(), { code: 'PREDICATE' })
  }

  #sketch() {
    const { roots, objects } = recordOf(this.search, copied(this.search))
    const told = (fields) => Object.entries(fields).map(([field, value]) => ` ${field} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    const lines = Object.entries(objects).map(([name, { $type, ...fields }]) => `${name}:${told(fields)}`)
    return [...told(roots).map((root) => root.trim()), ...lines].join('\n')
  }

  /** Tries the candidate again at which the search stands. */
  audit(isRight) {
    if (this.where === undefined) return
    const { search } = this
    if (isRight) this.#accepted++
    const isClose = search.candidates <= CLOSELY
    if (!isClose && search.candidates & 63 && !(isRight && (this.#accepted & 7) === 0)) return
    this.#isOneKind()
    this.#hasNotWritten()
    const reads = search.trace.length
    if (this.#again(isClose) !== isRight) throw this.refused('it says something else when it is run again')
    if (search.trace.length !== reads) throw this.refused('it reads other fields when it is run again')
    const plain = Array.from({ length: search.candidates <= FIRST ? ATTEMPTS : 1 }, (_, attempt) => others(search, attempt))
    if (plain.some((args) => this.#ask(args) !== isRight)) {
      throw this.refused('it says something else about plain objects with the same fields (Object.keys, JSON.stringify, the order of a set, something that it keeps)')
    }
    // What a checker has computed anew would be another heap when it is asked later.
    if (!this.#wrote && this.#first[isRight].length < FIRST) this.#first[isRight].push(others(search, 0))
    if (search.candidates >= this.#next) {
      this.#next *= 2
      this.#saysTheSame()
    }
  }

  /** At the end of the search. */
  end() {
    this.#isOneKind()
    this.#saysTheSame()
  }

  #isOneKind() {
    const ended = this.search.candidates - this.search.cuts - this.#threw
    if (this.#nothings > 0 && this.#nothings !== ended) {
      throw this.refused('it returns nothing for some heaps and a value for others: return true or false, or nothing, and throw on a bad heap')
    }
  }

  /** Properties that no type has. */
  #hasNotWritten() {
    for (const { pool, used, slots } of this.search.types) {
      const fields = Object.keys(slots).length + 1 // and its copy
      if (pool.slice(0, used).some((one) => Reflect.ownKeys(one).length !== fields)) {
        throw this.refused('it adds a property to its input')
      }
    }
  }

  #again(isClose) {
    const calls = new Set()
    const restore = isClose ? listen(calls) : () => {}
    try {
      return this.#ask(this.search.args.slice(0, this.search.judged))
    } finally {
      restore()
      this.#wrote = this.search.undo()
      this.search.isCut = false
      if (this.search.reason !== null) throw this.refused(this.search.reason)
      if (calls.size > 0) throw this.refused(`it asks for ${[...calls].join(' and ')}`)
    }
  }

  #ask(args) {
    try {
      const answer = this.where(...args)
      return answer === undefined ? this.#nothings > 0 : Boolean(answer)
    } catch {
      return false
    }
  }

  /** State may show late. */
  #saysTheSame() {
    for (const [answer, kept] of Object.entries(this.#first)) {
      if (kept.some((args) => String(this.#ask(args)) !== answer)) {
        throw this.refused('it says something else about the first candidates when it is asked later')
      }
    }
  }
}

/** Notes calls of clocks and chance until it is told to stop. */
function listen(calls) {
  const heard = [[Math, 'random', 'chance'], [Date, 'now', 'the time'], [performance, 'now', 'the time'], [globalThis, 'Date', 'the time']].map(([of, name, what]) => {
    const before = Object.getOwnPropertyDescriptor(of, name)
    const original = of[name]
    const hearing = new Proxy(original, {
      apply(to, self, given) {
        calls.add(what)
        return Reflect.apply(to, self, given)
      },
      construct(to, given) {
        if (given.length === 0) calls.add(what)
        return Reflect.construct(to, given)
      },
    })
    Object.defineProperty(of, name, { value: hearing, configurable: true, writable: true })
    return () => (before === undefined ? delete of[name] : Object.defineProperty(of, name, before))
  })
  return () => heard.reverse().forEach((restore) => restore())
}
