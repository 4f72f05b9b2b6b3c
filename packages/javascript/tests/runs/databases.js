// Run by databases.test.js: tests that pass, and tests that must not.
import assert from 'node:assert/strict'
import { databases } from 'korrel/node-test'

const library = new URL('library.sql', import.meta.url)
const ring = new URL('ring.sql', import.meta.url)
const small = { rows: 2, texts: ['x', "it's"] }

/** What a query returns, of node:sqlite and of sql.js. */
function rows(db, query) {
  if (typeof db.run !== 'function') return db.prepare(query).all().map((row) => Object.values(row))
  return db.exec(query)[0]?.values ?? []
}

const seen = new Set()
databases('each once', library, small, (db) => {
  assert.deepEqual(rows(db, 'PRAGMA foreign_key_check'), [])
  const all = JSON.stringify([rows(db, 'SELECT * FROM author ORDER BY id'), rows(db, 'SELECT * FROM book ORDER BY id')])
  assert(!seen.has(all) && !/new|not of/.test(all), all)
  seen.add(all)
  db.exec("DELETE FROM book; INSERT INTO author VALUES (9, 'new', NULL)")
})
databases('all were seen', library, { ...small, limit: 1 }, () => {
  assert(seen.has('[[],[]]') && [...seen].some((one) => one.includes("it's")), [...seen].join('\n'))
  console.log(`seen: ${seen.size}`)
})
databases('fails', library, small, (db) => {
  const [[authors]] = rows(db, 'SELECT count(*) FROM author')
  const [[joined]] = rows(db, 'SELECT count(DISTINCT a.id) FROM author a JOIN book b ON b.author = a.id')
  assert.equal(joined, authors, 'an author without books is lost')
})
databases('commits', library, { rows: 1 }, (db) => {
  assert(rows(db, 'SELECT count(*) FROM author')[0][0] <= 1)
  db.exec('COMMIT')
})
databases('a ring', ring, { rows: 2 }, (db) => {
  assert.throws(() => db.exec('INSERT INTO b VALUES (9, 9)'), /FOREIGN KEY/)
})
databases('is wrong', new URL('databases.js', import.meta.url), () => {})
databases.skip('is skipped', library, () => assert.fail())

const mine = { written: [], opened: 0, exec: (sql) => mine.written.push(sql), close: () => assert.fail() }
databases('a connection of my own', library, { rows: 1, dialect: 'postgres', connect: () => (mine.opened++, mine) }, (db) => {
  assert(db === mine && mine.opened === 1 && mine.written.at(-2) === 'BEGIN')
})
