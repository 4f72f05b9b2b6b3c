import { KorrelError } from '../error.js'
import { read, write } from './itf.js'

/** A class with a method for each action: the program that a behaviour calls. */
export class Machine {
  constructor(of, { state = null, snapshots = null, bigint = false } = {}) {
    Object.assign(this, { of, state, snapshots, bigint })
    this.actions = ['init', ...methods(of.prototype).filter((name) => name !== 'init')]
  }
}

/** A program that is called again and again, by the requests of behaviours. */
export class Behaviour {
  #machine
  #parameters
  #program = null
  #kept = new Map()

  constructor(machine, header) {
    this.#machine = machine
    this.#parameters = header.ops
  }

  ready() {
    return { ready: true, ops: this.#machine.actions, ...(this.#machine.snapshots && { snapshots: true }) }
  }

  /** What a request asks for, to be called; what it cannot be called with is thrown at once. */
  asked(request) {
    const { of: Class, snapshots, bigint } = this.#machine
    switch (request.kind) {
      case 'reset': {
        const state = request.state === undefined ? [] : [read({ ...request.state }, bigint)]
        return () => void (this.#program = new Class(...state))
      }
      case 'snapshot':
        return async () => void this.#kept.set(request.as, await snapshots(this.#program))
      case 'restore':
        return async () => void (this.#program = await snapshots(this.#kept.get(request.from)))
      default:
        return this.#call(request.op, request.args)
    }
  }

  #call(op, args) {
    const program = this.#program
    // Without a method of its own, `init` is what the class makes.
    if (op === 'init' && program.init === undefined) return () => undefined
    const given = named(op, read(args, this.#machine.bigint), Object.keys(this.#parameters[op]?.parameters ?? {}))
    return () => program[op](given)
  }

  /** What a reply to a call adds. */
  told(result) {
    const { state } = this.#machine
    const said = { state: write(state === null ? { ...this.#program } : state(this.#program), 'state') }
    try {
      return { ...said, result: write(result, 'result') }
    } catch {
      return said // A trace has no results: one that is no value of a trace is left out.
    }
  }
}

/** Arguments by name. A name that no call of the action has is a mistake, and not undefined. */
export function named(op, args, names) {
  const get = (of, name) => {
    if (typeof name === 'string' && !Object.hasOwn(of, name) && !names.includes(name) && !(name in HIDDEN)) {
      throw new KorrelError(`${op} takes \`${name}\`, and the traces' calls have ${names.join(', ') || 'none'}`)
    }
    return Object.hasOwn(of, name) ? of[name] : HIDDEN[name]
  }
  return new Proxy(args, { get })
}

/** Names that are asked of any object. */
const HIDDEN = Object.assign(Object.create(Object.prototype), { then: undefined, toJSON: undefined, nodeType: undefined })

function methods(of) {
  const names = new Set()
  for (let at = of; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (name !== 'constructor' && typeof value === 'function') names.add(name)
    }
  }
  return [...names]
}
