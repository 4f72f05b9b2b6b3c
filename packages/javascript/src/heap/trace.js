import { agree } from './agree.js'
import { fail } from './fit.js'
import { twice } from './twice.js'
import { wholeStates, within } from './whole.js'

/** Whether a record is one of a trace, and not of a heap. */
export function isTrace(record) {
  return record !== null && typeof record === 'object' && Object.hasOwn(record, 'states') && !Object.hasOwn(record, 'objects')
}

/**
 * A behaviour: states one after the other, each a heap, and what happens between them.
 *
 * Each state has objects of its own; an object that keeps its name is one and the same.
 */
export class Trace {
  #codec
  #record
  #steps = null
  #witness = null

  constructor(codec, text) {
    this.#codec = codec
    /** The line as the program wrote it. */
    this.text = text
    const record = JSON.parse(text)
    this.#record = record
    const repeated = twice(text, record)
    if (repeated !== null) fail(repeated, 'occurs twice')
    const whole = wholeStates(record)
    /** The states, each a heap. */
    this.states = whole.map((state, at) => within(at, () => codec.heap(JSON.stringify(state))))
    agree(codec.schema, whole)
    check(codec, record, whole)
    /** Not exact above 2^53. */
    this.id = record.id ?? null
    /** Names the input for good, whatever version or labelling found it. */
    this.key = record.key ?? null
    /** The state after the last one; null in the beginning of a trace, of which nothing more is known. */
    this.loop = record.loop ?? null
  }

  /** The header of its stream. */
  get header() {
    return this.#codec.schema.header
  }

  /** All actions of each step, the last one of a loop leading back: `{ action, args }`. Null if the spec has none. */
  get steps() {
    const { actions } = this.#codec.schema
    const made = ({ action, args }, at) => ({ action, args: this.#codec.members(args, actions.get(action), this.states[at].objects) })
    this.#steps ??= this.#record.steps?.map((step, at) => step.map((one) => made(one, at))) ?? null
    return this.#steps
  }

  /** In a counterexample: for what the assertion fails. An object is that of the first state that has it. */
  get witness() {
    const objects = new Map(this.states.toReversed().flatMap((state) => [...state.objects]))
    this.#witness ??= this.#codec.members(this.#record.witness ?? {}, this.#codec.schema.witness, objects)
    return this.#witness
  }

  /** The state at a time from 0 on: the loop goes round for ever. Undefined where nothing is known. */
  at(time) {
    const { states, loop } = this
    if (time < states.length || loop === null) return states[time]
    return states[loop + ((time - loop) % (states.length - loop))]
  }

  /** The object of this name in each state; undefined where it is not there. */
  history(name) {
    return this.states.map(({ objects }) => objects.get(name))
  }

  [Symbol.iterator]() {
    return this.states.values()
  }

  /** The record as it was, whatever has become of the objects. */
  toJSON() {
    return JSON.parse(this.text)
  }

  /** The states as they are now, each whole, without `kind`, `id` and `key`. */
  encode() {
    const { loop, steps } = this.toJSON()
    const states = this.states.map((state) => state.encode())
    return { states, ...(loop !== undefined && { loop }), ...(steps !== undefined && { steps }) }
  }

  /** Another trace of this input, its objects as they were. */
  clone() {
    return new Trace(this.#codec, this.text)
  }

  toString() {
    return `${this.key ?? this.id ?? 'a trace'}: ${this.text}`
  }

  [Symbol.for('nodejs.util.inspect.custom')]() {
    return `Trace ${this}`
  }

  [Symbol.for('fast-check/toStringMethod')]() {
    return String(this)
  }
}

/** What stands beside the states. */
function check({ schema, fit }, record, states) {
  const hasLoop = Object.hasOwn(record, 'loop')
  const isState = Number.isInteger(record.loop) && record.loop >= 0 && record.loop < states.length
  if (hasLoop && !isState) fail('loop', 'it is not the index of a state')
  if (Object.hasOwn(record, 'steps')) checkSteps(schema, fit, record.steps, states, states.length - (hasLoop ? 0 : 1))
  fit.beside('witness', record.witness ?? {}, schema.witness, typesIn(states), true)
}

function checkSteps({ actions }, fit, steps, states, count) {
  if (!Array.isArray(steps) || steps.length !== count) fail('steps', `it is not an array of ${count} steps`)
  steps.forEach((step, at) => {
    if (!Array.isArray(step)) fail(`steps[${at}]`, 'it is not an array of actions')
    step.forEach((one, place) => {
      const path = `steps[${at}][${place}]`
      const parameters = typeof one?.action === 'string' ? actions.get(one.action) : undefined
      if (parameters === undefined) fail(`${path}.action`, 'the header has no such action')
      const names = [...parameters.keys()]
      const given = Object.keys(one.args ?? {})
      if (given.length !== names.length || !names.every((name) => given.includes(name))) {
        fail(`${path}.args`, `its arguments are ${names.join(', ') || 'none'}`)
      }
      fit.beside(`${path}.args`, one.args, parameters, typesIn([states[at]]))
    })
  })
}

function typesIn(states) {
  return new Map(states.flatMap(({ objects }) => Object.keys(objects).map((name) => [name, objects[name].$type])))
}
