// Documents with the histories of some libraries. A document has two cells, so that a state may come back cell by cell.
import { createHistory } from '@reddojs/core'
import { UndoManager as Rocicorp } from '@rocicorp/undo'
import { defAtom, defHistory, defTransacted } from '@thi.ng/atom'
import { createUndoManager } from '@wordpress/undo-manager'
import { createReducer, redo, undo } from 'react-undo-redo/lib/createReducer.js'
import undoable, { ActionCreators } from 'redux-undo'
import SimpleUndo from 'simple-undo'
import { createTravels } from 'travels'
import UndoManager from 'undo-manager'
import createStack from 'undo-stacker'
import Undoo from 'undoo'
import UndoRedo from 'undoredo.js/src/UndoRedo.js' // its `main` names a file in lower case
import { temporal } from 'zundo'
import { createStore } from 'zustand/vanilla'
import * as driver from '../../../packages/javascript/src/driver/index.js' // of one's own: 'korrel/driver'

const first = { x: 0, y: 0 }
const documents = [first, { x: 1, y: 0 }, { x: 2, y: 1 }]
const given = new Error('the group is given up')

/** The cells in which two documents differ, as the second one has them. */
const changed = (was, is) => Object.fromEntries(Object.entries(is).filter(([cell, value]) => was[cell] !== value))

/** A library that calls functions: each has a document of its own, which they change. */
class Commands {
  now = { ...first }

  command(document) {
    const [before, after] = [changed(document, this.now), changed(this.now, document)]
    return { undo: () => Object.assign(this.now, before), redo: () => Object.assign(this.now, after) }
  }
}

