// A doubly linked list with a header entry; `--fault NAME` seeds a fault.
import * as korrel from '../../packages/javascript/src/driver/index.js' // of one's own: 'korrel/driver'

const fault = process.argv[process.argv.indexOf('--fault') + 1]

class Entry {
  constructor(element, next, previous) {
    Object.assign(this, { element, next, previous })
  }
}

class List {
  addFirst(element) {
    const entry = new Entry(element, this.header.next, this.header)
    this.header.next = entry
    if (fault !== 'add') entry.next.previous = entry
    this.size++
  }

  remove(element) {
    let found = false
    for (let entry = this.header.next; entry !== this.header; entry = entry.next) {
      if (entry.element !== element) continue
      entry.previous.next = entry.next
      if (fault !== 'unlink') entry.next.previous = entry.previous
      if (fault !== 'size') this.size--
      found = true
      if (fault !== 'every') break
    }
    return found
  }
}

korrel.type(List)
korrel.type(Entry)
korrel.operation('addFirst', (list, element) => list.addFirst(element))
korrel.operation('remove', (list, element) => list.remove(element))
korrel.serve()
