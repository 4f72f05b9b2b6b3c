// `databases` of node:test: every small database of a schema.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databases } from 'korrel/node-test'
import { korrel, node } from './support.js'

const run = (environment) => node(['--test-reporter=tap', '--test', 'runs/databases.js'], environment).text
const text = run()

function said(title, all = text) {
  const start = all.indexOf(`# Subtest: ${title}\n`)
  assert(start >= 0, `there is no test ${title}:\n${all}`)
  const next = all.indexOf('# Subtest: ', start + 1)
  return next < 0 ? all.slice(start) : all.slice(start, next)
}

// If this failed, a test would miss databases, see one twice, or see what another one wrote.
test('each database is there once', () => {
  const count = /# COMPLETE: (\d+) databases of [^\n]*library\.sql/.exec(said('each once'))?.[1]
  assert(Number(count) > 50, text)
  assert.match(text, new RegExp(`seen: ${count}\\b`))
  assert.match(said('all were seen'), /^ok [^]*# stopped at the limit: 1 databases/m)
})

test('a failure shows the rows, and how to see them again', () => {
  const failure = said('fails')
  assert.match(failure, /^not ok [^]*an author without books is lost[^]*The smallest input that fails/m)
  const key = /input: ([0-9a-f]{16})/.exec(failure)?.[1]
  assert.match(failure, new RegExp(`rows: +npx korrel init --rows 2 .*library\\.sql && npx korrel find schema\\.als --format sql --key ${key}`))
  assert.match(failure, /INSERT INTO author \(id, name, mentor\) VALUES \(1, 'x', \w+\)/)
  const again = run({ KORREL_REPLAY: key })
  assert.match(said('fails', again), /^not ok [^]*an author without books/m)
  assert.match(said('commits', again), new RegExp(`only ${key} was tried|no input is ${key}`))
})

test('what a test does to the transaction', () => {
  assert.match(said('commits'), /^ok /m)
  assert.match(said('a ring'), /^ok /m)
  assert.match(said('a connection of my own'), /^ok /m)
})

test('what was not tried does not pass', () => {
  assert.match(said('is wrong'), /^not ok [^]*what kind of file is this/m)
  assert.match(said('is skipped'), /^ok .*# SKIP/m)
})

test('mistakes are told at once', () => {
  assert.throws(() => databases('no body', 'library.sql', {}), /no function to call with each database/)
  assert.throws(() => databases('odd', 'library.sql', { row: 2 }, () => {}), /no option row/)
  assert.throws(() => databases('odd', 'library.sql', { integers: [2, 0] }, () => {}), /the least and the greatest/)
  assert.equal(korrel(['--version']).status, 0)
})
