// The driver of behaviours.test.js, for examples/queue: the machine is the object of a root.
import * as korrel from 'korrel/driver'

class Queue {
  put({ j }) {
    if (this.first === null) this.first = j
    else if (process.env.QUEUE === 'wrong') [this.first, this.second] = [j, this.first]
    else this.second = j
  }

  take() {
    const taken = this.first
    ;[this.first, this.second] = [this.second, null]
    return taken
  }
}

korrel.type(Queue)
korrel.machine(Queue, { snapshots: (queue) => Object.assign(new Queue(), queue) })
korrel.serve()
