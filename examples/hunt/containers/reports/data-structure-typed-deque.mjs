import { Deque } from 'data-structure-typed'

const list = new Deque([1, 2, 1])
console.log(list.delete(1), [...list]) // true [ 2 ]; should be true [ 2, 1 ]
console.log(list.delete(5)) // true; should be false
