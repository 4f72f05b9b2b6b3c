// Gives a library each object graph of spec.als: it must come back as it was, and none of its objects be an old one.
import { Fail, serve } from './serve.mjs'

// ── your library ── import it here in place of the example, and call it in `roundTrip`.
import * as library from './example.mjs'

/** The value, written and read, or copied. It may be async. */
const roundTrip = (value) => library.parse(library.stringify(value))

const isRefusal = (error) => false // whether it says that it cannot: then the input passes
// ────────────────────

// Keys and the leaf of the spec stand for these: take those that are awkward for your library, such as '' or undefined.
const KEYS = { a: 'a', b: 'b' }
const LEAF = null

/** The value of an object of the spec. `made` has those that are there already. */
function built(thing, made = new Map()) {
  if (thing.$type === 'Null') return LEAF
  if (made.has(thing)) return made.get(thing)
  const value = thing.$type === 'Object' ? {} : []
  made.set(thing, value) // before its parts, which may lead back
  for (const key of thing.keys ?? []) value[KEYS[key]] = built(thing.at.get(key), made)
  for (const item of thing.items ?? []) value.push(built(item, made))
  return value
}

const isObject = (value) => value !== null && typeof value === 'object'
const kind = (value) => (isObject(value) ? Object.getPrototypeOf(value)?.constructor?.name ?? 'an object without a class' : String(value))

/** A graph as text: an object that is met again is called by its number. */
function shown(value, met = new Map()) {
  if (!isObject(value)) return String(value)
  if (met.has(value)) return `#${met.get(value)}`
  met.set(value, met.size + 1)
  const number = `#${met.size}`
  if (Array.isArray(value)) return `${number}[${value.map((part) => shown(part, met)).join(', ')}]`
  return `${number}{${Object.entries(value).map(([key, part]) => `${key}: ${shown(part, met)}`).join(', ')}}`
}

/** How a copy differs: nothing if it has the same form, and no object of the original. */
function difference(old, copy, copies = new Map(), originals = new Map()) {
  if (!isObject(old) || !isObject(copy)) return Object.is(old, copy) ? undefined : `${kind(copy)} in place of ${kind(old)}`
  if (copies.has(old) || originals.has(copy)) {
    if (copies.get(old) === copy) return undefined
    return copies.has(old) ? 'one object became two' : 'two objects became one'
  }
  if (old === copy) return 'a part is not copied'
  if (kind(old) !== kind(copy)) return `${kind(copy)} in place of ${kind(old)}`
  copies.set(old, copy)
  originals.set(copy, old)
  const [keys, found] = [Object.keys(old), Object.keys(copy)]
  if (keys.length !== found.length || keys.some((key) => !Object.hasOwn(copy, key))) return 'other keys'
  if (keys.some((key, at) => key !== found[at])) return 'another order'
  for (const key of keys) {
    const different = difference(old[key], copy[key], copies, originals)
    if (different) return different
  }
  return undefined
}

async function trip({ top }) {
  const value = built(top)
  const before = shown(value)
  let copy
  try {
    copy = await roundTrip(value)
  } catch (error) {
    if (isRefusal(error)) return
    throw new Fail(error.name, `${before}: ${error.message}`)
  }
  const different = difference(value, copy)
  if (different) throw new Fail(different, `${before} comes back as ${shown(copy)}`)
  if (shown(value) !== before) throw new Fail('the original was changed', `${before} is now ${shown(value)}`)
}

serve({ trip, judges: true })
