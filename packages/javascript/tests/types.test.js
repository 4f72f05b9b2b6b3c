// What the types promise is there, and what they forbid is an error.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { node } from './support.js'

const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
const FLAGS = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck']
const AS = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node']
const compiled = (file) => node([TSC, ...FLAGS, ...AS, file])

test('a typed test is understood', () => {
  assert.deepEqual(compiled('runs/sample.mts'), { text: '', status: 0 })
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
