// Priority queues of fastpriorityqueue, heap-js, data-structure-typed and @datastructures-js.
import { PriorityQueue } from '@datastructures-js/priority-queue'
import { Heap as TypedHeap } from 'data-structure-typed'
import FastPriorityQueue from 'fastpriorityqueue'
import { Heap } from 'heap-js'
import * as driver from '../../../packages/javascript/src/driver/index.js' // of one's own: 'korrel/driver'

const ascending = (a, b) => a - b

/** Each library by the same names; `least` is for those that say which the least ones are. */
const libraries = {
  'heap-js': {
    make: () => new Heap(ascending),
    push: (queue, x) => queue.push(x),
    pop: (queue) => queue.pop(),
    remove: (queue, x) => queue.remove(x),
    least: (queue, count) => queue.top(count),
  },
  fastpriorityqueue: {
    make: () => new FastPriorityQueue((a, b) => a < b),
    push: (queue, x) => queue.add(x),
    pop: (queue) => queue.poll(),
    remove: (queue, x) => queue.remove(x),
    least: (queue, count) => queue.kSmallest(count),
  },
  Heap: {
    make: () => new TypedHeap([], { comparator: ascending }),
    push: (queue, x) => queue.add(x),
    pop: (queue) => queue.poll(),
    remove: (queue, x) => queue.delete(x),
  },
  PriorityQueue: {
    make: () => new PriorityQueue(ascending),
    push: (queue, x) => queue.enqueue(x),
    pop: (queue) => queue.dequeue(),
    remove: (queue, x) => queue.remove((other) => other === x),
  },
}
const library = libraries[process.argv[2]]

class Queue {
  queue = library.make()
  calls = []

  constructor({ pushed }) {
    for (const x of pushed) this.call('push', x)
  }

  call(name, x) {
    this.calls.push([name, x])
    return library[name](this.queue, x)
  }

  look() {}

  pop() {
    return this.call('pop') ?? null
  }

  remove({ x }) {
    this.call('remove', x)
  }
}

/** What another queue, of the same calls, gives one by one; the least ones by it, and by the queue's own word. */
function state({ queue, calls }) {
  const [other, held] = [library.make(), []]
  for (const [name, x] of calls) library[name](other, x)
  for (let x = library.pop(other); x !== undefined && x !== null; x = library.pop(other)) held.push(x)
  const least = (count) => new Set([...held.slice(0, count), ...(library.least?.(queue, count) ?? [])])
  const { size } = queue // a method, or a number
  const count = typeof size === 'function' ? queue.size() : size
  if (count !== held.length) throw new driver.Fail('size', `${count}, of ${held.length}`)
  const smallest = held.flatMap((_, i) => [...least(i + 1)].map((x) => [i + 1, x]))
  return { Queue: { held: new Set(held), smallest } }
}

driver.machine(Queue, { state })
driver.serve()
