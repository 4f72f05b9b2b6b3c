import { Codec } from '../heap/codec.js'
import { shape } from '../heap/shape.js'

/** What the header asks: of each operation, what inputs look like and what it returns. */
export class Question {
  constructor(header, operations, options) {
    this.operations = new Map()
    const lazy = header.lazy === true
    for (const [name, { parameters, result }] of Object.entries(header.ops)) {
      // Other operations may be tested with other specs: there may be classes for types of theirs.
      const codec = new Codec({ ...header, roots: parameters }, options, { anyClass: true })
      const returns = result === undefined ? null : shape(result)
      this.operations.set(name, { ...operations.get(name), codec, lazy, parameters: Object.keys(parameters), returns })
    }
  }

  of(input) {
    return this.operations.get(input.op)
  }
}
