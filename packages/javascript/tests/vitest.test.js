// The helper for vitest: what passes, what fails, and what is said of it.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { node } from './support.js'

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const run = (environment) => node([vitest, 'run', '--reporter=json', '--root=.', 'runs/vitest.test.js'], environment)
const results = (text) => JSON.parse(text.slice(text.indexOf('{"numTotal'))).testResults[0].assertionResults
const { text } = run({ NO_COLOR: '1' })

function one(title, given = results(text)) {
  const found = given.filter(({ fullName }) => fullName === title)
  assert.equal(found.length, 1, `${title}: ${text}`)
  return { status: found[0].status, message: found[0].failureMessages.join('\n') }
}

test('tests of vitest pass, fail and are skipped', () => {
  const status = (title) => one(title).status
  assert.equal(status('passes'), 'passed')
  assert.equal(status('passes with a limit'), 'passed')
  assert.equal(status('passes each alone a0384b9766fcc0b5'), 'passed')
  assert.equal(status('passes each alone b506fcc8dab0b80b'), 'passed')
  assert.equal(status('fails alone a0384b9766fcc0b5'), 'failed')
  assert.equal(status('fails alone b506fcc8dab0b80b'), 'passed')
  assert.equal(status('is skipped'), 'skipped')
})

test('a failure in vitest says which input', () => {
  const { message } = one('fails')
  assert.match(message, /only on the left[^]*all 7 before it pass[^]*input: a0384b9766fcc0b5/)
  assert.match(message, /again: KORREL_REPLAY=a0384b9766fcc0b5 npx vitest run runs\/vitest.test.js -t fails/)
})

test('what was not tried does not pass in vitest', () => {
  assert.match(one('has none').message, /there is no input/)
  assert.match(one('is incomplete').message, /the stream is incomplete \(timeout\)/)
})

// If this failed, a cache that stores other keys than it was asked for would pass.
test('a wrong key is seen in vitest', () => {
  for (const how of ['plainly', 'by classes']) {
    for (const equals of ['toEqual', 'toStrictEqual']) {
      const { status, message } = one(`stores wrong keys ${how}: ${equals}`)
      assert.equal(status, 'failed')
      assert.match(message, /to (strictly )?(deeply )?equal[^]*The smallest input that fails/)
    }
  }
})
