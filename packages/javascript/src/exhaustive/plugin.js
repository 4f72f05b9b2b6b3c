import fc from 'fast-check'
import { KorrelError } from '../error.js'
import { REFUSED } from './filter.js'
import { text } from './same.js'
import { Search } from './search.js'
import { Drawer, WIDE } from './tape.js'

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

/**
 * A plugin of fast-check: a property gets all inputs that its arbitraries can make, smallest first, instead of random ones.
 * `report` is called with what was tried; by default a line of it is printed.
 */
export function exhaustive({ report = printed } = {}) {
  return () => new Exhaustive(report)
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
  #ended = false
  #random = 0
  #equal = 0
  #refused = 0
  /** Most draws lead nowhere new. */
  #repeats = false
  /** The last input has not been run yet; so many never were; so many have no text. */
  #waits = false
  #unrun = 0
  #untold = 0

  constructor(report) {
    this.#report = report
    this.decorateGenerate = (generate) => (random, run) => this.#generate(generate, random, run)
    this.decorateRun = (run) => (value) => {
      this.#waits = false
      return value === END ? new fc.PreconditionFailure(true) : run(value)
    }
    this.onAllRunsComplete = (details) => this.#end(details)
  }

  /** A replay asks for a later run at once: the runs before it are made again, and not run. */
  #generate(generate, random, run) {
    while (this.#made < (run ?? 0)) this.#one(generate, random, this.#made)
    return this.#one(generate, random, run ?? this.#made)
  }

  #one(generate, random, run) {
    this.#made += 1
    if (this.#waits) this.#unrun += 1
    this.#waits = true
    if (this.#search.widest > 0 && run >= RANDOM_FROM && run % RANDOM_EACH === 0) return this.#atRandom(generate, random, run)
    while (!this.#repeats) {
      const tape = this.#search.next(random)
      if (tape === null) {
        this.#ended = true
        this.#waits = false
        return new fc.Value(END, undefined)
      }
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
    } finally {
      tape.making = false
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
    const passedOver = this.#passedOver(details)
    const complete = this.#search.complete && this.#random === 0 && !passedOver
    if (this.#ended && counterexample === null) {
      // The end of all inputs is no interruption, whatever `markInterruptAsFailure` says.
      details.interrupted = false
      details.failed = numRuns === 0
    }
    const verdict = failed && counterexample !== null ? 'FAILED' : complete ? 'COMPLETE' : 'CUT'
    const { size, widest, long, fickle } = this.#search
    this.#report({
      verdict,
      inputs: numRuns + numSkips - (failed && counterexample !== null ? 1 : 0),
      skipped: numSkips,
      refused: this.#refused,
      equal: this.#equal,
      random: this.#random,
      smaller: size,
      widest,
      long,
      fickle,
      repeats: this.#repeats,
      passedOver,
      interrupted: interrupted && !this.#ended,
    })
  }

  /** Whether fast-check may have passed over inputs that were made: as the time was up, or as they print like others. */
  #passedOver({ numSkips, runConfiguration }) {
    const { skipAllAfterTimeLimit, skipEqualValues, ignoreEqualValues } = runConfiguration
    const alike = (skipEqualValues || ignoreEqualValues) && this.#untold > 0
    return this.#unrun > 0 || this.#waits || alike || (skipAllAfterTimeLimit !== undefined && numSkips > 0)
  }
}

const END = Object.freeze(['the end of all inputs'])

function printed(outcome) {
  console.info(line(outcome))
}

/** One line, as it is printed. */
export function line(outcome) {
  const { verdict, inputs, skipped, random, smaller, widest, long, fickle, repeats, passedOver, interrupted } = outcome
  const dropped = skipped === 0 ? '' : `, ${skipped.toLocaleString('en')} of them left out by the property`
  const tried = `${inputs.toLocaleString('en')} input${inputs === 1 ? '' : 's'}${dropped}`
  if (verdict === 'FAILED') return `FAILED: input ${(inputs + 1).toLocaleString('en')}; all of a size below ${smaller} pass`
  if (verdict === 'COMPLETE') return `COMPLETE: ${tried}, all that the arbitraries can make`
  const why = [
    interrupted ? 'the time ended it' : !passedOver && 'numRuns ended it',
    passedOver && 'fast-check made inputs and may not have run them; leave out skipAllAfterTimeLimit, skipEqualValues and ignoreEqualValues',
    widest > WIDE && `a draw has ${widest.toLocaleString('en')} values, so ${random.toLocaleString('en')} of the inputs were drawn at random; bound it, as in fc.nat(3)`,
    repeats && `most draws make an input again, or one that a filter refuses, so ${random.toLocaleString('en')} of the inputs were drawn at random; give uniqueArray a maxLength, dictionary maxKeys`,
    long && 'some inputs take thousands of draws, which were drawn at random; let the first choice of each oneof be one that ends',
    fickle && 'the property draws otherwise from run to run',
  ]
  return `CUT: ${tried}, all of a size below ${smaller}; ${why.filter(Boolean).join('; ')}`
}
