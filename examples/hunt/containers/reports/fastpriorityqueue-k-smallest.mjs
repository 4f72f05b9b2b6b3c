import FastPriorityQueue from 'fastpriorityqueue'

const queue = new FastPriorityQueue()
for (const x of [0, 3, 1, 4, 5, 2]) queue.add(x)
console.log(queue.kSmallest(3)) // [ 0, 1, 3 ]; should be [ 0, 1, 2 ]
