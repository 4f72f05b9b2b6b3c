// Sequences of calls at random, beside a list of states. `any` is as one writes it who reads the documentation; `small` has the
// bounds of the spec.
import { createUndoManager } from '@wordpress/undo-manager'
import undoable, { ActionCreators } from 'redux-undo'
import UndoManager from 'undo-manager'
import UndoRedo from 'undoredo.js/src/UndoRedo.js'
import { temporal } from 'zundo'
import { createStore } from 'zustand/vanilla'
import { fc, tell } from '../random/by_fast_check.mjs'

const calls = (names, value, size) => fc.array(fc.tuple(fc.constantFrom(...names), value), size)
const both = (names, any, small) => ({ any: calls(names, any), small: calls(names, small, { maxLength: 5 }) })
const few = fc.nat(2)

/** The present state after each call is that of the filter's documentation: an action takes effect. */
function filtered(made) {
  const reduce = undoable((state = 0, action) => action.value ?? state, { filter: ({ type }) => type !== 'quiet' })
  let state = reduce(reduce(undefined, {}), { type: 'begin' })
  for (const [type, value] of made) {
    if (type === 'undo' || type === 'redo') state = reduce(state, ActionCreators[type]())
    else state = reduce(state, { type, value })
    if ((type === 'edit' || type === 'quiet') && state.present !== value) return true
  }
  return false
}

/** A new edit leaves nothing to be redone. */
function staged(made) {
  const manager = createUndoManager()
  let now = 0
  let isEdited = false
  for (const [type, to] of made) {
    if (type === 'undo' || type === 'redo') {
      const record = manager[type]()
      if (type === 'redo' && record && isEdited) return true
      if (record) now = record[0].changes.x[type === 'undo' ? 'from' : 'to']
      isEdited = false
    } else if (to !== now) {
      manager.addRecord([{ id: 'x', changes: { x: { from: now, to } } }], type === 'stage')
      now = to
      isEdited = true
    }
  }
  return false
}

/** Several steps back are as many single ones. */
function stepped(made) {
  const diff = (past, current) => {
    const cells = Object.entries(past).filter(([cell, value]) => current[cell] !== value)
    return cells.length > 0 ? Object.fromEntries(cells) : null
  }
  const store = createStore(temporal(() => ({ x: 0, y: 0 }), { diff }))
  const line = [store.getState()]
  for (const [cell, value] of made) {
    if (cell === 'back') continue
    if (store.getState()[cell] === value) continue
    store.setState({ [cell]: value })
    line.push(store.getState())
  }
  const [, steps] = made.findLast(([cell]) => cell === 'back') ?? [null, 0]
  if (steps === 0 || steps >= line.length) return false
  store.temporal.getState().undo(steps)
  const { x, y } = line.at(-1 - steps)
  return store.getState().x !== x || store.getState().y !== y
}

function recorded(made) {
  const history = new UndoRedo(2)
  for (const [type, text] of made) {
    if (type === 'record') {
      history.record(text)
      if (history.current() !== text) return true
    } else history[type]()
  }
  return false
}

/** With room for one step, an undo leads to a state between groups. */
function limited(made) {
  const manager = new UndoManager()
  manager.setLimit(1)
  let [now, group, key] = [0, undefined, 0]
  const between = new Set([0])
  for (const [type, to] of made) {
    if (type === 'edit') {
      const from = now
      manager.add({ groupId: group, undo: () => (now = from), redo: () => (now = to) })
      now = to
    } else if (type === 'begin') group ??= `${(key += 1)}`
    else if (type === 'end') group = undefined
    else if (group === undefined) {
      manager[type]()
      if (!between.has(now)) return true
    }
    if (group === undefined) between.add(now)
  }
  return false
}

const faults = {
  'redux-undo, filter': [both(['edit', 'quiet', 'undo', 'redo'], fc.integer(), few), filtered],
  '@wordpress/undo-manager, redo': [both(['edit', 'stage', 'undo', 'redo'], fc.integer(), few), staged],
  'zundo, undo(2) with diff': [both(['x', 'y', 'back'], fc.nat(10), few), stepped],
  'undoredo.js, an empty text': [both(['record', 'undo', 'redo'], fc.string(), fc.constantFrom('', 'a', 'b')), recorded],
  'undo-manager, a limit': [both(['edit', 'undo', 'redo', 'begin', 'end'], fc.integer(), few), limited],
}
await tell(
  Object.entries(faults).flatMap(([fault, [arbitraries, shows]]) => Object.entries(arbitraries).map(([name, one]) => [fault, name, one, shows])),
  (input) => input.length,
)
