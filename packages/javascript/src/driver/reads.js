import { inspect } from 'node:util'

/**
 * Which fields a program reads of an input, for `korrel test --lazy`: each once, in order. One that is written
 * counts as read, for a reply does not tell what was left alone from what was given the value that it had. Each
 * field becomes a getter and a setter, so that objects stay what they are; who asks for a property's descriptor
 * gets that of a value.
 */
export class Reads {
  constructor(heap, given, classes) {
    showPlainly()
    this.found = []
    this.known = new Set()
    this.tracked = []
    /** The program has ended, and its state is written. */
    this.hasEnded = false
    /** Something was done of which it is not known to which fields. */
    this.isAll = false
    /** Why this driver cannot tell. */
    this.untold = null
    for (const [object, name] of heap.names) this.track(object, name, given[name], classes)
  }

  track(object, name, { $type, ...fields }, classes) {
    for (const field of Object.keys(fields)) {
      if (classes.keepsElsewhere($type)) this.refuse(`${$type} is given as { create, fill, read }, which keeps fields elsewhere`)
      else if (!Object.hasOwn(object, field)) this.refuse(`${$type}.${field} is an accessor of the class, which keeps it elsewhere`)
      else this.put(object, name, field)
    }
    if (object.$id === name) this.putName(object, name)
  }

  /** Inputs in which the same is read have other names. */
  putName(object, name) {
    const read = () => {
      this.isAll = true
      return name
    }
    Object.defineProperty(object, '$id', { get: read, enumerable: true, configurable: true })
    readers.set(read, { object, read, kept: () => name })
  }

  put(object, name, field) {
    const reads = this
    let value = object[field]
    const read = () => {
      reads.touch(name, field)
      return value
    }
    function get() {
      if (this !== object && hasOwn(this, field)) reads.refuse(`the getter of ${field} was called on another object`)
      return read()
    }
    function set(given) {
      if (this === object) {
        reads.touch(name, field)
        value = given
      } else {
        if (hasOwn(this, field)) reads.refuse(`the setter of ${field} was called on another object`)
        Object.defineProperty(this, field, { value: given, writable: true, enumerable: true, configurable: true })
      }
    }
    try {
      Object.defineProperty(object, field, { get, set, enumerable: true, configurable: true })
    } catch {
      this.refuse(`${field} of an object that is frozen or sealed cannot be tracked`)
    }
    readers.set(get, { object, read, kept: () => value })
    this.tracked.push({ object, field, get })
  }

  touch(name, field) {
    // Which of its iterators and getters are asked, and when, is decided by what the program has not read.
    if (this.hasEnded) this.isAll = true
    if (this.hasEnded || this.known.has(`${name}.${field}`)) return
    this.known.add(`${name}.${field}`)
    this.found.push([name, field])
  }

  refuse(why) {
    this.untold ??= `${why}: test without --lazy`
  }

  /** What is still read is read by what the program has left behind: an iterable that is walked only now, a getter. */
  end() {
    this.hasEnded = true
  }

  /** A field for the reply. Of an object of the input that is no read. */
  kept(object, field) {
    const tracked = readers.get(ownDescriptor(object, field)?.get)
    return tracked?.object === object ? tracked.kept() : object[field]
  }

  /** What was read, for the reply. */
  said() {
    this.end()
    this.checkFields()
    return this.untold ?? (this.isAll ? 'all' : this.found)
  }

  checkFields() {
    for (const { object, field, get } of this.tracked) {
      const now = ownDescriptor(object, field)
      // It was deleted, or made anew, which nobody has seen.
      if (now?.get !== get) this.isAll = true
      else if (!now.configurable) this.refuse(`${field} of an object was frozen or sealed, and is tracked by a setter`)
    }
  }
}

const { getOwnPropertyDescriptor: ownDescriptor, hasOwn } = Object
const readers = new WeakMap() // getter -> whose it is, what reads the value, and what does so uncounted

/** Who looks at a tracked field in another way than by reading it sees its value, and has read it. */
function showPlainly() {
  if (Object.getOwnPropertyDescriptor !== ownDescriptor) return
  const descriptor = (object, key) => {
    const found = ownDescriptor(object, key)
    const tracked = readers.get(found?.get)
    if (tracked === undefined) return found
    return { value: tracked.read(), writable: true, enumerable: found.enumerable, configurable: found.configurable }
  }
  const all = (object) => Object.fromEntries(Reflect.ownKeys(object).map((key) => [key, descriptor(object, key)]))
  Object.getOwnPropertyDescriptor = descriptor
  Reflect.getOwnPropertyDescriptor = descriptor
  Object.getOwnPropertyDescriptors = all
  inspect.defaultOptions = { getters: true }
}
