// The smallest inputs, given to the libraries alone: reports.md tells of each.
import { format } from 'node:util'
import { AVLTree, Deque } from 'data-structure-typed'
import Denque from 'denque'
import FastPriorityQueue from 'fastpriorityqueue'

function denqueRemoveOne() {
  const list = new Denque(['a', 'b'])
  list.removeOne(-1)
  console.log('a and b without the last one', list.toArray())
}

function dataStructureTypedDeque() {
  const list = new Deque([1, 2, 1])
  console.log(list.delete(1), [...list]) // true [ 2 ]; should be true [ 2, 1 ]
  console.log(list.delete(5)) // true; should be false
}

function dataStructureTypedValue() {
  const tree = new AVLTree()
  tree.set(1, 'one')
  tree.set(0, 'zero')
  tree.delete(1)
  console.log(tree.get(0)) // one; should be zero
}

function denqueSplice() {
  const list = new Denque(['a', 'b'])
  console.log([...'ab'].splice(1, 2, 'c')) // [ 'b' ]
  console.log(list.splice(1, 2, 'c')) // RangeError: Invalid array length
}

function fastpriorityqueueKSmallest() {
  const queue = new FastPriorityQueue()
  for (const x of [0, 3, 1, 4, 5, 2]) queue.add(x)
  console.log(queue.kSmallest(3)) // [ 0, 1, 3 ]; should be [ 0, 1, 2 ]
}

/** The name of a report, and what it prints, in one line. */
function alone(report) {
  const said = []
  const { log } = console
  console.log = (...words) => said.push(format(...words))
  try {
    report()
  } catch (error) {
    said.push(String(error))
  }
  console.log = log
  console.log(`${report.name.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase())}:`, said.join(' '))
}

for (const report of [denqueRemoveOne, dataStructureTypedDeque, dataStructureTypedValue, denqueSplice, fastpriorityqueueKSmallest]) alone(report)
