import { KorrelError } from '../error.js'
import { Codec } from '../heap/codec.js'
import { shape } from '../heap/shape.js'
import { Lasting } from './lasting.js'
import { named } from './machine.js'

/** A program that is called again and again with the objects of a spec. */
export class HeapBehaviour {
  #machine
  #codec
  #ops = new Map()
  #program = null
  #heap = null
  #kept = new Map()

  constructor(machine, header, options) {
    this.#machine = machine
    this.#codec = new Codec(header, options, { anyClass: true })
    for (const [name, { parameters, result }] of Object.entries(header.ops)) {
      const shapes = new Map(Object.entries(parameters).map(([parameter, text]) => [parameter, shape(text)]))
      this.#ops.set(name, { shapes, returns: result === undefined ? null : shape(result) })
    }
  }

  ready() {
    return { ready: true, ops: this.#machine.actions, ...(this.#machine.snapshots && { snapshots: true }) }
  }

  asked(request) {
    const { of: Class, snapshots } = this.#machine
    switch (request.kind) {
      case 'reset': {
        const heap = new Lasting(this.#codec, request)
        this.#heap = heap
        // The program may be an object of the spec; else it is made, with the roots.
        const own = Object.values(heap.roots).find((root) => root?.constructor === Class)
        return () => void (this.#program = own ?? new Class(heap.roots))
      }
      case 'snapshot':
        return async () => {
          const copy = await snapshots(this.#program)
          this.#kept.set(request.as, { program: copy, heap: this.#heap.withProgram(this.#program, copy) })
        }
      case 'restore':
        return async () => {
          const { program, heap } = this.#kept.get(request.from)
          this.#program = await snapshots(program)
          this.#heap = heap.withProgram(program, this.#program)
          this.#heap.refill()
        }
      default:
        return this.#call(request.op, request.args)
    }
  }

  #call(op, args) {
    const { shapes } = this.#ops.get(op)
    const given = this.#codec.members(args, shapes, this.#heap.objects)
    const program = this.#program
    if (typeof program[op] !== 'function') throw new KorrelError(`the machine has no method ${op}`)
    const taken = named(op, given, [...shapes.keys()])
    return () => program[op](taken)
  }

  /** What a reply to a call adds. */
  told(result, op) {
    const { state } = this.#machine
    if (state !== null) this.#heap.tell(state(this.#program))
    return this.#heap.step(result, this.#ops.get(op).returns)
  }
}
