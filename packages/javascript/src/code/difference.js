/**
 * Where two object graphs differ, in all that a program can see of them.
 *
 * `util.isDeepStrictEqual` compares values with -0, NaN, holes, prototypes and flags. It does not ask which parts are the same
 * object (`[a, a]` beside `[{}, {}]`, a ring of one beside a ring of two), says that two invalid dates differ, and takes no notice of order, of hidden and of
 * computed properties. So both graphs are walked together here; the numbers in a buffer are left to it. Objects correspond one to one: each has one twin, in both directions.
 */
import { isDeepStrictEqual, types } from 'node:util'
import { written } from './pool.js'

/**
 * A text that says where the first difference is, or null if there is none:
 *
 *     difference([part, part], [{}, {}])  // '[1]: the same object as [0], expected another one'
 *
 * `order: false` takes no notice of the order of properties, entries and members. `same` has pairs of objects and symbols that
 * correspond: what a library and a model were given. Functions correspond only so, or if they are identical. What private
 * fields hold cannot be seen.
 */
export function difference(actual, expected, options) {
  return found(actual, expected, options)?.text ?? null
}

/** The same with its kind, which says nothing of places and of single values: `a hole, expected undefined`. */
export function found(actual, expected, { order = true, same = [] } = {}) {
  return new Walk(order, same).between(actual, expected, '')
}

class Walk {
  #isOrdered
  #there = new Map()
  #back = new Map()

  constructor(isOrdered, same) {
    this.#isOrdered = isOrdered
    for (const [one, other] of same) this.#pair(one, other, null)
  }

  #pair(one, other, path) {
    this.#there.set(one, { other, path })
    this.#back.set(other, { other: one, path })
  }

  between(one, other, path) {
    if (isHeld(one) && isHeld(other)) return this.#objects(one, other, path)
    if (Object.is(one, other) && !isHeld(one)) return null
    return differs(path, one, other)
  }

  #objects(one, other, path) {
    const [there, back] = [this.#there.get(one), this.#back.get(other)]
    if (there !== undefined && there.other === other) return null
    if (there !== undefined || back !== undefined) return this.#shared(there, back, path)
    if (typeof one !== 'object' || typeof other !== 'object') return one === other ? null : differs(path, one, other)
    this.#pair(one, other, path)
    return this.#kind(one, other, path) ?? this.#entries(one, other, path) ?? this.#properties(one, other, path)
  }

  #shared(there, back, path) {
    const [known, isOfActual] = there === undefined ? [back, false] : [there, true]
    const where = known.path === null ? 'one that was given' : known.path === '' ? 'the whole' : known.path
    return no(path, isOfActual ? `the same object as ${where}, expected another one` : `another object, expected the same as ${where}`, isOfActual ? 'a shared object' : 'an object that is not shared')
  }

  #properties(one, other, path) {
    const [mine, theirs] = [keysOf(one), keysOf(other)]
    const lost = theirs.find((key) => !Object.hasOwn(one, key))
    if (lost !== undefined) return no(path + step(lost), `${isElement(one, lost) ? 'a hole' : 'not there'}, expected ${held(other, lost)}`, isElement(one, lost) ? 'a hole' : 'a property is not there')
    const added = mine.find((key) => !Object.hasOwn(other, key))
    if (added !== undefined) return no(path + step(added), `${held(one, added)}, expected ${isElement(one, added) ? 'a hole' : 'nothing'}`, isElement(one, added) ? 'no hole' : 'one more property')
    if (this.#isOrdered && mine.some((key, place) => key !== theirs[place])) return no(path, `its properties are ${named(mine)}, expected ${named(theirs)}`, 'another order')
    for (const key of theirs) {
      const inside = this.#property(Object.getOwnPropertyDescriptor(one, key), Object.getOwnPropertyDescriptor(other, key), path + step(key))
      if (inside !== null) return inside
    }
    return null
  }

  #property(one, other, path) {
    if (one.enumerable !== other.enumerable) return no(path, is('enumerable', one.enumerable, other.enumerable))
    const [isMine, isTheirs] = [!('value' in one), !('value' in other)]
    if (isMine !== isTheirs) return no(path, `${isMine ? 'an accessor' : 'a value'}, expected ${isTheirs ? 'an accessor' : 'a value'}`)
    return isMine ? null : this.between(one.value, other.value, path)
  }

  #entries(one, other, path) {
    if (types.isMap(one)) return this.#map(one, other, path)
    if (types.isSet(one)) return this.#set([...one], [...other], path)
    return null
  }

  #map(one, other, path) {
    const keys = this.#set([...one.keys()], [...other.keys()], `${path}.keys()`)
    if (keys !== null) return keys
    for (const [[key, mine], [, theirs]] of this.#matched([...one], [...other], ([at]) => at)) {
      const inside = this.between(mine, theirs, `${path}.get(${written(key, true)})`)
      if (inside !== null) return inside
    }
    return null
  }

  #set(mine, theirs, path) {
    if (mine.length !== theirs.length) return no(path, `${mine.length} of them, expected ${theirs.length}`, 'another number of entries')
    for (const [place, [one, other]] of this.#matched(mine, theirs, (value) => value).entries()) {
      const inside = this.between(one, other, `${path}[${place}]`)
      if (inside !== null) return inside
    }
    return null
  }

  /** Pairs of members: in order; or plain values with equal ones, and objects in their order. */
  #matched(mine, theirs, keyOf) {
    if (this.#isOrdered) return mine.map((one, place) => [one, theirs[place]])
    const left = [...theirs]
    const take = (test) => left.splice(left.findIndex(test), 1)[0]
    const plain = mine.filter((one) => !isHeld(keyOf(one)) && left.some((other) => Object.is(keyOf(other), keyOf(one))))
    const pairs = plain.map((one) => [one, take((other) => Object.is(keyOf(other), keyOf(one)))])
    return [...pairs, ...mine.filter((one) => !plain.includes(one)).map((one) => [one, left.shift()])]
  }

  /** What makes two objects different before one looks at what they hold. */
  #kind(one, other, path) {
    const [mine, theirs] = [one, other].map((value) => Object.getPrototypeOf(value))
    if (mine !== theirs && (isOfClass(mine) || isOfClass(theirs))) {
      if (mine === null || this.#there.get(mine)?.other !== theirs) return no(path, `${classOf(one)}, expected ${classOf(other)}`)
    } else if (mine !== theirs) {
      const above = this.between(mine, theirs, `${path}[prototype]`)
      if (above !== null) return above
    }
    if (Array.isArray(one) !== Array.isArray(other)) return differs(path, one, other)
    if (Array.isArray(one) && one.length !== other.length) return no(`${path}.length`, `${one.length}, expected ${other.length}`, 'another length')
    if (types.isMap(one) !== types.isMap(other) || types.isSet(one) !== types.isSet(other)) return differs(path, one, other)
    if (types.isDate(one) && types.isDate(other)) return Object.is(one.getTime(), other.getTime()) ? null : differs(path, one, other)
    if (Object.isFrozen(one) !== Object.isFrozen(other)) return no(path, is('frozen', Object.isFrozen(one), Object.isFrozen(other)))
    return insideOf(one, other) ? null : differs(path, one, other)
  }
}

