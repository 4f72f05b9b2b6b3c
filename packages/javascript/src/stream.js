import { createReadStream } from 'node:fs'
import { KorrelError } from './error.js'
import { Frame } from './frame.js'
import { Codec } from './heap/codec.js'
import { path, words } from './program/flags.js'
import { Lines } from './program/lines.js'
import { complaint } from './program/outcome.js'
import { Running } from './program/run.js'

/**
 * The inputs of a command, one of each isomorphism class, smallest first:
 *
 *     for await (const heap of find('tree.als', 'repOk', { scope: '5' })) …
 *
 * Leaving the loop ends the program. A stream that ends before its end is an error, unless the caller
 * set the limit: a test that has not seen everything must not look as if it had.
 */
export function find(spec, command, options) {
  if (typeof command === 'object' && command !== null) return find(spec, undefined, command)
  return new Heaps(options ?? {}, () => running(spec, command, options ?? {}))
}

/** The inputs of a stream that was saved: `korrel find … -o trees.jsonl`. */
export function read(file, options) {
  return new Heaps(options ?? {}, () => saved(file))
}

function running(spec, command, options) {
  const run = new Running(words(spec, command, options), { cwd: options.cwd })
  return {
    lines: run.lines(),
    end: async () => ({ ...(await run.ended), said: run.said }),
    close: () => run.close(),
  }
}

function saved(file) {
  const text = createReadStream(path(file), 'utf8')
  return { lines: new Lines(text), end: async () => ({ code: null, signal: null, said: '' }), close: async () => text.destroy() }
}

/** Inputs, to be looped over once. */
class Heaps {
  #options
  #open
  #codec = null

  constructor(options, open) {
    this.#options = options
    this.#open = open
    /** The first record: types, enums, command. Null until the first input is there. */
    this.header = null
    /** The last record, `{ status, count }`. Null until then. */
    this.end = null
    /** What the program said besides: why there is no input, warnings. */
    this.messages = ''
  }

  async *[Symbol.asyncIterator]() {
    if (this.#open === null) throw new KorrelError('a stream is looped over once: call find again')
    const source = this.#open()
    this.#open = null
    const frame = new Frame()
    try {
      for await (const line of source.lines) {
        if (frame.take(line, source.lines.isCut)) yield heapOf(this.#codec, line, frame)
        else if (this.header !== frame.header) this.#begin(frame.header)
      }
      this.end = frame.end
      const ended = await source.end()
      this.messages = [ended.said.trim(), frame.note].filter(Boolean).join('\n')
      const wrong = complaint({ end: this.end, ...ended }, this.#options.allowIncomplete)
      if (wrong !== null) throw wrong
    } finally {
      await source.close()
    }
  }

  #begin(header) {
    this.header = header
    this.#codec = new Codec(header, this.#options)
  }
}

/** The heap of an instance that a frame has just taken. */
function heapOf(codec, line, frame) {
  try {
    return codec.heap(line)
  } catch (error) {
    if (error instanceof SyntaxError) throw frame.noJson(error)
    if (error instanceof RangeError) throw frame.noJson(new Error('it is nested too deeply', { cause: error }))
    if (error.code === 'E0028') error.message = `instance ${JSON.parse(line).id ?? frame.count - 1}: ${error.message}`
    throw error
  }
}
