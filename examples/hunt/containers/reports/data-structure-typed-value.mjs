import { AVLTree } from 'data-structure-typed'

const tree = new AVLTree()
tree.set(1, 'one')
tree.set(0, 'zero')
tree.delete(1)
console.log(tree.get(0)) // one; should be zero
