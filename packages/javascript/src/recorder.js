import { appendFileSync, readFileSync } from 'node:fs'
import { KorrelError } from './error.js'
import { Codec } from './heap/codec.js'
import { inOneLine, stringify } from './heap/text.js'
import { path } from './program/flags.js'
import { find } from './stream.js'

/** What writes the heaps of a spec to a file, which is added to: `const trees = await recorder('tree.als', 'repOk', { to })`. */
export async function recorder(spec, command, options) {
  if (typeof command === 'object' && command !== null) return recorder(spec, undefined, command)
  const { to, ...asked } = options ?? {}
  if (to === undefined) throw new KorrelError('recorder: `to` names the file that heaps are written to')
  const heaps = find(spec, command, { ...asked, limit: 1 })
  for await (const _ of heaps);
  return new Recorder(new Codec(heaps.header, asked), path(to))
}

/** Writes heaps down as they are when it is called, each once, a line each. */
class Recorder {
  #codec
  #to
  #known

  constructor(codec, to) {
    this.#codec = codec
    this.#to = to
    appendFileSync(to, '')
    this.#known = new Set(readFileSync(to, 'utf8').split('\n'))
  }

  record(...roots) {
    const names = [...this.#codec.schema.roots.keys()]
    if (roots.length > names.length) throw noRoot(`number ${names.length + 1}`, names)
    this.recordNamed(Object.fromEntries(roots.map((root, at) => [names[at], root])))
  }

  recordNamed(given) {
    const { schema } = this.#codec
    const names = [...schema.roots.keys()]
    const unknown = Object.keys(given).find((name) => !schema.roots.has(name))
    if (unknown !== undefined) throw noRoot(inOneLine(unknown), names)
    const root = (name) => (given[name] === undefined ? this.#ofType(schema.roots.get(name), Object.values(given)) : given[name])
    const roots = Object.fromEntries(names.map((name) => [name, root(name)]).filter(([, value]) => value !== undefined))
    const { objects, ...written } = this.#codec.encode({ roots })
    const heap = { kind: 'instance', roots: written.roots, objects }
    this.#codec.fit.check(heap)
    const line = stringify(heap)
    if (this.#known.has(line)) return
    this.#known.add(line)
    appendFileSync(this.#to, `${line}\n`)
  }

  /** A root that is not given is the one among the others that has its type, if there is one. */
  #ofType({ columns }, given) {
    const { classes, schema } = this.#codec
    return given.find((value) => {
      if (value === null || typeof value !== 'object') return false
      const type = value.$type ?? classes.types.get(Object.getPrototypeOf(value))
      return type !== undefined && columns[0].some((of) => schema.extends(type, of))
    })
  }
}

function noRoot(name, names) {
  return new KorrelError(`there is no root ${name}; there are ${names.join(', ') || 'none'}`, { code: 'E0028' })
}
