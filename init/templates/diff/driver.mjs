// Gives a library each pair of documents of spec.als: the difference must lead from one to the other.
import { isDeepStrictEqual } from 'node:util'
import { Fail, serve } from './serve.mjs'

// ── your library ── import it here in place of the example, and call it in `roundTrips`.
import * as library from './example.mjs'

/** Each thing that must come out: its name, the document that the library makes, and the right one. */
function* roundTrips(old, young) {
  const changes = library.diff(old, young)
  yield ['patch', library.patch(structuredClone(old), changes), young]
  // A library that can undo has one more: yield ['undo', library.undo(structuredClone(young), changes), old]
}
// ────────────────────

// Keys and leaves of the spec stand for these: take those that are awkward for your library, such as '' or '__proto__'.
const keys = { a: 'a', b: 'b' }
const leaves = { Null: null, One: 1, True: true }

/** A document of the spec as JavaScript has it. */
function plain(value) {
  if (value.members) return Object.fromEntries([...value.members].map(([key, part]) => [keys[key], plain(part)]))
  return value.items ? value.items.map(plain) : leaves[value.$type]
}

function diff(roots) {
  const [old, young] = [plain(roots.old), plain(roots.new)]
  const pair = `${JSON.stringify(old)} to ${JSON.stringify(young)}`
  let different
  try {
    const trips = [...roundTrips(structuredClone(old), structuredClone(young))]
    different = trips.find(([, found, expected]) => !isDeepStrictEqual(found, expected))
  } catch (error) {
    throw new Fail(error.name, `${pair}: ${error.message}`)
  }
  if (different) throw new Fail(`${different[0]}: another document`, `${pair}: ${JSON.stringify(different[1])}`)
}

serve({ diff, judges: true })
