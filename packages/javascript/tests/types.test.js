// What the types promise is there, and what they forbid is an error.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { korrel, node } from './support.js'

const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
const FLAGS = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck']
const AS = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node']
const compiled = (file) => node([TSC, ...FLAGS, ...AS, file])

test('a typed test is understood', () => {
  assert.deepEqual(compiled('runs/sample.mts'), { text: '', status: 0 })
})

// If this failed, the skeleton of a machine would have to be mended before it is filled in.
test('a machine of `korrel gen` is understood', () => {
  const spec = join(process.env.KORREL_SPECS, '..', 'heapgraph/vectors/traces.als')
  const { stdout } = korrel(['gen', 'typescript', '--traces', spec])
  writeFileSync(join(import.meta.dirname, 'runs/machine.mts'), stdout)
  assert.deepEqual(compiled('runs/machine.mts'), { text: '', status: 0 })
})

test('the types have what the package has, and nothing else', async () => {
  const entries = ['korrel', 'korrel/driver', 'korrel/fast-check', 'korrel/node-test'] // vitest is imported by vitest alone
  const modules = await Promise.all(entries.map((entry) => import(entry)))
  const lines = entries.map((entry, at) => {
    const names = Object.fromEntries(Object.keys(modules[at]).map((name) => [name, true]))
    return `import * as m${at} from '${entry}'\nexport const n${at}: Record<keyof typeof m${at}, true> = ${JSON.stringify(names)}\n`
  })
  writeFileSync(join(import.meta.dirname, 'runs/exports.mts'), lines.join(''))
  assert.deepEqual(compiled('runs/exports.mts'), { text: '', status: 0 })
})
