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
    this.isOn = true
    /** Something was done of which it is not known to which fields. */
    this.isAll = false
    /** Why this driver cannot tell. */
    this.untold = null
    for (const [object, name] of heap.names) this.track(object, name, given[name], classes)
  }

  track(object, name, { $type, ...fields }, classes) {
    for (const field of Object.keys(fields)) {
      if (classes.fills($type) !== undefined) this.refuse(`${$type} is given as { create, fill, read }, which keeps fields elsewhere`)
      else if (!Object.hasOwn(object, field)) this.refuse(`${$type}.${field} is an accessor of the class, which keeps it elsewhere`)
      else this.put(object, name, field)
    }
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
    readers.set(get, read)
    this.tracked.push({ object, field, get })
  }

  touch(name, field) {
    if (!this.isOn || this.known.has(`${name}.${field}`)) return
    this.known.add(`${name}.${field}`)
    this.found.push([name, field])
  }

  refuse(why) {
    this.untold ??= `${why}: test without --lazy`
  }

  /** From now on nothing counts. */
  end() {
    if (!this.isOn) return
    this.isOn = false
    for (const { object, field, get } of this.tracked) {
      const now = ownDescriptor(object, field)
      // It was deleted, or made anew, which nobody has seen.
      if (now?.get !== get) this.isAll = true
      else if (!now.configurable) this.refuse(`${field} of an object was frozen or sealed, and is tracked by a setter`)
    }
  }

  /** What was read, for the reply. */
  said() {
    this.end()
    return this.untold ?? (this.isAll ? 'all' : this.found)
  }
}

const { getOwnPropertyDescriptor: ownDescriptor, hasOwn } = Object
const readers = new WeakMap() // getter -> what reads the value

/** Who looks at a tracked field in another way than by reading it sees its value, and has read it. */
function showPlainly() {
  if (Object.getOwnPropertyDescriptor !== ownDescriptor) return
  const descriptor = (object, key) => {
    const found = ownDescriptor(object, key)
    const read = readers.get(found?.get)
    if (read === undefined) return found
    return { value: read(), writable: true, enumerable: found.enumerable, configurable: found.configurable }
  }
  const all = (object) => Object.fromEntries(Reflect.ownKeys(object).map((key) => [key, descriptor(object, key)]))
  Object.getOwnPropertyDescriptor = descriptor
  Reflect.getOwnPropertyDescriptor = descriptor
  Object.getOwnPropertyDescriptors = all
  inspect.defaultOptions = { getters: true }
}
