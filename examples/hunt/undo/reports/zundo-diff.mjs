import { temporal } from 'zundo'
import { createStore } from 'zustand/vanilla'

const diff = (past, current) => Object.fromEntries(Object.entries(past).filter(([key, value]) => current[key] !== value))
const store = createStore(temporal(() => ({ x: 0, y: 0 }), { diff }))
store.setState({ x: 1 })
store.setState({ y: 1 })
store.temporal.getState().undo(2)
console.log(JSON.stringify(store.getState())) // {"x":0,"y":1}: there was no such state
