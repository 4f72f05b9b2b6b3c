import { KorrelError } from '../error.js'
import { find } from '../stream.js'
import { limited } from './endless.js'
import { Failures, isAll } from './failures.js'
import { failure } from './report.js'

const OWN_ITEMS = 1000

/** What a test is about: a title, where the inputs come from, and what is done with each. */
export function subject(title, spec, command, options, body) {
  if (typeof command === 'function') return subject(title, spec, undefined, {}, command)
  if (typeof command === 'object' && command !== null) return subject(title, spec, undefined, command, options)
  if (typeof options === 'function') return subject(title, spec, command, {}, options)
  if (typeof body !== 'function') throw new KorrelError(`inputs: ${title}: there is no function to call with each input`)
  isAll({ title, options: options ?? {} })
  return { title, spec, command, options: options ?? {}, body }
}

/**
 * Calls the body with each input, one after the other; resolves with a remark of how many there were.
 *
 * The first that fails is the smallest, for inputs come smallest first: nothing is gained by the rest,
 * and a test that fails does so at once. With `failures: 'all'` the rest is tried, and told by cause. Fails, too, if there is no input, or if not all were seen.
 */
export async function tryAll(test, run, context) {
  if (replayed() === null && isAll(test)) return tryToTheEnd(test, run, context)
  return over(test, (heap, passed) => tryOne(test, heap, run, context, passed))
}

async function tryToTheEnd(test, run, context) {
  const failures = new Failures(test, run)
  let tried = 0
  const judge = async (heap) => {
    tried++
    try {
      await limited(() => test.body(heap, context), test.options.inputTimeout)
    } catch (error) {
      if (isSkip(error)) throw error
      failures.add(error, () => heap)
    }
  }
  let remark
  try {
    remark = await over(test, judge)
  } catch (error) {
    if (!isSkip(error)) failures.check(tried, error.message)
    throw error
  }
  failures.check(tried, remark)
  return remark
}

/** Makes an item of each input; resolves with the same remark. */
export function eachAlone(test, item) {
  return over(test, (heap, count) => {
    if (count === OWN_ITEMS) throw tooMany(test)
    return item(heap)
  })
}

/** Calls the body with an input, after so many that passed. */
export async function tryOne(test, heap, run, context, passed = null) {
  try {
    await limited(() => test.body(heap, context), test.options.inputTimeout)
  } catch (error) {
    throw isSkip(error) ? error : failure(error, { ...test, heap, passed: replayed() === null ? passed : null, run })
  }
}

/**
 * Calls a function with each input, and how many came before. With `KORREL_REPLAY` with that one alone:
 * the same stream as ever is looked through, for `--key` goes with no limit, and tests of other streams,
 * which do not have it, must not take longer than they do.
 */
async function over(test, call) {
  const key = replayed()
  const heaps = find(test.spec, test.command, key === null ? test.options : { ...test.options, allowIncomplete: true })
  let count = 0
  for await (const heap of heaps) {
    if (key !== null && heap.key !== key) continue
    await call(heap, count++)
    // All labellings of an input have its key, where they are listed.
    if (key !== null && test.options.symmetry !== 'none') break
  }
  return key === null ? remark(test, heaps, count) : remarkOfOne(key, count)
}

function replayed() {
  return process.env.KORREL_REPLAY || null
}

/** It may be the key of another test's input. */
function remarkOfOne(key, count) {
  return count === 0 ? `nothing was tried: no input is ${key}` : `only ${key} was tried`
}

function remark({ title, options }, heaps, count) {
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
export function isSkip(error) {
  return error?.constructor?.name === 'PendingError' || error?.code === 'VITEST_PENDING'
}
