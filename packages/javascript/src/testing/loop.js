import { KorrelError } from '../error.js'
import { one } from '../program/flags.js'
import { find } from '../stream.js'
import { failure } from './report.js'

const OWN_ITEMS = 1000

/** What a test is about: a title, where the inputs come from, and what is done with each. */
export function subject(title, spec, command, options, body) {
  if (typeof command === 'function') return subject(title, spec, undefined, {}, command)
  if (typeof command === 'object' && command !== null) return subject(title, spec, undefined, command, options)
  if (typeof options === 'function') return subject(title, spec, command, {}, options)
  if (typeof body !== 'function') throw new KorrelError(`inputs: ${title}: there is no function to call with each input`)
  return { title, spec, command, options: options ?? {}, body }
}

/**
 * Calls the body with each input, one after the other; resolves with a remark of how many there were.
 *
 * The first that fails is the smallest, for inputs come smallest first: nothing is gained by the rest,
 * and a test that fails does so at once. Fails, too, if there is no input, or if not all were seen.
 */
export async function tryAll(test, run, context) {
  const heaps = inputs(test)
  let passed = 0
  for await (const heap of heaps) {
    try {
      await test.body(heap, context)
    } catch (error) {
      if (isSkip(error)) throw error
      throw failure(error, { ...test, heap, passed, run })
    }
    passed++
  }
  return remark(test, heaps, passed)
}

/** Makes an item of each input; resolves with the same remark. */
export async function eachAlone(test, item) {
  const heaps = inputs(test)
  let count = 0
  for await (const heap of heaps) {
    if (++count > OWN_ITEMS) throw tooMany(test)
    await item(heap)
  }
  return remark(test, heaps, count)
}

/** What an item does. */
export async function tryOne(test, heap, run, context) {
  try {
    await test.body(heap, context)
  } catch (error) {
    throw isSkip(error) ? error : failure(error, { ...test, heap, passed: null, run })
  }
}

function inputs({ spec, command, options }) {
  const replayed = process.env.KORREL_REPLAY
  return find(spec, command, replayed === undefined ? options : one(options, replayed))
}

function remark({ title, options }, heaps, count) {
  const replayed = process.env.KORREL_REPLAY
  // It may be the key of another test's input.
  if (replayed !== undefined) return count === 0 ? `nothing was tried: no input is ${replayed}` : `only ${replayed} was tried`
  if (count === 0) throw new KorrelError(`${title}: there is no input\n${heaps.messages}`.trim(), { code: 'EMPTY' })
  const asked = heaps.header.command
  if (heaps.end.status === 'complete') return `COMPLETE: ${count} inputs of ${asked}`
  if (heaps.end.status !== 'limit') return `INCOMPLETE (${heaps.end.status}): ${count} inputs of ${asked}`
  if (options.key !== undefined) return `only ${options.key} was tried`
  return `stopped at the limit: ${count} inputs of ${asked}, and there may be more`
}

function tooMany({ title }) {
  return new KorrelError(
    `${title}: more than ${OWN_ITEMS} inputs are too many for items of their own: set a limit, or leave out \`items\``,
    { code: 'ITEMS' },
  )
}

/** How vitest leaves a test that a body skips. */
function isSkip(error) {
  return error?.constructor?.name === 'PendingError' || error?.code === 'VITEST_PENDING'
}
