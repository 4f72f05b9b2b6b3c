// The helper for node:test: what passes, what fails, and what is said of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputs } from 'korrel/node-test'
import { node } from './support.js'

const KEY = 'a0384b9766fcc0b5' // the smallest tree with something on the left only
const run = (environment) => node(['--test-reporter=tap', '--test', 'runs/node.js'], environment)
const { text } = run()

/** What is said of one test: its lines, and those above it that are of its items. */
function said(title, text_ = text) {
  const start = text_.indexOf(`# Subtest: ${title}\n`)
  assert(start >= 0, `there is no test ${title}:\n${text_}`)
  const next = /^# Subtest: /m.exec(text_.slice(start + 1))
  return next === null ? text_.slice(start) : text_.slice(start, start + 1 + next.index)
}

test('a test that passes says how many inputs there were', () => {
  assert.match(said('passes'), /^ok [^]*# COMPLETE: 16 inputs of run repOk/m)
  assert.match(said('passes in time'), /^ok /m)
})

test('a limit that the user sets is a note', () => {
  assert.match(said('passes with a limit'), /^ok [^]*# stopped at the limit: 3 inputs of [^]*there may be more/m)
})

test('inputs may be items of their own', () => {
  assert.match(said('passes each alone'), /^ {4}ok 1 - a0384b9766fcc0b5[^]*^ {4}ok 2 - b506fcc8dab0b80b[^]*^ok /m)
  assert.match(said('fails alone'), /^ {4}not ok 1 - a0384b9766fcc0b5[^]*^ {4}ok 2 - b506fcc8dab0b80b[^]*^not ok /m)
  assert.match(said('has too many'), /^not ok [^]*more than 1000 inputs are too many/m)
})

test('a failure says which input, how it looks, and how to try it again', () => {
  const failure = said('fails')
  assert.match(failure, /^not ok [^]*only on the left[^]*The smallest input that fails; all 7 before it pass\./m)
  assert.match(failure, new RegExp(`input: ${KEY}\n +t: Tree\\$0\n +└─ root: Node\\$0  key 2`))
  assert.match(failure, new RegExp(`again: KORREL_REPLAY=${KEY} node --test runs/node.js`))
  assert.match(failure, new RegExp(`npx korrel find .*red_black_tree.als --key ${KEY}`))
  assert.match(failure, new RegExp(`npx korrel show .*red_black_tree.als --key ${KEY} --format html > ${KEY}.html`))
  assert.match(said('fails with a text'), /thrown: a text/)
  assert.match(said('fails later'), /1 !== 2[^]*it is the first/)
  assert.match(said('fails later'), /operator: 'strictEqual'/)
})

// If this failed, a second fault would hide behind the first one.
test('all failures are told by cause', () => {
  const failure = said('goes on')
  assert.match(failure, /^not ok [^]*1 of 2 inputs fail, by 1 cause\n[^]*1\. only on the left at runs\/node\.js:\d+ {2}\(1 input\)/m)
  assert.match(failure, new RegExp(`smallest: ${KEY}\n +t: Tree\\$0\n +└─ root: Node\\$0  key 2[^]*COMPLETE: 2 inputs of run repOk`))
  assert.throws(() => inputs('it', 'tree.als', { failures: 'every' }, () => {}), /failures: "every": 'first' or 'all'/)
})

// If this failed, a click on a failure would open this package's file.
test('the place of a failure is the test, and not the package', () => {
  for (const title of ['fails', 'fails alone', 'fails under one labelling']) {
    assert.match(said(title), /^ *location: '[^']*\/tests\/runs\/node\.js:\d+:\d+'/m)
    assert.doesNotMatch(said(title), /location: '[^']*\/src\//)
  }
})

test('a failure says what the caller\'s values stand for', () => {
  assert.match(said('fails with values'), /Key\$1  0[^]*Key\$0 is "one", Key\$1 is "two"/)
  assert.match(said('lacks a value'), /Key\$1 has no value: Key has 1[^]*it is the first[^]*Key\$0 is "one"\n/)
})

// If this failed, a cache that stores other keys than it was asked for would pass.
test('a wrong key is seen', () => {
  assert.match(said('stores wrong keys'), /^not ok [^]*'\$id': 'Key\$1'[^]*The smallest input that fails/m)
})

// If this failed, a loop in the code under test would stop the whole run, and nobody would know on which input.
test('a loop without an end fails with its input', () => {
  for (const title of ['goes on for ever', 'waits for ever']) {
    assert.match(said(title), /^not ok [^]*did not come to an end within 0\.3 s[^]*all 7 before it pass/m)
    assert.match(said(title), new RegExp(`input: ${KEY}\n`))
  }
  assert.match(said('takes its time'), /^ok /m)
})

test('what was not tried does not pass', () => {
  assert.match(said('has none'), /^not ok [^]*there is no input[^]*no instance exists within the scope/m)
  assert.match(said('is wrong'), /^not ok [^]*there is no name `B`/m)
  assert.match(said('is incomplete'), /^not ok [^]*the stream is incomplete \(timeout\)/m)
  assert.match(said('is skipped'), /^ok .*# SKIP/m)
})

test('one input can be tried again', () => {
  const replayed = run({ KORREL_REPLAY: KEY }).text
  assert.match(said('passes', replayed), new RegExp(`^ok [^]*# only ${KEY} was tried`, 'm'))
  assert.match(said('fails', replayed), /^not ok [^]*only on the left[^]*input: a0384b9766fcc0b5/m)
  assert.match(said('fails under one labelling', replayed), /^not ok [^]*the other labelling/m)
  const other = run({ KORREL_REPLAY: '0000000000000000' }).text
  assert.match(said('fails', other), /^ok [^]*# nothing was tried: no input is 0000000000000000/m)
})
