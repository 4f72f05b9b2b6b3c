// The smallest input, given to the library alone.
import IntIntervalSet from 'int-interval-set'

console.log('int-interval-set: 0 and 1, and 0 again', new IntIntervalSet().union(0, 1).union(0, 0).intervals)
