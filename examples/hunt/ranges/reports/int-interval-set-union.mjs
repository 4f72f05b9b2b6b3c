import IntIntervalSet from 'int-interval-set'

const set = new IntIntervalSet().union(1, 9).union(1, 1)
console.log(set.intervals) // [ { lower: 1, upper: 1 } ]; should be [ { lower: 1, upper: 9 } ]
