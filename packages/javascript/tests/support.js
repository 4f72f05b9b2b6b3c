import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { find, program } from 'korrel'

/** The project's library of specs; `packages/javascript/test` says where it lies. */
export const library = (name) => join(process.env.KORREL_SPECS, `${name}.als`)

/** A spec that lies beside these tests. */
export const own = (name) => new URL(`specs/${name}.als`, import.meta.url)

let specs = 0
const folder = mkdtempSync(join(tmpdir(), 'korrel-'))

/** A spec of this text. */
export function written(text) {
  const file = join(folder, `spec${specs++}.als`)
  writeFileSync(file, text)
  return file
}

export async function all(...asked) {
  const heaps = []
  for await (const heap of find(...asked)) heaps.push(heap)
  return heaps
}

export async function first(...asked) {
  for await (const heap of find(...asked)) return heap
}

export async function headerOf(...asked) {
  const heaps = find(...asked)
  for await (const heap of heaps) break
  return heaps.header
}

/** Runs the program; its standard output. */
export function korrel(words, input) {
  const { stdout, stderr, status } = spawnSync(program(), words, { input, encoding: 'utf8' })
  return { stdout, stderr, status }
}

/** Runs node, in the folder of the tests if no other is given. */
export function node(words, environment = {}, cwd = import.meta.dirname) {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, ...environment }
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { cwd, env, encoding: 'utf8' })
  return { text: stdout + stderr, status }
}
