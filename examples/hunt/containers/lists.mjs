// Lists of denque and of data-structure-typed.
import Denque from 'denque'
import { Deque, DoublyLinkedList } from 'data-structure-typed'
import * as driver from '../../../packages/javascript/src/driver/index.js' // of one's own: 'korrel/driver'

class List {
  items = {
    denque: () => new Denque(),
    Deque: () => new Deque([], { bucketSize: 2 }),
    DoublyLinkedList: () => new DoublyLinkedList(),
  }[process.argv[2]]()

  push({ x }) {
    this.items.push(x)
  }

  unshift({ x }) {
    this.items.unshift(x)
  }

  pop() {
    return this.items.pop()
  }

  shift() {
    return this.items.shift()
  }

  delete({ x }) {
    this.items.delete(x)
  }

  remove({ at }) {
    if (this.items instanceof Denque) return this.items.removeOne(at)
    const removed = this.items.at(at)
    this.items.deleteAt(at)
    return removed
  }

  removeBack({ at }) {
    return this.remove({ at })
  }

  splice({ at, count, x }) {
    this.items.splice(at, count, x)
  }
}

function state({ items }) {
  const all = items.toArray()
  if (items.length !== all.length) throw new driver.Fail('length', `${items.length}, of ${all.length}`)
  return { List: { items: all } }
}

driver.machine(List, { state })
driver.serve()
