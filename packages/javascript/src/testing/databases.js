import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KorrelError } from '../error.js'
import { path, quoted, shortest } from '../program/flags.js'
import { program } from '../program/locate.js'
import { Running } from '../program/run.js'
import { find } from '../stream.js'
import { limited } from './endless.js'
import { isSkip } from './loop.js'
import { failure } from './report.js'

const OWN = ['rows', 'integers', 'texts', 'dialect', 'connect', 'limit', 'scope', 'timeout', 'testTimeout', 'inputTimeout']
const HEAD = '-- database '

/** What a test over the databases of a schema is about. */
export function databasesSubject(title, schema, options, body) {
  if (typeof options === 'function') return databasesSubject(title, schema, {}, options)
  if (typeof body !== 'function') throw new KorrelError(`databases: ${title}: there is no function to call with each database`)
  const unknown = Object.keys(options).find((option) => !OWN.includes(option))
  if (unknown !== undefined) throw new KorrelError(`databases: ${title}: there is no option ${unknown}`)
  const { integers } = options
  if (integers !== undefined && !(integers.length === 2 && integers[0] <= integers[1])) {
    throw new KorrelError(`databases: ${title}: integers are the least and the greatest, [0, 2]`)
  }
  return { title, schema: path(schema), options, body }
}

/**
 * Calls the body with a connection to each database of a schema, smallest first; resolves with a remark of how many there
 * were. The first that fails is the smallest. What the body changes is rolled back.
 *
 * The program writes the statements, so nothing here knows how a heap becomes rows.
 */
