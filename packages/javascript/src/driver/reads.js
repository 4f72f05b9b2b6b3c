/**
 * Which fields a program reads of an input, for `korrel test --lazy`: each once, in order, and not after it was
 * written. Each field becomes a getter and a setter, so that objects stay what they are.
 */
export class Reads {
  constructor(heap, given) {
    this.found = []
    this.known = new Set()
    this.isOn = true
    for (const [object, name] of heap.names) this.track(object, name, Object.keys(given[name]))
  }

  track(object, name, fields) {
    for (const field of fields.filter((one) => one !== '$type' && Object.hasOwn(object, one))) {
      let value = object[field]
      Object.defineProperty(object, field, {
        get: () => {
          if (this.isNew(name, field)) this.found.push([name, field])
          return value
        },
        set: (given) => {
          this.isNew(name, field)
          value = given
        },
        enumerable: true,
        configurable: true,
      })
    }
  }

  isNew(name, field) {
    if (!this.isOn || this.known.has(`${name}.${field}`)) return false
    this.known.add(`${name}.${field}`)
    return true
  }

  /** What was read; from now on nothing counts. */
  end() {
    this.isOn = false
    return this.found
  }
}
