// A small library, to be replaced by yours: steps that can be undone, and done again until there is a new one.

export class History {
  past = []
  future = []

  perform(step) {
    this.past.push(step)
    this.future = []
  }

  undo() {
    return this.#move(this.past, this.future)
  }

  redo() {
    return this.#move(this.future, this.past)
  }

  #move(from, to) {
    if (!from.length) throw new Error('there is no step')
    to.push(from.pop())
    return to.at(-1)
  }
}