export async function tryDatabases(test, run, context) {
  const folder = mkdtempSync(join(tmpdir(), 'korrel-'))
  try {
    const spec = join(folder, 'schema.als')
    const said = init(test, spec)
    return [await over(test, spec, run, context), said].filter(Boolean).join('; ')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes the spec; what it does not say of the schema. */
function init(test, spec) {
  const made = spawnSync(program(), [...initWords(test), '-o', spec, '--', test.schema], { encoding: 'utf8', windowsHide: true })
  const said = made.stderr.trim()
  if (made.status !== 0) throw new KorrelError(said, { code: /^error\[(E\d+)\]/m.exec(said)?.[1] ?? null, exitCode: made.status })
  return said.includes('not said') ? said : ''
}

function initWords({ options }) {
  const { rows = 3, integers, texts = [], connect } = options
  const dialect = options.dialect ?? (connect === undefined ? 'sqlite' : undefined)
  return [
    ...['init', '--rows', String(rows)],
    ...(integers === undefined ? [] : ['--integers', integers.join('..')]),
    ...texts.map((text) => `--text=${text}`),
    ...(dialect === undefined ? [] : ['--dialect', dialect]),
  ]
}

async function over(test, spec, run, context) {
  const { options } = test
  const key = process.env.KORREL_REPLAY || null
  const time = typeof options.timeout === 'number' ? `${options.timeout}ms` : options.timeout
  const asked = { scope: options.scope, ...(key === null ? { limit: options.limit, timeout: time } : { key }) }
  const flags = Object.entries(asked).filter(([, value]) => value !== undefined)
  const running = new Running(['find', spec, '--format', 'sql', '--color', 'never', ...flags.flatMap(([flag, value]) => [`--${flag}`, String(value)])])
  const database = new Database(test, spec)
  let count = 0
  try {
    for await (const [id, script] of scripts(running.lines())) {
      await tryOne(test, { database, spec, id, script, passed: key === null ? count : null, run, context })
      count++
    }
    const { code, signal } = await running.ended
    return remark(test, { count, key, code, signal, said: running.said.trim() })
  } finally {
    await running.close()
    database.close()
  }
}

/** The number of each database, and the statements that write it. */
async function* scripts(lines) {
  let [id, script] = [null, []]
  for await (const line of lines) {
    if (!line.startsWith(HEAD)) {
      script.push(line)
      continue
    }
    if (id !== null) yield [id, script.join('\n')]
    ;[id, script] = [line.slice(HEAD.length), []]
  }
  if (id !== null) yield [id, script.join('\n')]
}

async function tryOne(test, { database, spec, id, script, passed, run, context }) {
  const connection = await database.filled(script)
  try {
    await limited(() => test.body(connection, context), test.options.inputTimeout)
  } catch (error) {
    if (isSkip(error)) throw error
    const heap = await withKey(test, spec, id)
    const how = `npx korrel ${[...initWords(test), '-o', 'schema.als', shortest(test.schema)].map(quoted).join(' ')}`
    const rows = script.split('\n').filter(Boolean).map((statement) => `       ${statement}`)
    const told = [`rows:  ${how} && npx korrel find schema.als --format sql --key ${heap.key}`, ...rows]
    throw failure(error, { options: {}, heap, passed, run, told })
  } finally {
    await database.empty()
  }
}

/** A key takes longer than a database: only one that fails is asked for it. */
async function withKey({ options }, spec, id) {
  for await (const heap of find(spec, undefined, { scope: options.scope, id, allowIncomplete: true })) return heap
  throw new KorrelError(`there is no database ${id}`)
}

function remark({ title, options, schema }, { count, key, code, signal, said }) {
  if (code === 2) throw new KorrelError(said, { code: /^error\[(E\d+)\]/m.exec(said)?.[1] ?? null, exitCode: code })
  if (key !== null) return count === 0 ? `nothing was tried: no input is ${key}` : `only ${key} was tried`
  if (code > 1 || code === null) {
    throw new KorrelError(`${title}: the list is incomplete (${signal ?? `exit code ${code}`})\n${said}`.trim(), { code: 'INCOMPLETE', exitCode: code })
  }
  if (count === 0) throw new KorrelError(`${title}: there is no database\n${said}`.trim(), { code: 'EMPTY' })
  if (count === options.limit) return `stopped at the limit: ${count} databases of ${shortest(schema)}, and there may be more`
  return `COMPLETE: ${count} databases of ${shortest(schema)}`
}

/** A connection whose tables are there and empty, and a transaction on it. */
class Database {
  #connection = null
  #test
  #spec

  constructor(test, spec) {
    this.#test = test
    this.#spec = spec
  }

  async filled(script) {
    const connection = (this.#connection ??= await this.#opened())
    connection.exec('BEGIN')
    try {
      connection.exec(script)
      // Keys that had to wait for each other's rows wait no longer.
      if (script.includes('PRAGMA defer_foreign_keys')) connection.exec('PRAGMA defer_foreign_keys = OFF')
    } catch (error) {
      await this.empty()
      throw error
    }
    return connection
  }

  async empty() {
    try {
      this.#connection.exec('ROLLBACK')
    } catch {
      // The body has ended the transaction, so its rows stay: the next one begins anew.
      this.close()
      const { connect, title } = this.#test.options
      if (connect !== undefined) throw new KorrelError(`${title}: the transaction was ended, so what was written stays in the database`)
    }
  }

  close() {
    if (this.#test.options.connect === undefined) this.#connection?.close()
    this.#connection = null
  }

  async #opened() {
    const { schema, options } = this.#test
    if (options.connect !== undefined) return options.connect()
    const connection = await sqlite()
    connection.exec('PRAGMA foreign_keys = OFF')
    connection.exec(readFileSync(schema, 'utf8').replace(/^\uFEFF/, ''))
    // Rows that the script writes are not of the database.
    const tables = readFileSync(this.#spec, 'utf8').matchAll(/^--@ \S+: table (.+)$/gm)
    for (const [, name] of tables) connection.exec(`DELETE FROM ${name}`)
    connection.exec('PRAGMA foreign_keys = ON')
    return connection
  }
}

/** Node's own SQLite, where it has one; else that of the package sql.js. */
async function sqlite() {
  const { DatabaseSync } = await import('node:sqlite').catch(() => ({}))
  if (DatabaseSync !== undefined) return new DatabaseSync(':memory:')
  const { default: init } = await import('sql.js').catch((cause) => {
    throw new KorrelError('this Node has no node:sqlite: `npm install --save-dev sql.js`, or give the option `connect`', { cause })
  })
  const { Database: InMemory } = await init()
  return new InMemory()
}
