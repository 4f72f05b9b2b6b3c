import type { Arbitrary } from 'fast-check'
import type { File, Heap, Options, Roots } from './index.js'

/** Inputs drawn from a command's first 10,000, or as many as `limit` says, and shrunk to smaller ids. */
export function inputs<R extends Roots = Roots>(spec: File, options?: Options): Arbitrary<Heap<R>>
export function inputs<R extends Roots = Roots>(
  spec: File,
  command?: string | number,
  options?: Options,
): Arbitrary<Heap<R>>