/** Whether a prototype is that of a class; else it is an object that somebody has put there, and is walked. */
function isOfClass(prototype) {
  return prototype === null || Object.hasOwn(prototype, 'constructor')
}

/** Whether what no property shows is equal. */
function insideOf(one, other) {
  if (types.isRegExp(one) && types.isRegExp(other)) return String(one) === String(other)
  if (types.isBoxedPrimitive(one) && types.isBoxedPrimitive(other)) return Object.is(one.valueOf(), other.valueOf())
  const isMemory = (value) => types.isAnyArrayBuffer(value) || ArrayBuffer.isView(value)
  if (isMemory(one) || isMemory(other)) return isDeepStrictEqual(one, other)
  return [types.isRegExp, types.isBoxedPrimitive, types.isDate].every((is) => is(one) === is(other))
}

function held(object, key) {
  const property = Object.getOwnPropertyDescriptor(object, key)
  return 'value' in property ? written(property.value, true) : 'an accessor'
}

/** Of an error all but its stack; of numbers in a buffer none, since they were compared. */
function keysOf(value) {
  const keys = Reflect.ownKeys(value)
  if (types.isNativeError(value)) return keys.filter((key) => key !== 'stack')
  if (ArrayBuffer.isView(value) || types.isStringObject(value)) return keys.filter((key) => typeof key !== 'string' || !isIndex(key))
  return keys
}

/** Whether a value has an identity. */
export function isHeld(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function' || typeof value === 'symbol'
}

function isIndex(key) {
  return typeof key === 'string' && /^(0|[1-9]\d*)$/.test(key)
}

function isElement(object, key) {
  return Array.isArray(object) && isIndex(key)
}

function differs(path, one, other) {
  return no(path, `${written(one, true)}, expected ${written(other, true)}`, `${sortOf(one)}, expected ${sortOf(other)}`)
}

function no(path, text, kind = text) {
  return { text: path === '' ? text : `${path}: ${text}`, kind }
}

function is(what, one, other) {
  return `${one ? '' : 'not '}${what}, expected ${other ? '' : 'not '}${what}`
}

/** A value as one of many. */
function sortOf(value) {
  if (value === undefined || value === null || Object.is(value, -0) || Number.isNaN(value)) return written(value)
  return typeof value === 'object' ? classOf(value) : `a ${typeof value}`
}

function classOf(value) {
  const prototype = Object.getPrototypeOf(value)
  if (prototype === null) return 'an object without a prototype'
  const name = prototype.constructor?.name
  const isHere = globalThis[name] === prototype.constructor || !(name in globalThis)
  return `an object of ${name || 'no class'}${isHere ? '' : ' (not of this realm)'}`
}

function step(key) {
  if (typeof key === 'symbol') return `[${String(key)}]`
  return isIndex(key) ? `[${key}]` : /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

function named(keys) {
  return keys.map((key) => String(key)).join(', ')
}
