// `every` for node:test: what passes, what fails, and what is said of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { all } from 'korrel'
import { node } from './support.js'

const run = (environment) => node(['--test-reporter=tap', '--test', 'runs/every.js'], environment).text
const text = run()

function said(title, all = text) {
  const start = all.indexOf(`# Subtest: ${title}\n`)
  assert(start >= 0, `there is no test ${title}:\n${all}`)
  const next = all.indexOf('\n# Subtest: ', start)
  return next < 0 ? all.slice(start) : all.slice(start, next)
}

test('a test that passes says how many inputs there were', () => {
  assert.match(said('passes'), /^ok [^]*# COMPLETE: 15 inputs of SearchTree where [^]*; \d+ candidates within SearchTree=1, TreeNode=3, number=1\.\.3/m)
  assert.match(said('gets every key'), /^ok [^]*# COMPLETE: 45 inputs of SearchTree, number where /m)
  assert.match(said('stops'), /^ok [^]*# stopped at the limit: 2 inputs/m)
  assert.match(said('is skipped'), /^ok .*# SKIP/m)
})

// If this failed, nobody could see on which input a test failed, or try it again.
test('a failure shows the smallest input as it was, and how to try it again', () => {
  const failure = said('fails')
  const key = /input: ([0-9a-f]{16})/.exec(failure)[1]
  assert.match(failure, /^not ok [^]*something on the right[^]*SearchTree\$0  size 2\n +└─ root: TreeNode\$0  key 1/m)
  assert.match(failure, new RegExp(`again: KORREL_REPLAY=${key} node --test runs/every.js`))
  assert.doesNotMatch(failure, /page:/)
  const replayed = run({ KORREL_REPLAY: key })
  assert.match(said('fails', replayed), /^not ok [^]*something on the right/m)
  assert.match(said('passes', replayed), new RegExp(`^ok [^]*# only ${key} was tried`, 'm'))
})

// If this failed, a second fault would hide behind the first one.
test('all failures are told by cause, each with its smallest input as it was', () => {
  const failure = said('goes on')
  // Of the 15 search trees over 1..3, five have three nodes; of the others three have the root 1, and three the root 2.
  assert.match(failure, /^not ok [^]*11 of 15 inputs fail, by 3 causes/m)
  assert.match(failure, /\d\. Expected .* at runs\/every\.js:\d+ {2}\(3 inputs\)\n +smallest: [0-9a-f]{16}\n +SearchTree\$0 {2}size 1\n +└─ root: TreeNode\$0 {2}key 1/)
  assert.match(failure, /\d\. the key is #, of \[#\] at runs\/every\.js:\d+ {2}\(3 inputs\)/)
  assert.match(failure, /\d\. three nodes {2}\(5 inputs\)\n[^]*? of 3\n +again: KORREL_REPLAY=[0-9a-f]{16} node --test runs\/every\.js/)
  assert.match(failure, /COMPLETE: 15 heaps of SearchTree/)
})

// If this failed, a run that takes too long would say nothing of what it had found.
test('what was found is told when the time is over', () => {
  const failure = said('goes on until its time is over')
  assert.match(failure, /^not ok [^]* inputs fail, by 1 cause\n[^]*INCOMPLETE \(timeout\): \d+ heaps/m)
})

// If this failed, a report would need a program that the search itself does not.
test('without the program the heap is drawn more plainly, and the record is shown', () => {
  const failure = said('fails', run({ KORREL: '/no/such/program' }))
  assert.match(failure, /^not ok [^]*something on the right[^]*SearchTree\$0  size 2\n +└─ root: TreeNode\$0  key 1[^]*"kind":"instance"/m)
})

class Box {
  static fields = { counts: 'Map<number, Box?>', names: 'Map<string, boolean>' }
}

// If this failed, a number would look like a text where it is a key.
test('a heap of all is drawn', () => {
  const boxes = all(Box, { Box: 2, length: 1, string: ['1'], number: [7] })
  const drawings = Array.from(boxes, () => boxes.drawing())
  assert.equal(drawings[0], 'Box: Box$0')
  assert(drawings.includes('Box: Box$0  names {"1": false}\n└─ counts[7]: ^Box$0'), drawings.join('\n\n'))
})

test('what was not tried does not pass', () => {
  assert.match(said('has none'), /^not ok [^]*there is no input: COMPLETE: 0 heaps/m)
  assert.match(said('goes on for ever'), /^not ok [^]*did not come to an end within 0\.3 s/m)
})
