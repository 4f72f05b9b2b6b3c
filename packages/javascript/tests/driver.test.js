// Programs under `korrel test`.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { korrel, own } from './support.js'

const DRIVER = join(import.meta.dirname, 'runs/driver.js')

/** The end of the report, by operation, and all causes. Each failure starts a driver anew: a few will do. */
function report(...faults) {
  const flags = faults.length > 0 ? ['--stop-after', '2'] : []
  const words = ['test', fileURLToPath(own('table')), '--format', 'json', ...flags, '--', process.execPath, DRIVER, ...faults]
  const { stdout, stderr, status } = korrel(words)
  const records = stdout.trim().split('\n').filter((line) => line !== '').map((line) => JSON.parse(line))
  const ops = Object.fromEntries(records.filter(({ kind }) => kind === 'op').map((op) => [op.op, op]))
  return { ops, stderr, status, causes: Object.values(ops).flatMap(({ groups }) => groups).map(({ cause }) => cause) }
}

test('a right program passes, with values there and back', () => {
  const { ops, status, stderr } = report()
  assert.equal(status, 0, stderr)
  assert.deepEqual(Object.values(ops).map(({ failed }) => failed), [0, 0, 0, 0, 0])
  assert(ops.put.passed > 20 && ops.remove.passed > 10 && ops.keys.passed > 5 && ops.greatest.passed > 5)
  assert.equal(ops.judged.skipped, 1)
})

test('states come of a constructor', () => {
  const scope = ['--scope', 'exactly 1 Table, 2 Key, 0..2 Int', '--format', 'json']
  const ops = ['--op', 'put', '--op', 'remove']
  const words = ['explore', fileURLToPath(own('table')), ...ops, ...scope, '--', process.execPath, DRIVER]
  const { stdout, stderr, status } = korrel(words)
  assert.equal(status, 0, stderr)
  // Without a row, with one of three numbers, with two of them in no order.
  assert.equal(JSON.parse(stdout.trim().split('\n').at(-1)).count, 10)
})

test('wrong programs fail, each for its cause', () => {
  const fails = (fault, op, cause) => {
    const { ops, causes } = report(fault)
    assert.deepEqual(Object.keys(ops).filter((name) => ops[name].failed > 0), [op], fault)
    assert.match(causes.join(), cause)
  }
  fails('keeps', 'remove', /remove_post/)
  fails('least', 'greatest', /greatest_post/)
  fails('throws', 'put', /RangeError/)
  fails('judges', 'judged', /too many/)
})

test('a value that is none of them fails its input', () => {
  const { ops, causes } = report('unknown')
  assert.deepEqual(causes, ['values: # is none of the values of Int'])
  assert(ops.put.passed > 0)
})

test('values that cannot be told apart stop the driver', () => {
  const { status, stderr } = report('twice')
  assert.equal(status, 2)
  assert.match(stderr, /"" stands there twice/)
})

test('a driver whose reader goes away ends quietly', async () => {
  const driver = spawn(process.execPath, [DRIVER], { stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  driver.stderr.setEncoding('utf8').on('data', (text) => (said += text))
  driver.stdin.on('error', () => {})
  const ops = { keys: { parameters: { t: 'Table' } } }
  driver.stdin.write(`${JSON.stringify({ types: { Table: { rows: 'map Key int' }, Key: {} }, enums: {}, ops })}\n`)
  await once(driver.stdout, 'data')
  driver.stdout.destroy()
  const input = { id: 0, op: 'keys', roots: { t: 'Table$0' }, objects: { Table$0: { $type: 'Table', rows: {} } } }
  for (let sent = 0; sent < 2000; sent++) driver.stdin.write(`${JSON.stringify(input)}\n`)
  driver.stdin.end()
  const [code] = await once(driver, 'close')
  assert.deepEqual([code, said], [0, ''])
})
