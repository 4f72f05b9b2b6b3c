/**
 * All sequences of calls of a bounded length, shortest first, each once; and a test that makes them on a library and on a model.
 *
 * A call is an operation with one choice of its arguments. With k of them there are k^n sequences of n calls. Those of one length
 * come in the order of the operations and of their arguments, the last call changing first.
 *
 * Each sequence is made from the beginning, on a subject and on a model that are new. What each call returns is compared, and at the end
 * what `subject` and `model` return. As all beginnings of a sequence come before it, this looks at the state after each call, and yet never
 * between two calls: a look may mend what it looks at. What earlier calls have returned is compared at the end, when later ones may
 * have changed it. So are the arguments.
 *
 * Behind a sequence that fails none that begins with it is tried, for it would fail, too.
 */
import { KorrelError } from '../error.js'
import { limited } from '../testing/endless.js'
import { Failures, isAll } from '../testing/failures.js'
import { found, isHeld } from './difference.js'
import { fresh, Pool, written } from './pool.js'
import { isPromise, Side } from './side.js'

const LONGEST = 3
/** For so many milliseconds sequences are made together: to limit their time costs some of its own. */
const TOGETHER = 10

/**
 *     await sequences({
 *       subject: () => new Stack(),
 *       model: () => [],
 *       calls: { push: [[0, -0, NaN]], pop: [], top: { model: (list) => list.at(-1) } },
 *       upTo: 3,
 *     }).check()
 */
export function sequences(options) {
  return new Sequences(options)
}

/** The sequences; `String(…)` says how many there are, and how far a check came. */
export class Sequences {
  /** How it ended: `complete`, `limit` or `timeout`; null before its end. */
  status = null
  /** How many there were so far. */
  count = 0
  /** The number of calls that all sequences have which were tried, whole lengths only; -1 before. */
  #whole = -1
  #options
  #calls
  #failed = new Set()
  /** By operation: how often it was the last call, and how often it threw on both. */
  #thrown = new Map()
  #passed = 0
  /** The sequence at hand. */
  #made = null

  constructor(options) {
    const { calls, upTo = LONGEST } = options ?? {}
    if (typeof calls !== 'object' || calls === null || Object.keys(calls).length === 0) throw wrong('calls: expected an object with an operation for each name')
    if (!Number.isInteger(upTo) || upTo < 0) throw wrong(`upTo: ${String(upTo)}: expected a number of calls`)
    this.#options = { ...options, upTo }
    this.#calls = Object.entries(calls).flatMap(([name, given]) => callsOf(name, given))
  }

