import UndoManager from 'undo-manager'

const [list, manager] = [[], new UndoManager()]
manager.setLimit(1)
for (const item of ['a', 'b']) {
  list.push(item)
  manager.add({ groupId: 'both', undo: () => list.pop(), redo: () => list.push(item) })
}
manager.undo()
console.log(list.join()) // a
