// Run by driver.test.js, under `korrel test`: a table of texts and numbers. `process.argv[2]` seeds a fault.
import * as korrel from 'korrel/driver'

const fault = process.argv[2]

class Table {
  put(key, number) {
    if (fault === 'throws' && this.rows.size === 3) throw new RangeError('too many')
    this.rows.set(key, fault === 'unknown' && number === 255 ? 256 : number)
  }

  remove(key) {
    if (fault === 'keeps') return this.rows.has(key)
    return this.rows.delete(key)
  }

  keys() {
    return new Set(this.rows.keys())
  }

  greatest() {
    korrel.cover(`size ${this.rows.size}`)
    return fault === 'least' ? Math.min(...this.rows.values()) : Math.max(...this.rows.values())
  }
}

korrel.type(Table)
korrel.type(class Elsewhere {})
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
    if (fault === 'judges' && table.rows.size > 1) throw new korrel.Fail('too many', `${table.rows.size} rows`)
  },
  { judges: true },
)
korrel.serve({ values: fault === 'twice' ? { Key: ['', ''] } : { Key: ['', 'a b', 'é'], Int: [0, 1, 255] } })
