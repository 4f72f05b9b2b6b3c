// Machines under `korrel test --itf`.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { korrel } from './support.js'

const FOLDER = join(process.env.KORREL_SPECS, '../examples/quint')
const TRACES = readdirSync(FOLDER).filter((name) => name.endsWith('.itf.json')).map((name) => join(FOLDER, name))
const DRIVER = join(import.meta.dirname, 'runs/bank.js')
const replay = (...how) => korrel(['test', '--itf', ...TRACES, '--', process.execPath, DRIVER, ...how])

// If this failed, a right program would not pass, or the report depend on how the driver goes back.
test('a right program passes', () => {
  for (const how of [[], ['snapshots'], ['big']]) {
    const { stdout, stderr, status } = replay(...how)
    assert.equal(status, 0, stdout + stderr)
    assert.match(stdout, /COMPLETE: 18 calls, scope of 3 traces/)
    assert.doesNotMatch(stderr, /tell nothing/)
  }
})

test('a fault is found at its call', () => {
  for (const how of [['costs'], ['costs', 'snapshots']]) {
    const { stdout, status } = replay(...how)
    assert.equal(status, 1)
    assert.match(stdout, /smallest: c1f845e7ddf67b91 \(6 calls\)[^]*6\. withdraw\(account "bob", amount 3\) +fails/)
  }
})

test('exceptions, skips, and states that are no values', () => {
  assert.match(replay('throws').stdout, /1\. RangeError: too much/)
  assert.match(replay('skips').stdout, /closed/)
  assert.match(replay('unsayable').stdout, /state\.balances\[0\]: 1\.5 is no value of a trace/)
})

test('what does not fit the traces is told', () => {
  assert.match(replay('misnamed').stdout, /deposit takes `sum`, and the traces' calls have account, amount/)
  const { status, stderr } = replay('lacking')
  assert.equal(status, 2)
  assert.match(stderr, /withdraw/)
})

test('values there and back', async () => {
  const root = dirname(createRequire(import.meta.url).resolve('korrel/package.json'))
  const { read, write } = await import(join(root, 'src/driver/itf.js'))
  const given = {
    number: { '#bigint': '-3' },
    set: { '#set': [{ '#bigint': '1' }, 'a'] },
    map: { '#map': [[{ '#bigint': '1' }, ['x']]] },
    pair: { '#tup': [true, 'x'] },
    some: { tag: 'Some', value: { '#bigint': '3' } },
  }
  const value = { number: -3, set: new Set([1, 'a']), map: new Map([[1, ['x']]]), pair: [true, 'x'], some: { tag: 'Some', value: 3 } }
  assert.deepEqual(read(given), value)
  assert.equal(read({ '#bigint': '99999999999999999999' }, true), 99999999999999999999n)
  assert.throws(() => read({ '#bigint': '99999999999999999999' }), /is no exact number/)
  const plain = { ...value, set: { '#set': [1, 'a'] }, map: { '#map': [[1, ['x']]] } }
  assert.deepEqual(write(value, 'x'), plain)
  assert.deepEqual(write({ '#set': 2n ** 64n }, 'x'), { '#map': [['#set', { '#bigint': '18446744073709551616' }]] })
})
