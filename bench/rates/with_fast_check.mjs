// The same lists, drawn by fast-check. Prints how many were different, and how many it tried.
import assert from 'node:assert/strict'
import fc from 'fast-check'

function remove(list, k) {
  let before = null
  for (let at = list.header; at !== null; at = at.next) {
    if (at.elem !== k) before = at
    else if (before === null) list.header = at.next
    else before.next = at.next
  }
}

function elements(list) {
  const all = []
  for (let at = list.header; at !== null; at = at.next) all.push(at.elem)
  return all
}

const seen = new Set()
let tried = 0
const values = fc.integer({ min: 1, max: 6 })
const property = fc.property(fc.array(values, { maxLength: 5 }), values, (given, k) => {
  tried++
  seen.add(`${given}-${k}`)
  const list = { header: null }
  for (const elem of given.toReversed()) list.header = { elem, next: list.header }
  remove(list, k)
  assert.deepEqual(elements(list), given.filter((elem) => elem !== k))
})
fc.assert(property, { numRuns: Number(process.argv[2]) })
console.log(seen.size, tried)
