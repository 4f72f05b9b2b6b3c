import { KorrelError } from '../error.js'

/** What happens when a sequence of calls is made on one side, `subject` or `model`. */
export class Side {
  /** What each call returned or threw, in order: `{ value }` or `{ error }`. */
  results = []
  /** The arguments of each call, as they are by now. */
  args = []
  /** What was called, and all arguments: each has its twin at the same place of the other side. */
  given = []
  /** What the side's own function returned or threw. */
  end = null
  /** Whether that function made the calls; else they are made on what it returns. */
  played = false
  /** What a report calls it. */
  name = 'subject'
  #side
  #calls

  constructor(side, calls) {
    this.#side = side
    this.#calls = calls
  }

  /** Calls the function with `play`, which makes the calls. A promise if anything waits. */
  run(make) {
    let made
    try {
      made = make((it) => this.#play(it))
    } catch (error) {
      if (!this.played || error instanceof KorrelError) throw error
      this.end = { error }
      return undefined
    }
    if (!isPromise(made)) return this.#over(made)
    const failed = (error) => {
      if (!this.played || error instanceof KorrelError) throw error
      this.end = { error }
    }
    return made.then((value) => this.#over(value), failed)
  }

  #over(made) {
    this.end = { value: made }
    if (this.played) return undefined
    const waits = this.#from(0, made)
    return isPromise(waits) ? waits : undefined
  }

  #play(it) {
    if (this.played) throw new KorrelError(`${this.#side}: the calls are made once`, { code: 'BOUNDS' })
    this.played = true
    return this.#from(0, it)
  }

  #from(first, it) {
    if (first === 0) {
      this.given.push(it)
      this.name = nameOf(it)
    }
    for (let at = first; at < this.#calls.length; at++) {
      const value = this.#call(this.#calls[at], it)
      if (!isPromise(value)) continue
      const settle = (outcome) => {
        this.results[at] = outcome
        return this.#from(at + 1, it)
      }
      // What follows is no part of what is caught.
      return value.then((result) => ({ value: result }), (error) => ({ error: error ?? null })).then(settle)
    }
    return undefined
  }

  /** Makes a call and notes what comes of it; returns that, if it is a promise. */
  #call({ name, args, how }, it) {
    this.args.push(args)
    this.given.push(...args)
    if (how[this.#side] === undefined && typeof it?.[name] !== 'function') {
      throw new KorrelError(`calls: ${name}: the ${this.#side} has no method of this name: ${name}: { ${this.#side}: (it) => … }`, { code: 'BOUNDS' })
    }
    try {
      const value = how[this.#side] === undefined ? it[name](...args) : how[this.#side](it, ...args)
      this.results.push({ value })
      return value
    } catch (error) {
      if (error instanceof KorrelError || error?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      this.results.push({ error: error ?? null })
      return undefined
    }
  }
}

export function isPromise(value) {
  return typeof value?.then === 'function'
}

/** `stack` of a Stack; `subject` where it has no class of its own. */
function nameOf(it) {
  const name = it?.constructor?.name
  if (typeof name !== 'string' || !/^[A-Z][\w$]*$/.test(name) || ['Object', 'Array', 'Function'].includes(name)) return 'subject'
  return name[0].toLowerCase() + name.slice(1)
}
