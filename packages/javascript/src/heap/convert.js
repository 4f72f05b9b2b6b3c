import { Codec } from './codec.js'

/** The heap of a record of a stream that has this header. */
export function decode(header, record, options) {
  return new Codec(header, options).heap(record)
}

/**
 * The record of objects of one's own: of `roots` by name and of all that they lead to, and of `objects`
 * that nothing leads to. `korrel eval --heap` reads it.
 */
export function encode(header, heap, options) {
  return new Codec(header, options).encode(heap)
}
