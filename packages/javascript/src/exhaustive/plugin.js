import fc from 'fast-check'
import { KorrelError } from '../error.js'
import './clone.js'
import { REFUSED } from './refused.js'
import { text } from './same.js'
import { Search } from './search.js'
import { Drawer } from './tape.js'
import { printed } from './told.js'

/** The runs of a property, if neither it nor fast-check's configuration says another number. */
const RUNS = 10_000

/** Where a property has wide draws, each fifth input is drawn at random, as fast-check does, once the smallest ones are tried. */
const RANDOM_EACH = 5
const RANDOM_FROM = 50

/** So many equal inputs, and twenty for each other one, are enough: the rest is drawn at random. */
const EQUAL = 10_000
const EQUAL_EACH = 20

/** So many refusals of filters, and a thousand for each input, are enough, too. */
const REFUSALS = 100_000
const REFUSALS_EACH = 1000

/** So many inputs that wait, of some hundred bytes each, are enough as well. */
const WAITING = 4_000_000

/**
 * A plugin of fast-check: a property gets all inputs that its arbitraries can make, smallest first, instead of random ones.
 * `report` is called with what was tried; by default a line of it is printed.
 */
export function exhaustive({ report = printed } = {}) {
  return (_, store) => new Exhaustive(report, store)
}

/** Makes all properties that come exhaustive, with so many runs each unless one says otherwise. */
exhaustive.install = ({ numRuns = RUNS, report } = {}) => {
  if (typeof fc.installGlobalPlugin !== 'function') {
    throw new KorrelError(`exhaustive: fast-check ${fc.__version} has no plugins; npm install fast-check@^4.10.0`)
  }
  fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns })
  fc.installGlobalPlugin(exhaustive({ report }))
}

class Exhaustive {
  #report
  #search = new Search()
  #texts = new Set()
  #made = 0
  /** The end was run: where a limit of time ends a run, fast-check makes one more input, which it does not run. */
  #ended = false
  #random = 0
  #equal = 0
  #refused = 0
  /** Most draws lead nowhere new. */
  #repeats = false
  /** The last input has not been run yet; so many before it never were; so many have no text. */
  #waits = false
  #unrun = 0
  #untold = 0
  /** Runs of the property's `examples`, which come first, and those that it left out. */
  #examples = 0
  #examplesSkipped = 0
  /** The sizes of the last input that was made, and of the last one that was run. */
  #size = 0
  #ran = 0
  /** Inputs draw while they run, so that no path of fast-check's leads to them. */
  #late = false

  /** Of two, one that is installed for all properties and one of the property, the last one acts. */
  constructor(report, store) {
    this.#report = report
    store.set(LAST, this)
    const acts = () => store.get(LAST) === this
    this.decorateGenerate = (generate) => (acts() ? (random, run) => this.#generate(generate, random, run) : generate)
    this.decorateRun = (run) => (acts() ? (value) => this.#run(run, value) : run)
    this.onAllRunsComplete = (details) => acts() && this.#end(details)
  }

  #run(run, value) {
    const made = this.#waits
    this.#waits = false
    this.#ended = value === END
    if (this.#ended) return new fc.PreconditionFailure(true)
    if (made) {
      this.#ran = this.#size
      this.#search.tape.phase = 'running'
    }
    const judged = run(value)
    if (!made && this.#made > 0) return judged // It is shrunk.
    const noted = (result) => this.#noted(result, made)
    return judged instanceof Promise ? judged.then(noted) : noted(judged)
  }

  #noted(result, made) {
    if (made) {
      this.#search.tape.phase = 'over'
      this.#late ||= this.#search.tape.late
    } else {
      this.#examples += 1
      if (fc.PreconditionFailure.isFailure(result)) this.#examplesSkipped += 1
    }
    return result
  }

  /** A replay asks for a later run at once: the runs before it are made again, and not run. */
  #generate(generate, random, run) {
    while (this.#made < (run ?? 0)) this.#one(generate, random.clone(), this.#made)
    return this.#one(generate, random, run ?? this.#made)
  }

  #one(generate, random, run) {
    this.#made += 1
    if (this.#waits) this.#unrun += 1
    this.#waits = true
    if (this.#search.widest > 0 && run >= RANDOM_FROM && run % RANDOM_EACH === 0) return this.#atRandom(generate, random, run)
    while (!this.#repeats && this.#search.waiting < WAITING) {
      const tape = this.#search.next(random)
      if (tape === null) return new fc.Value(END, undefined)
      this.#size = this.#search.size
      const value = this.#drawn(generate, tape)
      if (value !== null && !this.#isEqual(value, tape)) return value
      if (value === null) this.#refused += 1
      else this.#equal += 1
      this.#repeats = this.#equal > EQUAL + EQUAL_EACH * this.#made || this.#refused > REFUSALS + REFUSALS_EACH * this.#made
    }
    return this.#atRandom(generate, random, run)
  }

  /** The input of a tape, or null if a filter refuses it. */
  #drawn(generate, tape) {
    try {
      return generate(new Drawer(tape), undefined)
    } catch (error) {
      if (error !== REFUSED) throw error
      return null
    }
  }

  #atRandom(generate, random, run) {
    this.#random += 1
    return generate(random, run)
  }

  /** An input with random parts is no other's equal. One that draws while it runs holds an object of a class, so it has no text. */
  #isEqual(value, tape) {
    if (tape.long) return false
    const written = value.hasToBeCloned ? null : text(value.value)
    if (written === null) {
      this.#untold += 1
      return false
    }
    if (this.#texts.has(written)) return true
    this.#texts.add(written)
    return false
  }

  #end(details) {
    const { failed, interrupted, numRuns, numSkips, counterexample } = details
    const stop = this.#ended ? 'end' : counterexample !== null ? 'failure' : interrupted ? 'time' : failed ? 'skips' : 'numRuns'
    const passedOver = this.#passedOver(details)
    const complete = this.#search.complete && this.#random === 0 && !passedOver && ['end', 'numRuns'].includes(stop)
    if (stop === 'end') {
      // The end of all inputs is no interruption, whatever `markInterruptAsFailure` says.
      details.interrupted = false
      details.failed = numRuns === 0
    }
    const { size, widest, long, fickle } = this.#search
    this.#report({
      verdict: stop === 'failure' ? 'FAILED' : complete ? 'COMPLETE' : 'CUT',
      stop,
      example: stop === 'failure' && this.#made === 0,
      inputs: numRuns + numSkips - this.#examples - (stop === 'failure' && this.#made > 0 ? 1 : 0),
      skipped: numSkips - this.#examplesSkipped,
      refused: this.#refused,
      equal: this.#equal,
      random: this.#random,
      smaller: stop === 'time' ? this.#ran : size,
      widest,
      long,
      fickle,
      repeats: this.#repeats,
      full: this.#search.waiting >= WAITING,
      late: this.#late,
      passedOver,
    })
  }

  /** Whether fast-check may have passed over inputs that were made: as the time was up, or as they print like others. */
  #passedOver({ numSkips, runConfiguration }) {
    const { skipAllAfterTimeLimit, skipEqualValues, ignoreEqualValues } = runConfiguration
    const alike = (skipEqualValues || ignoreEqualValues) && this.#untold > 0
    return this.#unrun > 0 || alike || (skipAllAfterTimeLimit !== undefined && numSkips > 0)
  }
}

/** The plugin that acts, in fast-check's store for the plugins of a run. */
const LAST = Symbol('korrel: exhaustive')

const END = Object.freeze(['the end of all inputs'])
