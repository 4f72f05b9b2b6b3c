import { WIDE } from './tape.js'

/** Where an outcome is told unless a `report` is given. */
export function printed(outcome) {
  console.info(line(outcome))
}

/** One line, as it is printed. */
export function line(outcome) {
  const { verdict, example, inputs, skipped, smaller, late, passedOver } = outcome
  const dropped = skipped === 0 ? '' : `, ${counted(skipped)} of them left out by the property`
  const tried = `${counted(inputs)} input${inputs === 1 ? '' : 's'}${dropped}`
  if (example) return 'FAILED: one of its examples'
  const below = `all of a size below ${counted(smaller)}`
  const again = late ? '; it draws while it runs, so no path leads to it: run it without a path to see it again' : ''
  if (verdict === 'FAILED') return `FAILED: input ${counted(inputs + 1)}; ${below} pass${again}`
  if (verdict === 'COMPLETE' && inputs === skipped) return `COMPLETE: ${tried}; nothing was tried, as the arbitraries can make no other`
  if (verdict === 'COMPLETE') return `COMPLETE: ${tried}, all that the arbitraries can make`
  return `CUT: ${passedOver ? tried : `${tried}, ${below}`}; ${reasons(outcome).join('; ')}`
}

const STOPS = {
  time: 'the time ended it',
  skips: 'the property left out too many (maxSkipsPerRun)',
  numRuns: 'numRuns ended it',
}

function reasons({ stop, random, widest, long, fickle, repeats, full, passedOver }) {
  const drawn = `so ${counted(random)} of the inputs were drawn at random`
  const why = [
    STOPS[stop],
    passedOver && 'fast-check made inputs and may not have run them; leave out path, skipAllAfterTimeLimit, skipEqualValues and ignoreEqualValues',
    widest > WIDE && `a draw has ${counted(widest)} values, ${drawn}; bound it, as in fc.nat(3)`,
    repeats && `most draws make an input again, or one that a filter refuses, ${drawn}; let the arbitrary make only what the filter keeps`,
    full && `four million inputs wait, ${drawn}; bound the arbitraries`,
    long && 'some inputs take thousands of draws, which were drawn at random; let the first choice of each oneof be one that ends',
    fickle && 'the property draws otherwise from run to run',
  ]
  return why.filter(Boolean)
}

function counted(number) {
  return number.toLocaleString('en')
}
