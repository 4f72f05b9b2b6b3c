// The vectors that all readers share: heapgraph/vectors/README.md of the project.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { KorrelError, read } from 'korrel'
import { written } from './support.js'

const FILE = join(process.env.KORREL_SPECS, '..', 'heapgraph', 'vectors', 'streams.jsonl')

// The code of each error, and what its message says.
const ERRORS = {
  'not JSON': ['STREAM', /^line \d+: this is not JSON/],
  format: ['STREAM', /no stream of heapgraph\/1|no record of heapgraph\/1|a second header/],
  truncated: ['INCOMPLETE', /the stream was cut off: there is no end record$/],
  count: ['E0046', /the end record (counts -?\d+ instances|does not count).*korrel explain E0046/],
  digest: ['E0046', /the digest of the instances is crc32:.*korrel explain E0046/],
  'after end': ['STREAM', /stands after the end record/],
}

const TRACES = FILE.replace('streams.jsonl', 'traces.jsonl')
const vectors = [FILE, TRACES].flatMap((file) => readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line)))

for (const vector of vectors) {
  // If this failed, a test could pass on a stream that is not the one that was written.
  test(vector.name, async () => {
    const { expect } = vector
    const { heaps, ...found } = await made(vector)
    const of = 'error' in found && expect.or ? expect.or : expect
    if ('error' in of) return assert.deepEqual(found, of)
    const { instances, or, ...rest } = of
    assert.deepEqual(found, rest)
    if (typeof instances === 'number') return assert.equal(heaps.length, instances)
    assert.deepEqual(heaps.map((heap) => ({ ...heap.toJSON(), ...heap.encode() })), instances)
  })
}

// If this failed, whoever reads a hostile file would see an error of JavaScript itself.
test('an instance that is nested too deeply is refused', async () => {
  const [header, line] = JSON.parse(readFileSync(FILE, 'utf8').split('\n')[0]).lines
  const deep = line.replace(/"roots":/, `"more":${'['.repeat(50000)}${']'.repeat(50000)},"roots":`)
  const stream = read(written(`${header}\n${deep}\n`))
  await assert.rejects(async () => { for await (const _ of stream); }, { code: 'STREAM', message: /^line 2: .*nested too deeply/ })
})

// If this failed, a file could clear the screen, or turn a message around.
test('no name reaches a terminal as it is', async () => {
  const [header, line] = JSON.parse(readFileSync(FILE, 'utf8').split('\n')[0]).lines
  const stream = read(written(`${header}\n${line.replace('"n"', '"\\u001b[2J\\n\\u202e":0,"n"')}\n`))
  const message = /^instance 0: roots\.\\u001b\[2J\\n\\u202e: the spec declares nothing/
  await assert.rejects(async () => { for await (const _ of stream); }, { code: 'E0028', message })
})

/** What a reader makes of a stream, in the form of the vectors. */
async function made({ lines, last_line_feed = true }) {
  const stream = read(written(lines.join('\n') + (last_line_feed && lines.length > 0 ? '\n' : '')), { allowIncomplete: true })
  const heaps = []
  try {
    for await (const heap of stream) heaps.push(heap)
  } catch (error) {
    return misread(error)
  }
  const note = /the digest of the stream says nothing/.test(stream.messages)
  assert.equal(stream.messages !== '', note)
  return { heaps, complete: stream.end.status === 'complete', ...(note && { note: 'digest' }) }
}

function misread(error) {
  assert(error instanceof KorrelError, error)
  if (error.code === 'E0028') {
    const [, record, path] = /^instance (\d+): (.*?): /.exec(error.message)
    return { error: 'schema', record: Number(record), path }
  }
  const header = /^no stream of heapgraph\/1: `(\w+)/.exec(error.message)
  if (header !== null) return { error: 'header', part: header[1] }
  const kinds = Object.keys(ERRORS).filter((kind) => ERRORS[kind][1].test(error.message))
  assert.deepEqual([kinds.length, error.code], [1, ERRORS[kinds[0]]?.[0]], error.message)
  return { error: kinds[0] }
}