const libraries = {
  'undo-manager': class extends Commands {
    history = new UndoManager()
    keys = 0

    constructor(room) {
      super()
      this.history.setLimit(room)
    }

    edit(document, key) {
      const command = this.command(document)
      this.history.add({ groupId: this.group ?? key, ...command })
      command.redo()
    }

    type = (document) => this.edit(document, 'typing')
    begin = () => void (this.group ??= `${(this.keys += 1)}`)
    end = () => void (this.group = undefined)
    undo = () => this.history.undo()
    redo = () => this.history.redo()
    clear = () => this.history.clear()
    limit = (n) => this.history.setLimit(n)
    can = () => [this.history.hasUndo(), this.history.hasRedo()]
  },

  '@rocicorp/undo': class extends Commands {
    constructor(room) {
      super()
      this.history = new Rocicorp({ maxSize: room })
    }

    edit(document) {
      const { undo, redo } = this.command(document)
      return this.history.add({ undo, execute: redo })
    }

    begin = () => this.history.startGroup()
    end = () => this.history.endGroup()
    undo = () => this.history.undo()
    redo = () => this.history.redo()
    can = () => [this.history.canUndo, this.history.canRedo]
  },

  '@reddojs/core': class extends Commands {
    constructor(room) {
      super()
      this.history = createHistory({ size: room })
    }

    edit(document, key) {
      const { undo, redo } = this.command(document)
      this.history.execute({ key, do: redo, undo })
    }

    type = (document) => this.edit(document, 'typing')
    undo = () => this.history.undo()
    redo = () => this.history.redo()
    clear = () => this.history.clear()
    can = () => [this.history.canUndo, this.history.canRedo]
  },

  '@wordpress/undo-manager': class {
    now = { ...first }
    history = createUndoManager()

    edit(document, isStaged = false) {
      const changes = Object.fromEntries(Object.entries(changed(this.now, document)).map(([cell, to]) => [cell, { from: this.now[cell], to }]))
      this.history.addRecord([{ id: 'document', changes }], isStaged)
      Object.assign(this.now, document)
    }

    apply(record, side) {
      for (const { changes } of record ?? []) for (const [cell, change] of Object.entries(changes)) this.now[cell] = change[side]
      return record !== undefined
    }

    stage = (document) => this.edit(document, true)
    undo = () => this.apply(this.history.undo(), 'from')
    redo = () => this.apply(this.history.redo(), 'to')
    can = () => [this.history.hasUndo(), this.history.hasRedo()]
  },

  '@thi.ng/atom': class {
    constructor(room) {
      this.history = defHistory(defAtom(first), room)
      this.group = defTransacted(this.history)
    }

    get now() {
      return this.group.deref()
    }

    edit = (document) => (this.group.isTransaction ? this.group : this.history).reset(document)
    begin = () => this.group.begin()
    end = () => this.group.commit()
    cancel = () => this.group.cancel()
    undo = () => this.history.undo()
    redo = () => this.history.redo()
    clear = () => this.history.clear()
    can = () => [this.history.canUndo(), this.history.canRedo()]
  },

  'react-undo-redo': class {
    state = { past: () => [], present: () => first, future: () => [] }
    reduce = createReducer((state, action) => action.document ?? state, { track: ({ type }) => type !== 'quiet' })

    get now() {
      return this.state.present()
    }

    send(action) {
      this.state = this.reduce(this.state, action)
    }

    edit = (document) => this.send({ type: 'edit', document })
    quiet = (document) => this.send({ type: 'quiet', document })
    undo = () => this.send(undo())
    redo = () => this.send(redo())
    can = () => [this.state.past().length > 0, this.state.future().length > 0]
  },

  'redux-undo': class {
    constructor(room) {
      const groupBy = ({ type }) => (type === 'type' ? 'typing' : null)
      const options = { limit: room + 1, filter: ({ type }) => type !== 'quiet', groupBy } // it counts the present state, too
      this.reduce = undoable((state = first, action) => action.document ?? state, options)
      this.state = this.reduce(this.reduce(undefined, {}), { type: 'begin' })
    }

    get now() {
      return this.state.present
    }

    send(action) {
      this.state = this.reduce(this.state, action)
    }

    edit = (document) => this.send({ type: 'edit', document })
    type = (document) => this.send({ type: 'type', document })
    quiet = (document) => this.send({ type: 'quiet', document })
    undo = () => this.send(ActionCreators.undo())
    redo = () => this.send(ActionCreators.redo())
    jump = (to) => this.send(ActionCreators.jump(to - this.state.past.length))
    clear = () => this.send(ActionCreators.clearHistory())
    can = () => [this.state.past.length > 0, this.state.future.length > 0]
  },

  'simple-undo': class {
    now = first

    constructor(room) {
      this.history = new SimpleUndo({ maxLength: room, provider: (done) => done(this.now) })
      this.history.initialize(first)
    }

    edit(document) {
      this.now = document
      this.history.save()
    }

    undo = () => this.history.undo((document) => void (this.now = document))
    redo = () => this.history.redo((document) => void (this.now = document))
    can = () => [this.history.canUndo(), this.history.canRedo()]
  },

  travels: class {
    depth = 0
    edits = []

    constructor(room) {
      this.history = createTravels(first, { maxHistory: room })
    }

    get now() {
      return this.edits.findLast((edit) => typeof edit === 'object') ?? this.history.getState()
    }

    // Its transactions take a function, so what a group does is kept until it ends.
    edit(document) {
      if (this.depth > 0) this.edits.push(document)
      else this.write(document)
    }

    begin() {
      this.depth += 1
      this.edits.push('begin')
    }

    end() {
      this.depth -= 1
      this.edits.push('end')
      if (this.depth === 0) this.group()
    }

    cancel() {
      this.depth = 0
      this.edits.push('cancel')
      try {
        this.group()
      } catch (error) {
        if (error.cause !== given) throw error
      }
    }

    group() {
      const edits = this.edits.splice(0)
      const run = () => {
        for (let edit = edits.shift(); edit !== undefined && edit !== 'end'; edit = edits.shift()) {
          if (edit === 'cancel') throw given
          if (edit === 'begin') this.history.transaction(run)
          else this.write(edit)
        }
      }
      run()
    }

    write = (document) => this.history.setState((draft) => void Object.assign(draft, document))
    undo = () => this.history.back()
    redo = () => this.history.forward()
    jump = (to) => this.history.go(to)
    clear = () => this.history.rebase()
    can = () => [this.history.canBack(), this.history.canForward()]
  },

  'undo-stacker': class {
    now = first
    history = createStack(first)
    edit = (document) => void (this.now = this.history.push(document))
    undo = () => void (this.now = this.history.undo())
    redo = () => void (this.now = this.history.redo())
  },

  undoo: class {
    constructor(room) {
      this.history = new Undoo({ maxLength: room + 1 }) // it counts the present state, too
      this.history.save(first)
    }

    get now() {
      return this.history.current()
    }

    edit = (document) => this.history.save(document)
    undo = () => this.history.undo()
    redo = () => this.history.redo()
    can = () => [this.history.canUndo(), this.history.canRedo()]
  },

  'undoredo.js': class {
    documents = ['', 'a', 'b'] // the first text is empty
    history = new UndoRedo(2)

    get now() {
      return this.history.current()
    }

    edit = (text) => this.history.record(text, true)
    record = (text) => this.history.record(text)
    undo = () => this.history.undo()
    redo = () => this.history.redo()
    can = () => [this.history.undo(true) !== undefined, this.history.redo(true) !== undefined]
  },

  zundo: class {
    constructor(room) {
      this.store = createStore(temporal(() => first, { limit: room, ...this.options }))
    }

    get now() {
      return this.store.getState()
    }

    get history() {
      return this.store.temporal.getState()
    }

    quiet(document) {
      this.history.pause()
      this.edit(document)
      this.history.resume()
    }

    jump(to) {
      const at = this.history.pastStates.length
      if (to < at) this.history.undo(at - to)
      else this.history.redo(to - at)
    }

    edit = (document) => this.store.setState(document)
    undo = () => this.history.undo()
    redo = () => this.history.redo()
    clear = () => this.history.clear()
    can = () => [this.history.pastStates.length > 0, this.history.futureStates.length > 0]
  },
}

