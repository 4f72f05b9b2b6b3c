import undoable from 'redux-undo'

const count = (state = 0, { type }) => state + ({ add: 1, quiet: -1 }[type] ?? 0)
const reduce = undoable(count, { filter: ({ type }) => type !== 'quiet' })
let state = reduce(undefined, { type: 'begin' })
state = reduce(state, { type: 'quiet' }) // present: -1
state = reduce(state, { type: 'add' })
console.log(state.present) // 0 is right; it is -1, however often 1 is added
