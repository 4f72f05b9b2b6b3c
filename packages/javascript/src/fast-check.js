/**
 * Inputs for fast-check, drawn from all of a command's, and shrunk to smaller ids:
 *
 *     import fc from 'fast-check'
 *     import { inputs } from 'korrel/fast-check'
 *
 *     fc.assert(fc.property(inputs('tree.als', 'repOk'), fc.nat(), (heap, key) => { … }))
 *
 * And a plugin that makes a property's own arbitraries exhaustive: `fc.assert(property, { plugins: [exhaustive()] })`.
 */
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { KorrelError } from './error.js'
import { Frame } from './frame.js'
import { Codec } from './heap/codec.js'
import { words } from './program/flags.js'
import { program } from './program/locate.js'
import { complaint } from './program/outcome.js'

export { interchangeable } from './exhaustive/interchangeable.js'
export { exhaustive } from './exhaustive/plugin.js'

const LIMIT = 10_000

/**
 * An arbitrary of heaps. fast-check draws at once and cannot wait, so the stream is read as a whole when
 * the first input is drawn: its first 10,000 inputs, the smallest, unless `limit` says otherwise.
 */
export function inputs(spec, command, options) {
  if (typeof command === 'object' && command !== null) return inputs(spec, undefined, command)
  return new Drawn(() => listed(spec, command, { limit: LIMIT, ...options }))
}

class Drawn extends fc.Arbitrary {
  #list
  #arbitrary = null

  constructor(list) {
    super()
    this.#list = list
  }

  generate(random, bias) {
    return this.#drawn().generate(random, bias)
  }

  canShrinkWithoutContext() {
    return false
  }

  shrink(value, context) {
    return this.#drawn().shrink(value, context)
  }

  /** Inputs by their place: a smaller number is an input that comes earlier, and is no larger. */
  #drawn() {
    if (this.#arbitrary === null) {
      const { codec, lines } = this.#list()
      this.#arbitrary = fc.nat(lines.length - 1).map((place) => codec.heap(lines[place]))
    }
    return this.#arbitrary
  }
}

function listed(spec, command, options) {
  const { stdout, stderr, status, signal, error } = spawnSync(program(), words(spec, command, options), {
    cwd: options.cwd,
    encoding: 'utf8',
    maxBuffer: Infinity,
    windowsHide: true,
  })
  if (error !== undefined) throw new KorrelError(`${program()} does not start: ${error.message}`, { cause: error })
  const frame = new Frame()
  const all = stdout.split('\n')
  const lines = all.filter((line, at) => frame.take(line, at === all.length - 1))
  const wrong = complaint({ end: frame.end, code: status, signal, said: stderr }, options.allowIncomplete)
  if (wrong !== null) throw wrong
  if (lines.length === 0) throw new KorrelError(`${spec}: there is no input\n${stderr}`.trim(), { code: 'EMPTY' })
  return { codec: new Codec(frame.header, options), lines }
}
