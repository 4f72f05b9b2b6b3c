import { all } from '../code/enumeration.js'
import { KorrelError } from '../error.js'
import { limited } from './endless.js'
import { Failures, isAll } from './failures.js'
import { isSkip } from './loop.js'
import { failure } from './report.js'

/** What a test over heaps of the caller's own classes is about. */
export function everySubject(title, roots, options, body) {
  if (typeof options === 'function') return everySubject(title, roots, {}, options)
  if (typeof body !== 'function') throw new KorrelError(`every: ${title}: there is no function to call with each input`)
  all(roots, options) // mistakes in it are told at once
  isAll({ title, options })
  return { title, roots, options, body }
}

/**
 * Calls the body with the roots of each heap, one after the other; resolves with a remark of how many there were. The first
 * that fails is the smallest; with `failures: 'all'` the others are tried, too. Fails, too, if there is no heap, or if not all were seen.
 */
export async function tryEvery(about, run, context) {
  const { title, roots, options, body } = about
  const replayed = process.env.KORREL_REPLAY || null
  const search = all(roots, replayed === null ? options : { ...options, limit: undefined })
  const failures = replayed === null && isAll(about) ? new Failures({ title, options: {} }, run) : null
  const heaps = search.heaps
  let passed = 0
  let tried = 0
  for (;;) {
    let next
    try {
      next = heaps.next()
    } catch (error) {
      failures?.check(tried, error.message) // what was found is worth more than that the time is over
      throw error
    }
    if (next.done) break
    const made = next.value
    if (replayed !== null && search.record().key !== replayed) continue
    tried++
    try {
      await limited(() => body(...made, context), options.inputTimeout)
    } catch (error) {
      if (failures !== null && !isSkip(error)) {
        failures.add(error, () => heapOf(search))
        continue
      }
      throw isSkip(error) ? error : failure(error, { options: {}, heap: heapOf(search), passed: replayed === null ? passed : null, run })
    }
    passed++
    if (replayed !== null) return `only ${replayed} was tried`
  }
  failures?.check(tried, String(search))
  if (replayed !== null) return `nothing was tried: no input is ${replayed}`
  if (passed === 0) throw new KorrelError([`${title}: there is no input: ${search}`, ...search.notes].join('\n'), { code: 'EMPTY' })
  const verdict = search.status === 'complete' ? 'COMPLETE' : 'stopped at the limit'
  return [`${verdict}: ${passed} inputs of ${search.question}; ${search.searched()}`, ...search.notes].join('; ')
}

/** The heap as it was before the test had it, for the report. */
function heapOf(search) {
  const record = search.record()
  return { header: search.header, key: record.key, text: JSON.stringify(record), toJSON: () => record }
}
