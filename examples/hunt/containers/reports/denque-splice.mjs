import Denque from 'denque'

const list = new Denque(['a', 'b'])
console.log([...'ab'].splice(1, 2, 'c')) // [ 'b' ]
console.log(list.splice(1, 2, 'c')) // RangeError: Invalid array length
