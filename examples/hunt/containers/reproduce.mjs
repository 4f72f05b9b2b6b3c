// The smallest inputs, given to the libraries alone.
import { AVLTree, Deque } from 'data-structure-typed'
import Denque from 'denque'
import FastPriorityQueue from 'fastpriorityqueue'

const back = new Denque(['a', 'b'])
back.removeOne(-1)
console.log('denque: a and b without the last one', back.toArray())
try {
  new Denque(['a', 'b']).splice(1, 2, 'c')
} catch (error) {
  console.log('denque: splice', error.message)
}

const list = new Deque([1, 1])
list.delete(1)
console.log('Deque: one of two 1 deleted', [...list])

const tree = new AVLTree()
tree.set(1, 'one')
tree.set(0, 'zero')
tree.delete(1)
console.log('AVLTree: the value of 0', tree.get(0))

const queue = new FastPriorityQueue()
for (const x of [0, 3, 1, 4, 5, 2]) queue.add(x)
console.log('fastpriorityqueue: the three least ones of 0 to 5', queue.kSmallest(3))
