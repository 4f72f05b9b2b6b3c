// Run by driver.test.js, under `korrel test`: a table of texts and numbers. `process.argv[2]` seeds a fault, for
// tables of two rows only: each failure is tried again in a process of its own, and there need not be many.
import * as korrel from 'korrel/driver'

class Table {
  put(key, number) {
    if (this.has('throws') && number === 0) throw new RangeError('too many')
    this.rows.set(key, this.has('unknown') && number === 255 ? 256 : number)
  }

  remove(key) {
    if (this.has('keeps')) return this.rows.has(key)
    return this.rows.delete(key)
  }

  keys() {
    return new Set(this.rows.keys())
  }

  greatest() {
    korrel.cover(`size ${this.rows.size}`)
    return this.has('least') ? Math.min(...this.rows.values()) : Math.max(...this.rows.values())
  }

  has(fault) {
    return process.argv[2] === fault && this.rows.size === 2
  }
}

korrel.type(Table)
korrel.type(class Elsewhere {})
korrel.constructor('empty', () => Object.assign(new Table(), { rows: new Map() }))
korrel.operation('put', (table, key, number) => table.put(key, number))
korrel.operation('remove', async (table, key) => {
  console.log('what a program prints is no reply')
  return table.remove(key)
})
korrel.operation('keys', (table) => table.keys())
korrel.operation('greatest', (table) => table.greatest())
korrel.operation(
  'judged',
  (table) => {
    if (table.rows.size === 0) throw new korrel.Skip('there is nothing')
    if (table.has('judges')) throw new korrel.Fail('too many', `${table.rows.size} rows`)
  },
  { judges: true },
)
korrel.serve({ values: process.argv[2] === 'twice' ? { Key: ['', ''] } : { Key: ['', 'a b', 'é'], Int: [0, 1, 255] } })
