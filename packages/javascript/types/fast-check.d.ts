import type { Arbitrary } from 'fast-check'
import type { File, Heap, Options, Roots } from './index.js'

/** Inputs drawn from a command's first 10,000, or as many as `limit` says, and shrunk to smaller ids. */
export function inputs<R extends Roots = Roots>(spec: File, options?: Options): Arbitrary<Heap<R>>
export function inputs<R extends Roots = Roots>(
  spec: File,
  command?: string | number,
  options?: Options,
): Arbitrary<Heap<R>>

/** Runs and their outcome, as `exhaustive` reports them. */
export interface Outcome {
  /** `COMPLETE`: all inputs that the arbitraries can make. `CUT`: there are others. `FAILED`: the last one fails. */
  verdict: 'COMPLETE' | 'CUT' | 'FAILED'
  /** Why it stopped: no input is left, one fails, a limit of time, too many inputs that the property left out, `numRuns`. */
  stop: 'end' | 'failure' | 'time' | 'skips' | 'numRuns'
  /** One of the property's `examples` fails. They come first, and are not counted as inputs. */
  example: boolean
  /** Inputs that were tried and did not fail, those that the property left out (`fc.pre`) among them. */
  inputs: number
  skipped: number
  /** Inputs that a filter refused while they were made. */
  refused: number
  /** Inputs that were made again, and not tried. */
  equal: number
  /** Inputs that were drawn at random. */
  random: number
  /** All inputs of a size below this one were tried. The size is the sum of the places of all draws: 0 is the simplest value. */
  smaller: number
  /** The largest number of values of a draw of more than 65,536; 0 if there is none. */
  widest: number
  /** Some inputs take more than a thousand draws. */
  long: boolean
  /** The property draws otherwise from run to run. */
  fickle: boolean
  /** Most draws made an input again, or one that a filter refused, so that the rest was drawn at random. */
  repeats: boolean
  /** Four million inputs waited, so that the rest was drawn at random. */
  full: boolean
  /** The property draws while it runs (`fc.gen`, `fc.scheduler`): fast-check's path leads to no such input. */
  late: boolean
  /** fast-check may have passed over inputs: by `path`, by `skipAllAfterTimeLimit`, or as they print like others. */
  passedOver: boolean
}

export interface ExhaustiveOptions {
  /** Called with the outcome of each property. By default a line is printed. */
  report?: (outcome: Outcome) => void
}

/** A plugin of fast-check 4.10 or newer: all inputs that a property's arbitraries can make, smallest first. */
export const exhaustive: {
  (options?: ExhaustiveOptions): (index: number, store: any) => any
  /** Installs it for all properties, with 10,000 runs or so many. */
  install(options?: ExhaustiveOptions & { numRuns?: number }): void
}

/** Values that a property only compares for being the same: one of each choice of names is made. */
export function interchangeable<T>(values: Iterable<T>): Arbitrary<T>
