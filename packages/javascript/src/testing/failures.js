import { fileURLToPath, pathToFileURL } from 'node:url'
import { Fail } from '../driver/verdicts.js'
import { KorrelError } from '../error.js'
import { shortest } from '../program/flags.js'
import { drawing } from './drawing.js'

/** So many causes are shown. Of those behind them only the number is told. */
const SHOWN = 50

/** Frames of what throws for a test, and of this folder: the place of a failure is behind them. */
const NO_PLACE = /^node:|\/node_modules\/(chai|vitest|@vitest|expect)\//
const HERE = pathToFileURL(import.meta.dirname).href

/** The failures of a test that goes on after each, by their causes, in the order in which they were met. */
export class Failures {
  #groups = new Map()
  #inputs = 0
  #about
  #run

  /** `about` has the title and the options of a test. */
  constructor(about, run) {
    this.#about = about
    this.#run = run
  }

  /** `heap` is called for the input (or `{ lines }`, which draw it), if it is the first one, and so the smallest, of its cause. */
  add(error, heap, cause = causeOf(error)) {
    this.#inputs++
    const group = this.#groups.get(cause)
    if (group === undefined) this.#groups.set(cause, { inputs: 1, error, heap: heap() })
    else group.inputs++
  }

  /** Throws all that was met, if there is any. `remark` says how far the test came. */
  check(tried, remark) {
    if (this.#inputs === 0) return
    const groups = [...this.#groups]
    const more = groups.length > SHOWN ? [`… and ${groups.length - SHOWN} more causes`] : []
    const shown = groups.slice(0, SHOWN).map(([cause, group], at) => this.#told(cause, group, at + 1))
    const headline = `${this.#inputs} of ${tried} inputs fail, by ${groups.length} cause${groups.length === 1 ? '' : 's'}`
    const error = new Error([headline, ...shown, ...more, remark].join('\n\n'))
    error.stack = `${error}` // no place in here says anything
    throw error
  }

  #told(cause, { inputs, error, heap }, number) {
    const message = error instanceof Error ? error.message : ''
    const lines = [
      `${number}. ${cause}  (${inputs} input${inputs === 1 ? '' : 's'})`,
      ...(heap.lines ?? [`smallest: ${heap.key}`, drawing(heap, this.#about.options)]).map((line) => line.replace(/^/gm, '   ')),
      ...(message === '' || message === cause ? [] : [message.replace(/^/gm, '   ').trimEnd()]),
      ...(heap.lines === undefined ? [`   again: KORREL_REPLAY=${heap.key} ${this.#run}`] : []),
    ]
    return lines.join('\n')
  }
}

/** Whether a test goes on after a failure. */
export function isAll({ title, options: { failures = 'first' } }) {
  if (failures === 'first' || failures === 'all') return failures === 'all'
  throw new KorrelError(`${title}: failures: ${JSON.stringify(failures)}: 'first' or 'all'`, { code: 'BOUNDS' })
}

/** By what failures are told together: a cause that the test names, else the message without what varies, and the place. */
export function causeOf(error) {
  if (error instanceof Fail) return String(error.reason)
  if (typeof error?.cause === 'string') return error.cause
  if (!(error instanceof Error)) return general(`thrown: ${String(error)}`)
  const kind = error.code === 'ERR_ASSERTION' || error.name === 'Error' ? '' : `${error.name}: `
  const place = placeOf(error)
  return `${kind}${general(error.message)}${place === null ? '' : ` at ${place}`}`.trim()
}

/** The first line with `#` for each number and `"…"` for each quoted text. Several of them with commas between are one. */
function general(text) {
  const [line] = text.trim().split('\n', 1)
  const plain = line.replace(/"(?:[^"\\]|\\.)*"/g, '"…"').replace(/-?\d+/g, '#')
  return plain.replace(/(#|"…")(?:, \1)+/g, '$1')
}

/** The file and the line of the innermost frame. */
function placeOf({ stack, message }) {
  const frames = String(stack).replace(message, '').matchAll(/^ +at (?:.* \()?(.+):(\d+):\d+\)?$/gm)
  for (const [, file, line] of frames) {
    if (!NO_PLACE.test(file) && !file.startsWith(HERE)) return `${shortest(file.startsWith('file:') ? fileURLToPath(file) : file)}:${line}`
  }
  return null
}
