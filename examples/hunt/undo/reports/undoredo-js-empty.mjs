import UndoRedo from 'undoredo.js/src/UndoRedo.js'

const history = new UndoRedo(2) // every second record is a step
history.record('a')
history.record('')
console.log(JSON.stringify(history.current())) // "a"
