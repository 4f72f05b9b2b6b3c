import { again, page } from '../program/flags.js'
import { drawing } from './drawing.js'

/**
 * What a body threw, with the input at which it did. It stays the error that it was, for the runner
 * shows what was expected, and where.
 */
export function failure(error, { spec, command, options, heap, passed, run, told: more = [] }) {
  const lines = [
    ...(passed === null ? [] : [`The smallest input that fails; ${before(passed)}.`]),
    `input: ${heap.key}`,
    drawing(heap, options),
    `again: KORREL_REPLAY=${heap.key} ${run}`,
    // A heap of the caller's own classes has no spec.
    ...(spec === undefined ? [] : [`       ${again(spec, command, options, heap.key)}`, `page:  ${page(spec, command, options, heap.key)}`]),
    ...more,
  ]
  return told(error instanceof Error ? error : new Error(`thrown: ${String(error)}`), `\n\n${lines.join('\n')}\n`)
}

function before(passed) {
  if (passed === 0) return 'it is the first'
  return passed === 1 ? 'the one before it passes' : `all ${passed} before it pass`
}

/** Adds to the message of an error; its stack, which runners show, holds the message as well. */
function told(error, text) {
  const { message, stack } = error
  error.message = message + text
  if (typeof stack === 'string' && message !== '' && stack.includes(message)) {
    error.stack = stack.replace(message, () => error.message)
  } else if (typeof stack === 'string') {
    error.stack = stack.replace(/^.*$/m, (line) => line + text)
  }
  return error
}
