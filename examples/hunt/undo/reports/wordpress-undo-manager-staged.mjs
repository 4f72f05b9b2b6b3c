import { createUndoManager } from '@wordpress/undo-manager'

const manager = createUndoManager()
const record = (from, to) => [{ id: 'text', changes: { text: { from, to } } }]
manager.addRecord(record('', 'a'))
manager.undo()
manager.addRecord(record('', 'b'), true) // staged: it joins a step
console.log(manager.hasUndo(), manager.hasRedo()) // false true
console.log(manager.redo()?.[0].changes.text) // { from: '', to: 'a' }: b is overwritten
