// A small library, to be replaced by yours: a map with room for some keys.

export class LeastRecentlyUsed {
  held = new Map()

  constructor(room) {
    this.room = room
  }

  set(key, value) {
    this.held.delete(key)
    this.held.set(key, value)
    if (this.held.size > this.room) this.held.delete(this.held.keys().next().value)
  }

  get(key) {
    const value = this.held.get(key)
    if (this.held.delete(key)) this.held.set(key, value)
    return value
  }

  delete(key) {
    this.held.delete(key)
  }

  entries() {
    return this.held.entries()
  }
}
