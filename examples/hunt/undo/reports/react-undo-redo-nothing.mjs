import { createReducer, undo } from 'react-undo-redo/lib/createReducer.js' // that of `createUndoRedo`

const reduce = createReducer((state) => state)
const state = reduce({ past: () => [], present: () => 'text', future: () => [] }, undo())
console.log(state.present()) // undefined
