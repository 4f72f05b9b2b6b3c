import { apart } from '../heap/apart.js'
import { Encoder } from '../heap/encode.js'
import { Reads } from './reads.js'

/** An input's objects, and what has become of them: those that it had keep their names. */
export class After {
  constructor({ codec, returns, lazy }, input) {
    this.codec = codec
    this.returns = returns
    this.input = input
    this.given = input.objects
    this.heap = codec.decode(input)
    this.roots = this.heap.roots
    this.reads = lazy ? new Reads(this.heap, this.given, codec.classes) : null
  }

  /** The state and the result as parts of a reply; no state, if nothing has changed. */
  state(value) {
    const encoder = new Encoder(this.codec, this.heap, this.reads?.kept.bind(this.reads))
    encoder.members(this.roots, this.codec.schema.roots)
    const answer = { result: this.returns === null ? encoder.untyped(value) : encoder.value(value, this.returns) }
    // A result may be a generator, which reads only now, in an order that is the program's.
    this.reads?.end()
    encoder.drain()
    if (this.someAreMissing(encoder)) this.keepApart(encoder)
    const post = Object.fromEntries(encoder.written)
    if (this.hasChanged(post)) answer.post = { objects: post, ...this.others(encoder) }
    return answer
  }

  someAreMissing(encoder) {
    return Object.keys(this.given).some((name) => !encoder.written.has(name))
  }

  /** Objects that the roots did not lead to in the input, either, are no garbage. */
  keepApart(encoder) {
    for (const name of apart(this.input)) {
      if (this.codec.values.of(this.given[name].$type) !== undefined) encoder.keep(name)
      else encoder.reference(this.heap.objects.get(name))
    }
    encoder.drain()
  }

  hasChanged(post) {
    const names = Object.keys(this.given)
    if (Object.keys(post).length !== names.length) return true
    return names.some((name) => !(name in post) || differ(this.given[name], post[name]))
  }

  /** Subset sigs and relations as they were, of what is left. */
  others({ written }) {
    const { sets, relations } = this.input
    const left = (names) => names.filter((name) => written.has(name) || !Object.hasOwn(this.given, name))
    return {
      ...(sets && { sets: Object.fromEntries(Object.entries(sets).map(([set, names]) => [set, left(names)])) }),
      ...(relations && { relations }),
    }
  }
}

/** Whether a field differs. What an array or a map holds is compared, not only that there is one. */
function differ(before, after) {
  return Object.keys(before).some((field) => {
    const [a, b] = [before[field], after[field]]
    return a !== b && (a === null || typeof a !== 'object' || JSON.stringify(a) !== JSON.stringify(b))
  })
}