/** Its commands as its documentation has them: each one sets the whole document. */
libraries['@reddojs/core-whole'] = class extends libraries['@reddojs/core'] {
  command(document) {
    const before = { ...this.now }
    return { undo: () => Object.assign(this.now, before), redo: () => Object.assign(this.now, document) }
  }
}

/** Judged by what its calls give, and not by what it says about them. */
libraries['@wordpress/undo-manager-calls'] = class extends libraries['@wordpress/undo-manager'] {
  can = undefined
}

/** Its calls are made only if it says that they are possible. */
libraries['react-undo-redo-asked'] = class extends libraries['react-undo-redo'] {
  undo = () => this.can()[0] && this.send(undo())
  redo = () => this.can()[1] && this.send(redo())
}

/** A history of zundo that keeps what differs, by the function of its documentation. */
libraries['zundo-diff'] = class extends libraries.zundo {
  get options() {
    return {
      diff: (past, current) => {
        const cells = changed(current, past)
        return Object.keys(cells).length > 0 ? cells : null
      },
    }
  }
}

class History {
  states = [] // the spec's states, in the order in which they come: the documents
  made = []
  told = { depth: 0, began: null, last: 'Other', latest: null, saved: null }

  constructor({ History: { now, room } }) {
    this.library = new libraries[process.argv[2]](room)
    this.documents = this.library.documents ?? documents
    Object.assign(this.told, { room, line: [now], at: 0 })
    this.first = { now, room }
    this.of(now)
  }

  of(state) {
    if (!this.states.includes(state)) this.states.push(state)
    return this.documents[this.states.indexOf(state)]
  }

  now(library = this.library) {
    return this.states[this.documents.findIndex((document) => JSON.stringify(document) === JSON.stringify(library.now))] ?? null
  }

  async call(op, { s, n }) {
    const { depth } = this.told
    if (op === 'begin' && depth === 0) this.told.began = this.now()
    this.told.latest = op === 'quiet' ? (this.told.latest ?? this.now()) : null
    this.made.push([op, ...(s ? [this.of(s)] : n === undefined ? [] : [n])])
    await this.apply(this.library, this.made.at(-1))
    this.told.depth = op === 'cancel' ? 0 : depth + (op === 'begin') - (op === 'end')
    if (this.told.depth === 0) {
      this.told.began = null
      await this.walk()
    }
    this.told.last = op === 'type' ? 'Typing' : ['undo', 'redo', 'jump'].includes(op) ? 'Moving' : 'Other'
    if (op === 'limit') this.told.room = n
  }

  apply = (library, [op, ...given]) => library[op](...given)

  /** The states that undo and redo lead to: another document of the same calls goes there. */
  async walk() {
    const library = new libraries[process.argv[2]](this.first.room)
    for (const made of this.made) await this.apply(library, made)
    const past = await this.states_of(library, 'undo', 0)
    const line = [this.now(library), ...(await this.states_of(library, 'redo', 1))]
    Object.assign(this.told, { line, at: past.length })
  }

  async states_of(library, op, way) {
    const states = []
    while (states.length < 9) {
      if (library.can !== undefined && !library.can()[way]) break
      const before = this.now(library)
      const moved = (await library[op]()) ?? this.now(library) !== before
      if (library.can === undefined && !moved) break
      states.push(this.now(library))
    }
    return states
  }
}

for (const op of ['edit', 'type', 'stage', 'record', 'quiet']) {
  History.prototype[op] = function ({ s }) {
    return this.call(op, { s })
  }
}
for (const op of ['jump', 'limit']) {
  History.prototype[op] = function ({ n }) {
    return this.call(op, { n })
  }
}
for (const op of ['undo', 'redo', 'clear', 'begin', 'end', 'cancel']) {
  History.prototype[op] = function () {
    return this.call(op, {})
  }
}

function state(history) {
  const { line, at } = history.told
  const [canUndo, canRedo] = history.library.can?.() ?? [at > 0, at < line.length - 1]
  return { History: { ...history.told, now: history.now(), can: [...(canUndo ? ['Undo'] : []), ...(canRedo ? ['Redo'] : [])] } }
}

driver.machine(History, { state })
driver.serve()
