import { crc32 } from 'node:zlib'
import { KorrelError } from './error.js'
import { inOneLine, stringify } from './heap/text.js'
import { misfitOf } from './heap/schema.js'

/** How an instance begins that no other program has written anew. */
const INSTANCE = '{"kind":"instance",'
const ID = '{"kind":"instance","id":'
/** What some editors write before a text. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * The lines of a stream: its header, its instances, and the end record, which says what they are to be.
 *
 * Records of kinds that later versions may add are passed over, and so are blank lines.
 */
export class Frame {
  /** The first record; null before it. */
  header = null
  /** The last record; null before it, and if there is none. */
  end = null
  /** How many instances there were. */
  count = 0
  /** Why the digest says nothing. */
  note = ''
  /** The number of the line that was taken last, from 1. */
  #at = 0
  #crc = 0
  #isAsWritten = true

  /** Whether a line is an instance. The last line may be cut, and then is nothing. */
  take(line, isCut = false) {
    this.#at++
    const isInstance = this.header !== null && this.end === null && line.startsWith(INSTANCE)
    if (isInstance && !isCut) return this.#add(line)
    if (this.#at === 1 && line.startsWith(BYTE_ORDER_MARK)) line = line.slice(1)
    if (line.trim() === '') return false
    if (this.end !== null) wrong(`line ${this.#at} stands after the end record, where nothing is read: ${shown(line)}`)
    const record = this.#record(line, isCut)
    if (record === null) return false
    if (this.header === null) this.#begin(record, line)
    else if (record.kind === 'header') wrong(`line ${this.#at}: a second header: the stream before it has no end record`)
    else if (record.kind === 'end') this.#finish(record)
    else if (record.kind === 'instance') return isInstance ? this.#add(line) : this.#addAnew()
    return false
  }

  /** What is wrong with a line that is no JSON. */
  noJson(error) {
    return new KorrelError(`line ${this.#at}: this is not JSON: ${inOneLine(error.message)}`, { code: 'STREAM', cause: error })
  }

  /** The record of a line; null if the line was cut. */
  #record(line, isCut) {
    let record
    try {
      record = JSON.parse(line)
    } catch (error) {
      if (isCut) return null
      throw this.noJson(error)
    }
    if (typeof record?.kind === 'string') return record
    if (this.header === null) this.#noStream(line)
    wrong(`line ${this.#at}: no record of heapgraph/1, for it has no \`kind\`: ${shown(line)}`)
  }

  #begin(record, line) {
    if (record.kind !== 'header' || record.format !== 'heapgraph/1') this.#noStream(line)
    const misfit = misfitOf(record)
    if (misfit !== null) wrong(`no stream of heapgraph/1: \`${misfit}\` of its header is missing or says what cannot be`)
    this.header = record
  }

  #noStream(line) {
    wrong(`no stream of heapgraph/1: it begins with ${shown(line)}`)
  }

  /** The digest is of what follows the id, so that shards, whose ids are others', have it too. */
  #add(line) {
    const begin = line.startsWith(ID) ? line.indexOf(',', ID.length) + 1 : INSTANCE.length
    this.#crc = crc32(`${line.slice(begin)}\n`, this.#crc)
    this.count++
    return true
  }

  #addAnew() {
    this.#isAsWritten = false
    this.count++
    return true
  }

  #finish(end) {
    if (typeof end.status !== 'string') wrong(`line ${this.#at}: an end record without a status`)
    if (end.count !== this.count) {
      const says = Number.isInteger(end.count) ? `counts ${end.count} instances` : 'does not count its instances'
      const read = `${this.count} ${this.count === 1 ? 'was' : 'were'} read`
      wrong(`the end record ${says}, but ${read}: lines were lost or added (korrel explain E0046)`, 'E0046')
    }
    if (end.digest !== undefined) this.#compare(end.digest, `crc32:${this.#crc.toString(16).padStart(8, '0')}`)
    this.end = end
  }

  #compare(digest, own) {
    if (!this.#isAsWritten) {
      this.note = 'another program has written the instances anew: the digest of the stream says nothing of them'
    } else if (typeof digest !== 'string' || !digest.startsWith('crc32:')) {
      this.note = `the digest of the stream says nothing: ${stringify(digest)} is of no kind that this version knows`
    } else if (digest !== own) {
      const differ = `the digest of the instances is ${own}, and not ${inOneLine(digest)} as the end record says`
      wrong(`${differ}: lines were changed, or stand in another order (korrel explain E0046)`, 'E0046')
    }
  }
}

function shown(line) {
  return stringify(line.slice(0, 80))
}

function wrong(message, code = 'STREAM') {
  throw new KorrelError(message, { code })
}
