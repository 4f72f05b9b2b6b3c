// Where the program is found, and the package's own `korrel`.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'
import { library, node } from './support.js'

const manifest = createRequire(import.meta.url).resolve('korrel/package.json')
const own = JSON.parse(readFileSync(manifest, 'utf8'))
const asked = "import('korrel').then(({ program }) => console.log(program()), () => {})"

test('the program is that of the package for this platform', () => {
  const { text } = node(['-e', asked], { KORREL: '' })
  assert.equal(text.trim().split('node_modules/').at(-1), `@korrel/${process.platform}-${process.arch}/bin/korrel`)
})

test('KORREL names another one', () => {
  assert.equal(node(['-e', asked], { KORREL: '/elsewhere' }).text.trim(), '/elsewhere')
  const missing = node(['runs/first.js'], { KORREL: '/elsewhere' })
  assert.match(missing.text, /\/elsewhere does not start: .*ENOENT/)
})

test('a program on the path is the last that is tried, and never the package itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'korrel-'))
  const [alone, shims, path] = ['alone', 'shims', 'path'].map((name) => join(folder, name))
  cpSync(dirname(manifest), alone, { recursive: true })
  for (const made of [shims, path]) mkdirSync(made)
  symlinkSync(join(alone, 'bin/korrel.js'), join(shims, 'korrel'))
  const locate = `import('${alone}/src/program/locate.js').then(({ program }) => console.log(program()))`
  const found = () => node(['-e', locate], { KORREL: '', PATH: [shims, path].join(delimiter) }).text
  assert.match(found(), /the program korrel is not found[^]*NOT_FOUND/)
  writeFileSync(join(path, 'korrel'), '')
  assert.equal(found().trim(), join(path, 'korrel'))
})

test('npx korrel is the program, of the same version', () => {
  const run = (...words) => node([join(dirname(manifest), 'bin/korrel.js'), ...words])
  assert.deepEqual(run('--version'), { text: `korrel ${own.version}\n`, status: 0 })
  assert.equal(run('find', library('red_black_tree'), 'two_nodes', '--bare').text.split('\n').length, 3)
  assert.equal(run('find', 'missing.als').status, 2)
})

test('the packages of all platforms are of one version', () => {
  assert.deepEqual(new Set(Object.values(own.optionalDependencies)), new Set([own.version]))
})
