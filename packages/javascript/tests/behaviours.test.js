// Machines under `korrel test --traces`, and tests that run behaviours.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { korrel, node } from './support.js'

const ROOT = join(process.env.KORREL_SPECS, '..')
const RING = join(import.meta.dirname, 'runs/ring.js')
const SPEC = join(ROOT, 'heapgraph/vectors/traces.als')
const replay = (...how) => korrel(['test', SPEC, '--traces', 'p', '--steps', '1..6', '--', process.execPath, RING, ...how])
const quint = join(ROOT, 'examples/quint')
const environment = {
  QUEUE_SPEC: join(ROOT, 'examples/queue/queue.als'),
  BANK_TRACES: readdirSync(quint).filter((name) => name.endsWith('.itf.json')).map((name) => join(quint, name)).join(' '),
}

// If this failed, objects that come and go would not keep their names, sets and relations not be told, or the report
// depend on how the driver goes back.
test('a right program passes, and a fault is found', () => {
  for (const how of [[], ['copy']]) {
    const right = replay(...how)
    assert.equal(right.status, 0, right.stdout + right.stderr)
    assert.match(right.stdout, /add: 10 calls, 10 pass[^]*COMPLETE: 22 calls/)
    const wrong = replay('keeps', ...how)
    assert.equal(wrong.status, 1)
    assert.match(wrong.stdout, /Node' is \{Node\$0, Node\$1\}[^]*3\. drop\(n Node\$0, keys \["Key\$0"\]\) {2}fails/)
  }
})

test('a state of other names is told', () => {
  assert.match(replay('misnamed').stdout, /the state has `Nood`, and the spec has first, Ring, Key, Node/)
})

// If this failed, a test of behaviours would pass whatever the program does, or not say what is wrong.
test('all behaviours are a test of node', () => {
  const run = (environment) => node(['--test', '--test-reporter=tap', 'runs/behaviours.js'], environment).text
  const right = run(environment)
  assert.match(right, /^\s*ok 1 - queue$/m)
  assert.match(right, /^\s*not ok 2 - misnamed$[^]*error\[E\d+\]/m)
  assert.match(right, /^\s*ok 3 - bank$/m)
  assert.match(right, /COMPLETE: 18 calls, scope of 3 traces/)
  const wrong = run({ ...environment, QUEUE: 'wrong' })
  assert.match(wrong, /^\s*not ok 1 - queue$[^]*2\. put\(j Job\$1\) {2}fails[^]*again here: KORREL_REPLAY=7c948d283f5d608f node --test/m)
  const other = run({ ...environment, QUEUE: 'wrong', KORREL_REPLAY: '0000000000000000' })
  assert.match(other, /no behaviour has this key/)
})

test('all behaviours are a test of vitest', () => {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const words = [vitest, 'run', '--root=.', 'runs/behaviours_vitest.test.js']
  const run = (more) => node(words, { ...environment, NO_COLOR: '1', ...more })
  const right = run({})
  assert.equal(right.status, 0, right.text)
  const wrong = run({ QUEUE: 'wrong' })
  assert.equal(wrong.status, 1)
  assert.match(wrong.text, /2\. put\(j Job\$1\) {2}fails[^]*again here: KORREL_REPLAY=7c948d283f5d608f npx vitest run/)
})
