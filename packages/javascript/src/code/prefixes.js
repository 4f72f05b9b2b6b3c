import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The prefixes of heaps of one size, which wait until it is their turn; where there are many, in a file.
 *
 * Ten million candidates leave some hundred thousand prefixes of the next size. They are taken once, in the order in which they came, when no
 * more will come: so blocks of them are written one behind the other, and read in turn.
 *
 * Invariant: those in the file came before those in the array.
 */
export class Prefixes {
  /** So many are kept in memory. */
  static kept = 20_000
  #last = []
  #file = null
  #lengths = []

  push(prefix) {
    this.#last.push(prefix)
    if (this.#last.length < Prefixes.kept) return
    this.#file ??= unnamed()
    const block = Buffer.from(JSON.stringify(this.#last))
    for (let at = 0; at < block.length; ) at += writeSync(this.#file, block, at)
    this.#lengths.push(block.length)
    this.#last = []
  }

  *[Symbol.iterator]() {
    let place = 0
    try {
      for (const length of this.#lengths) {
        const block = Buffer.alloc(length)
        for (let at = 0; at < length; ) at += readSync(this.#file, block, at, length - at, place + at)
        place += length
        yield* JSON.parse(block.toString())
      }
    } finally {
      if (this.#file !== null) closeSync(this.#file)
    }
    yield* this.#last
  }
}

/** A file that is gone once it is closed, if the system allows to take its name away before. */
function unnamed() {
  const folder = mkdtempSync(join(tmpdir(), 'korrel-'))
  const file = openSync(join(folder, 'prefixes'), 'w+')
  rmSync(folder, { recursive: true, force: true })
  return file
}
