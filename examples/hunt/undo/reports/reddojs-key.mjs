import { createHistory } from '@reddojs/core'

const [list, history] = [[], createHistory({})]
for (const item of ['a', 'b']) {
  history.execute({ key: 'typing', do: () => list.push(item), undo: () => list.pop() })
}
history.undo()
console.log(list.join(), history.canUndo) // a false
