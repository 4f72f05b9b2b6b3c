// The programs in README.md, as a reader would copy them.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { program } from 'korrel'
import { node } from './support.js'

const readme = readFileSync(join(dirname(createRequire(import.meta.url).resolve('korrel/package.json')), 'README.md'), 'utf8')
const folder = join(import.meta.dirname, 'runs/readme')
cpSync(process.env.KORREL_EXAMPLE, folder, { recursive: true })
for (const [, name, program] of readme.matchAll(/```js\n\/\/ (\S+)\n([^]*?)```/g)) writeFileSync(join(folder, name), program)
const run = (...words) => node(words, {}, folder)

test('the first input', () => {
  const { text } = run('first.js')
  assert.match(text, /^[0-9a-f]{16} \{ '\$type': 'Tree', root: null \}/)
})

test('the test finds the fault of the example', () => {
  const { text } = run('--test', 'tree.test.js')
  const told = /```text\n(The smallest[^]*?)```/.exec(readme)[1]
  for (const line of told.trimEnd().split('\n')) assert(text.includes(line), `${line}\n${text}`)
})

test('without a spec it is found, too', () => {
  const { text } = run('--test', 'every.test.js')
  assert.match(text, /The smallest input that fails; all 8\d\d before it pass/)
  writeFileSync(join(folder, 'tree.js'), readFileSync(join(folder, 'tree.js'), 'utf8').replace('parent.left = null //', 'parent.left = successor.right //'))
  assert.match(run('--test', 'every.test.js').text, /COMPLETE: 940 inputs of Tree, number where/)
  cpSync(join(process.env.KORREL_EXAMPLE, 'tree.js'), join(folder, 'tree.js'))
})

test('the property holds', () => {
  assert.deepEqual(run('properties.js'), { text: '', status: 0 })
})

test('all inputs of a property', () => {
  const [told] = /^COMPLETE: 121 .*\n/m.exec(readme)
  assert.deepEqual(run('exhausted.js'), { text: told, status: 0 })
})

test('the driver finds the fault, too', () => {
  const words = ['test', 'tree.als', '--', process.execPath, 'driver.js']
  const { stdout, status } = spawnSync(program(), words, { cwd: folder, encoding: 'utf8' })
  assert.match(stdout, /^delete: 940 inputs, 939 pass, 1 fail[^]*smallest: f021718fae3f701f/)
  assert.equal(status, 1)
})

test('sequences find the fault of the stack', () => {
  const { text } = run('--test', 'stack.test.js')
  const told = /```text\n(pop: u[^]*?)```/.exec(readme)[1]
  for (const line of told.trimEnd().split('\n')) assert(text.includes(line), `${line}\n${text}`)
  writeFileSync(join(folder, 'stack.test.js'), readFileSync(join(folder, 'stack.test.js'), 'utf8').replace(' || undefined', '').replace(').check())', ').check().then(console.log))'))
  const [complete] = /COMPLETE: all 259 [^`]*/.exec(readme)
  assert(run('--test', 'stack.test.js').text.includes(complete))
})

test('awkward values are as many as it says', () => {
  const [, told] = /```text\n(11 values[^]*?)```/.exec(readme)
  assert.deepEqual(run('awkward.js'), { text: told, status: 0 })
})