  /** How many there are. */
  get total() {
    return Array.from({ length: this.#options.upTo + 1 }, (_, calls) => this.#calls.length ** calls).reduce((sum, one) => sum + one, 0)
  }

  /** Each sequence as an array of calls: `name`, `args`, made anew whenever one looks at them, and `text`. */
  *[Symbol.iterator]() {
    for (const places of this.#places()) yield places.map((place) => this.#calls[place])
  }

  /**
   * Makes every sequence on the subject and on the model. Resolves with how many there were; the first on which they differ is a shortest
   * one, and an error. `failures: 'all'` goes on, and tells each cause.
   */
  check() {
    const { subject, model } = this.#options
    if (typeof subject !== 'function' || typeof model !== 'function') throw wrong('subject and model: expected a function each, that makes what is called: () => new Stack()')
    const place = {}
    Error.captureStackTrace(place, this.check)
    return this.#checked(place.stack)
  }

  toString() {
    const { upTo } = this.#options
    const all = `${counted(this.total)} sequences of up to ${upTo} call${upTo === 1 ? '' : 's'} out of ${this.#calls.length}`
    if (this.status === null && this.count === 0) return all
    if (this.status === 'complete') return `COMPLETE: all ${all}${this.#left()}`
    const verdict = { limit: 'stopped at the limit', null: 'so far' }[this.status] ?? `INCOMPLETE (${this.status})`
    const whole = this.#whole < 0 ? '' : `, all of up to ${this.#whole} call${this.#whole === 1 ? '' : 's'}`
    return `${verdict}: ${counted(this.count)} of ${all}${whole}`
  }

  #left() {
    const left = this.total - this.count
    return left > 0 ? `, but for ${counted(left)} that begin as one that fails` : ''
  }

  /** The places of the calls of each sequence. */
  *#places() {
    const { upTo, limit = Infinity, timeout = Infinity } = this.#options
    const deadline = performance.now() + timeout
    for (let length = 0; length <= upTo; length++) {
      for (const places of this.#ofLength(length)) {
        if (this.count >= limit) this.status = 'limit'
        else if (performance.now() > deadline) this.status = 'timeout'
        if (this.status !== null) return
        this.count++
        yield places
      }
      this.#whole = length
    }
    this.status = 'complete'
  }

  *#ofLength(length) {
    const places = new Array(length).fill(0)
    for (let at = 0; at >= 0; ) {
      const behind = this.#failed.size === 0 ? -1 : this.#behind(places)
      if (behind === -1) yield [...places]
      at = behind === -1 ? length - 1 : behind
      places.fill(0, at + 1)
      while (at >= 0 && ++places[at] === this.#calls.length) places[at--] = 0
    }
  }

  /** The place of the call with which a sequence had failed that these begin with; -1 if there is none. */
  #behind(places) {
    if (this.#failed.has('')) return 0
    return places.findIndex((_, at) => this.#failed.has(places.slice(0, at + 1).join()))
  }

  async #checked(stack) {
    const failures = isAll({ title: 'sequences', options: this.#options }) ? new Failures({ title: 'sequences', options: {} }) : null
    const places = this.#places()
    for (let next = places.next(); !next.done; ) {
      try {
        next = await limited(() => this.#together(places, next), this.#options.inputTimeout)
      } catch (error) {
        if (error instanceof KorrelError) throw error
        const made = this.#made
        this.#failed.add(made.places.join())
        if (failures === null) throw this.#failure(error, made, stack)
        failures.add(error, () => ({ lines: this.#lines(made) }), error.group)
        next = places.next()
      }
    }
    failures?.check(this.count, this.#remark())
    if (this.status === 'timeout') throw new KorrelError(this.#remark(), { code: 'INCOMPLETE' })
    return this.#remark()
  }

  #remark() {
    const always = [...this.#thrown].filter(([, { of, threw }]) => of === threw).map(([name]) => name)
    return [String(this), ...(always.length === 0 ? [] : [`on both sides ${always.join(', ')} always threw`])].join('; ')
  }

  /** Tries sequences for a while, or until one waits. */
  #together(places, next) {
    const end = performance.now() + TOGETHER
    do {
      const made = this.#tried(next.value)
      if (isPromise(made)) return made.then(() => places.next())
      next = places.next()
    } while (!next.done && performance.now() < end)
    return next
  }

  /** Throws if the subject and the model differ. */
  #tried(places) {
    const calls = places.map((place) => this.#calls[place])
    const sides = ['subject', 'model'].map((side) => new Side(side, calls))
    this.#made = { places, calls, sides }
    const made = sides[0].run(this.#options.subject)
    if (!isPromise(made)) {
      const last = sides[1].run(this.#options.model)
      return isPromise(last) ? last.then(() => this.#compare(calls, ...sides)) : this.#compare(calls, ...sides)
    }
    return made.then(() => sides[1].run(this.#options.model)).then(() => this.#compare(calls, ...sides))
  }

  #compare(calls, subject, model) {
    const { order = true } = this.#options
    if (subject.played !== model.played) throw wrong('subject and model: either both call the function that they get, or neither does')
    const same = pairs(subject.given, model.given)
    const asked = { order, same }
    this.#count(calls.at(-1), subject.results.at(-1), model.results.at(-1))
    for (const [at, { name }] of calls.entries()) {
      const when = at < calls.length - 1 ? ', when the last call is over' : ''
      const differs = outcomes(subject.results[at], model.results[at], asked)
      if (differs !== null) throw different(`${name}${when}`, differs, calls, subject.results[at].error ?? model.results[at].error)
    }
    // That something was given for its twin says nothing of what it holds by now.
    const but = (value) => ({ order, same: same.filter(([one]) => one !== value) })
    const whole = subject.played ? outcomes(subject.end, model.end, but(subject.end.value)) : null
    if (whole !== null) throw different('in the end', whole, calls, subject.end.error ?? model.end.error)
    const theirs = model.args.flat()
    for (const [at, argument] of subject.args.flat().entries()) {
      if (typeof argument !== 'object' || argument === null) continue
      const differs = found(argument, theirs[at], but(argument))
      if (differs !== null) throw different('an argument in the end', differs, calls)
    }
  }

  #count(call, one, other) {
    if (call === undefined) return
    const known = this.#thrown.get(call.name) ?? { of: 0, threw: 0 }
    const isBoth = one.error !== undefined && other.error !== undefined
    this.#thrown.set(call.name, { of: known.of + 1, threw: known.threw + (isBoth ? 1 : 0) })
  }

  #failure(error, made, stack) {
    const headline = `The shortest sequence that fails; ${this.count === 1 ? 'it is the first' : `all ${counted(this.count - 1)} before it pass`}.`
    const failed = new Error([error.message, '', headline, ...this.#lines(made)].join('\n'), { cause: 'group' in error ? error.cause : error })
    failed.stack = `${failed.name}: ${failed.message}\n${stack.slice(stack.indexOf('\n') + 1)}`
    return failed
  }

  /** The calls as code, and behind each what it returned. */
  #lines({ calls, sides: [subject, model] }) {
    if (calls.length === 0) return ['  (no call)']
    return calls.map((call, at) => {
      const [one, other] = [subject.results[at], model.results[at]].map((result) => (result === undefined ? 'not reached' : result.error !== undefined ? `threw ${result.error.name ?? written(result.error)}` : written(result.value, true)))
      const told = one === other || other === 'not reached' ? one : `${one}, expected ${other}`
      return `  ${call.line(subject.name)}${told === 'undefined' ? '' : `  // ${told}`}`
    })
  }
}

/** Each way to call an operation. */
function callsOf(name, given) {
  const { args = [], subject, model, ...rest } = Array.isArray(given) ? { args: given } : given ?? {}
  if (Object.keys(rest).length > 0) throw wrong(`calls: ${name}: ${Object.keys(rest)[0]}: there are args, subject and model`)
  for (const [at, values] of args.entries()) {
    if (!Array.isArray(values)) throw wrong(`calls: ${name}: argument ${at + 1}: expected an array of values, such as [0, 1]`)
    if (values.length === 0) throw wrong(`calls: ${name}: argument ${at + 1}: there are no values`)
  }
  const ways = args.reduce((lists, values) => lists.flatMap((list) => Array.from({ length: values.length }, (_, at) => [...list, [values, at]])), [[]])
  return ways.map((choices) => new Call(name, choices, { subject, model }))
}

/** An operation with its arguments. */
class Call {
  #choices

  constructor(name, choices, how) {
    this.name = name
    this.#choices = choices
    this.how = how
    this.written = choices.map(([values, at]) => (values instanceof Pool ? values.texts[at] : written(values[at]))).join(', ')
  }

  /** Made anew, if they come from a pool. */
  get args() {
    return this.#choices.map(([values, at]) => fresh(values[at]))
  }

  get text() {
    return `${this.name}(${this.written})`
  }

  /** As code: a method of what is called, or a function of it. */
  line(name) {
    if (this.how.subject === undefined) return `${name}.${this.text}`
    return `${this.name}(${[name, ...(this.written === '' ? [] : [this.written])].join(', ')})`
  }
}

/** What was given to both sides, and classes that were made with it. */
function pairs(ours, theirs) {
  const given = ours.map((one, at) => [one, theirs[at]]).filter(([one, other]) => isHeld(one) && isHeld(other))
  const classes = given.map((pair) => pair.map((one) => Object.getPrototypeOf(one)))
  return [...given, ...classes.slice(1).filter(([one, other]) => one !== other && one !== null && other !== null)]
}

/** Where two outcomes differ. Of what is thrown only that it is thrown counts. */
function outcomes(one, other, asked) {
  const [mine, theirs] = [one, other].map((outcome) => (outcome?.error === undefined ? null : told(outcome.error)))
  if (mine !== null && theirs !== null) return null
  if (mine !== null) return { text: `it threw ${mine}, expected ${written(other.value, true)}`, kind: `it threw ${named(one.error)}` }
  if (theirs !== null) return { text: `it returned ${written(one.value, true)}, expected a throw (${theirs})`, kind: `it threw no ${named(other.error)}` }
  return found(one.value, other.value, asked)
}

function told(error) {
  return error instanceof Error ? `${error.name}: ${error.message.split('\n', 1)[0]}` : written(error)
}

function named(error) {
  return error instanceof Error ? error.name : 'a value'
}

/** Failures of one group have the operation of the last call, and the kind of the difference. */
function different(where, { text, kind }, calls, cause) {
  const error = new Error(`${where}: ${text}`, { cause: cause ?? undefined })
  const last = calls.length === 0 || where === calls.at(-1).name ? '' : `${calls.at(-1).name}, `
  return Object.assign(error, { group: `${last}${where}: ${kind}` })
}

function wrong(message) {
  return new KorrelError(message, { code: 'BOUNDS' })
}

function counted(number) {
  return number.toLocaleString('en')
}
