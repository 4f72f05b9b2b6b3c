// The smallest inputs, given to the libraries alone.
import { createUndoManager } from '@wordpress/undo-manager'
import { createReducer, undo } from 'react-undo-redo/lib/createReducer.js'
import undoable from 'redux-undo'
import UndoManager from 'undo-manager'
import UndoRedo from 'undoredo.js/src/UndoRedo.js'
import { temporal } from 'zundo'
import { createStore } from 'zustand/vanilla'

const count = (state = 0, { type }) => state + ({ add: 1, quiet: -1 }[type] ?? 0)
const counter = undoable(count, { filter: ({ type }) => type !== 'quiet' })
const counted = ['begin', 'quiet', 'add', 'add'].reduce((state, type) => counter(state, { type }), undefined)
console.log('redux-undo: 0, less 1, and twice 1 more', counted.present)

const records = createUndoManager()
const record = (from, to) => [{ id: 'text', changes: { text: { from, to } } }]
records.addRecord(record('', 'a'))
records.undo()
records.addRecord(record('', 'b'), true)
console.log('@wordpress/undo-manager: an edit can be undone', records.hasUndo(), 'and nothing redone', records.redo() === undefined)

const diff = (past, current) => Object.fromEntries(Object.entries(past).filter(([cell, value]) => current[cell] !== value))
const store = createStore(temporal(() => ({ x: 0, y: 0 }), { diff }))
store.setState({ x: 1 })
store.setState({ y: 1 })
store.temporal.getState().undo(2)
console.log('zundo: two steps back', store.getState())

const text = new UndoRedo(2)
text.record('a')
text.record('')
console.log(`undoredo.js: recorded "", now "${text.current()}"`)

const reduce = createReducer((state) => state)
console.log('react-undo-redo: nothing to undo', reduce({ past: () => [], present: () => 'text', future: () => [] }, undo()).present())

const list = []
const push = (item, more) => ({ ...more, undo: () => list.pop(), redo: () => list.push(item) })
const manager = new UndoManager()
manager.setLimit(1)
for (const item of ['a', 'b']) {
  list.push(item)
  manager.add(push(item, { groupId: 'both' }))
}
manager.undo()
console.log('undo-manager: a group of two is undone', list)
