/**
 * What is to be enumerated: types with their fields and bounds, from classes and a table of fields, or from example objects.
 *
 * A field is a text as in TypeScript (`number`, `Node?`, `Leaf | Inner | null`, `Node[]`, `Set<Node>`, `Map<string, Node>`) or an
 * array of its values.
 */
import { spawnSync } from 'node:child_process'
import { KorrelError } from '../error.js'
import { path } from '../program/flags.js'
import { program } from '../program/locate.js'
import { Collection, Dictionary, List, One } from './kinds.js'

const FEW = 3
const PLAIN = { number: [0, 1, 2], boolean: [false, true], string: ['a', 'b'], null: [null], undefined: [undefined] }
const OPTIONS = ['where', 'examples', 'fields', 'types', 'classes', 'names', 'bounds', 'length', 'size', 'limit', 'timeout', 'runTimeout', 'inputTimeout', 'testTimeout', 'failures']

/** The types that the roots reach, each root's kind, and the values of plain types. */
export function description(given, options) {
  const roots = Array.isArray(given) ? given : [given]
  const { examples, fields } = shown([...roots, ...(options.examples ?? [])].filter((root) => typeof root === 'object' && root !== null))
  const table = { ...fields, ...(options.types === undefined ? {} : typed([options.types].flat())), ...options.fields }
  const classes = { ...examples, ...options.classes, ...named(roots.filter((root) => typeof root === 'function')) }
  const texts = roots.map((root) => (typeof root === 'string' ? root : typeof root === 'function' ? root.name : root.constructor.name))
  const bounds = { ...Object.fromEntries(Object.entries(options).filter(([name]) => !OPTIONS.includes(name))), ...options.bounds }
  const parts = new Parts(table, classes, bounds, options.length ?? FEW)
  const kinds = texts.map((text) => parts.kind(text, 'root', true))
  const types = [...parts.types.values()]
  for (const type of types) type.bound = parts.bound(type, texts)
  parts.check()
  const names = options.names ?? texts.map((text, at) => (texts.indexOf(text) === texts.lastIndexOf(text) ? text : `${text}${texts.slice(0, at + 1).filter((other) => other === text).length}`))
  return { types, roots: kinds.map((kind, at) => ({ name: names[at], kind, text: texts[at] })), values: parts.values, maps: parts.maps, texts }
}

class Parts {
  types = new Map()
  /** The values of plain types, as far as they occur. */
  values = {}
  /** Where maps stand that may have several entries. */
  maps = []
  #referred = new Set()
  /** Those of plain types may be given where no field takes them. */
  #used = new Set(Object.keys(PLAIN))

  constructor(table, classes, bounds, length) {
    Object.assign(this, { table, classes, bounds, length })
  }

  /** What a text stands for at a place. */
  kind(text, place, isRoot = false) {
    const own = this.bounds[place]
    if (own !== undefined) this.#used.add(place)
    const given = own ?? text
    if (Array.isArray(given)) return new One(given, [])
    if (typeof given === 'function') return this.kind(this.#nameOf(given), place, isRoot)
    if (typeof given !== 'string') throw wrong(`${place}: ${String(given)} is no type: a text as in TypeScript, or an array of values`)
    const words = given.trim()
    const isOptional = words.endsWith('?') || /\| *null$/.test(words)
    const bare = words.replace(/\?$|\| *null$/, '').trim()
    const item = /^(.*)\[\]$|^Array<(.*)>$/.exec(bare)
    if (item !== null) return new List(this.kind((item[1] ?? item[2]).replace(/^\((.*)\)$/, '$1'), `${place}[]`), this.length, isOptional)
    const [, container, inner] = /^(Set|Map)<(.*)>$/.exec(bare) ?? []
    if (container === 'Set') return new Collection(this.#one(inner, place), this.length, isOptional)
    if (container === 'Map') {
      const [key, ...rest] = inner.split(',')
      const keys = this.#one(key, place)
      if (this.length > 1) this.maps.push(place)
      return new Dictionary(keys, this.kind(rest.join(','), `${place}{}`), this.length, isOptional)
    }
    return this.#arms(words, place, isRoot)
  }

  #one(text, place) {
    const kind = this.kind(text, place)
    // A set takes 0 and -0 for one.
    if (kind instanceof One) return new One([...new Set(kind.values)], kind.types)
    throw wrong(`${place}: ${text}: sets hold values and objects, and so do the keys of maps`)
  }

  #arms(words, place, isRoot) {
    const arms = words.replace(/\?$/, ' | null').split('|').map((arm) => arm.trim())
    const values = arms.filter((arm) => !this.#isType(arm)).flatMap((arm) => this.#plain(arm, place))
    const types = arms.filter((arm) => this.#isType(arm)).map((arm) => this.#type(arm, isRoot))
    return new One([...values.filter((one) => one === null), ...values.filter((one) => one !== null)], types)
  }

  #isType(name) {
    return !Array.isArray(this.bounds[name]) && (Object.hasOwn(this.table, name) || Object.hasOwn(this.classes, name))
  }

  #plain(name, place) {
    const values = Array.isArray(this.bounds[name]) ? this.bounds[name] : PLAIN[name] ?? literal(name)
    if (values === undefined) throw wrong(`${place}: ${name} is not known: ${this.#there()}`)
    if (values.length === 0) throw wrong(`${name}: there are no values`)
    this.#used.add(name)
    if (name !== 'null' && name !== 'undefined') this.values[name] = values
    return values
  }

  #type(name, isRoot) {
    if (!isRoot) this.#referred.add(name)
    const known = this.types.get(name)
    if (known !== undefined) return known
    const of = this.classes[name]
    if (of === undefined) throw wrong(`${name}: there is no class of this name: classes: { ${name} }, or { ${name}: Object } for plain objects`)
    const given = this.table[name] ?? (Object.hasOwn(of, 'fields') ? of.fields : commented(of))
    if (given === undefined) throw wrong(`${name}: it is not said what its objects hold: fields: { ${name}: { … } }, /** @type {…} */ before each field, or an example object in place of the class`)
    const type = { name, of, fields: {} }
    this.types.set(name, type)
    for (const [field, text] of Object.entries(given)) type.fields[field] = this.kind(text, `${name}.${field}`)
    return type
  }

  bound({ name }, roots) {
    const given = this.bounds[name]
    this.#used.add(name)
    if (given === undefined) return this.#referred.has(name) ? FEW : roots.filter((text) => text === name).length
    if (!Number.isInteger(given) || given < 0) throw wrong(`${name}: ${String(given)}: expected a number of objects, or an array of values`)
    return given
  }

  check() {
    const single = Object.keys(PLAIN).find((name) => name in this.bounds && !Array.isArray(this.bounds[name]))
    if (single !== undefined) throw wrong(`${single}: ${String(this.bounds[single])}: expected an array of values, such as [0, 1, 2, 3]`)
    const unknown = Object.keys(this.bounds).find((name) => !this.#used.has(name))
    if (unknown !== undefined) throw wrong(`${unknown}: no option, and no class or field of this name is reached from the roots: ${this.#there()}`)
  }

  #there() {
    return `there are ${[...new Set([...this.types.keys(), ...Object.keys(this.classes), ...Object.keys(PLAIN).slice(0, 3)])].join(', ')}`
  }

  #nameOf(of) {
    this.classes[of.name] ??= of
    return of.name
  }
}

/** What files in TypeScript say of fields: read by the program, and by no compiler. */
function typed(files) {
  const { status, stdout, stderr, error } = spawnSync(program(), ['init', '--fields', ...files.map(path)], { encoding: 'utf8' })
  if (status !== 0) throw wrong(`types: ${error?.message ?? stderr.trim()}`)
  return JSON.parse(stdout)
}

/** A text in quotes, a number, or a truth value, as a type of one value. */
function literal(text) {
  if (/^(['"]).*\1$/.test(text)) return [text.slice(1, -1)]
  return /^(-?\d+(\.\d+)?|true|false)$/.test(text) ? [JSON.parse(text)] : undefined
}

const COMMENT = /\/\*\*(?:(?!\*\/)[^])*?@type\s*\{([^}]*)\}(?:(?!\*\/)[^])*\*\/\s*(?:this\.)?([\w$]+)\s*(?:[=;]|$)/gm

/** What comments say in the text of a class and those that it extends: `@type {Node | null}` before a field, or before `this.root = …`. */
function commented(of) {
  const bases = []
  for (let base = of; base !== Function.prototype && typeof base === 'function'; base = Object.getPrototypeOf(base)) bases.unshift(base)
  const found = bases.flatMap((base) => [...String(base).matchAll(COMMENT)])
  const types = found.map(([, text, name]) => [name, text.trim().replace(/^\?(.*)$/, '$1?').replace(/^!/, '')])
  return types.length > 0 ? Object.fromEntries(types) : undefined
}

/** The classes of example objects, and what their fields hold there. */
function shown(examples) {
  const [classes, seen] = [{}, {}]
  const met = new Set()
  const meet = (value) => {
    if (typeof value !== 'object' || value === null || met.has(value)) return
    met.add(value)
    if (Array.isArray(value) || value instanceof Set) for (const one of value) meet(one)
    else if (value instanceof Map) for (const [at, one] of value) (meet(at), meet(one))
    else {
      const of = value.constructor
      if ((classes[of.name] ??= of) !== of) throw wrong(`${of.name}: the examples have two classes of this name`)
      const fields = (seen[of.name] ??= {})
      for (const [name, held] of Object.entries(value)) {
        fields[name] = [...(fields[name] ?? []), held]
        meet(held)
      }
    }
  }
  examples.forEach(meet)
  const texts = (fields) => Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, textOf(values)]))
  return { examples: classes, fields: Object.fromEntries(Object.entries(seen).map(([name, fields]) => [name, texts(fields)])) }
}

/** The type of which these values were seen. */
function textOf(values) {
  const some = values.filter((value) => value !== null && value !== undefined)
  if (values.includes(undefined)) return [...new Set([...some.map(nameOf), ...(values.includes(null) ? ['null'] : []), 'undefined'])].join(' | ')
  const none = some.length < values.length ? ['null'] : []
  const all = (of) => some.length > 0 && some.every((value) => value instanceof of)
  const mark = none.length > 0 ? '?' : ''
  if (all(Array)) return `${inner(some.flat(1))}[]${mark}`
  if (all(Set)) return `Set<${inner(some.flatMap((set) => [...set]))}>${mark}`
  if (all(Map)) return `Map<${inner(some.flatMap((map) => [...map.keys()]))}, ${inner(some.flatMap((map) => [...map.values()]))}>${mark}`
  return [...new Set([...some.map(nameOf), ...none])].join(' | ')
}

function nameOf(value) {
  return typeof value === 'object' ? value.constructor.name : typeof value
}

function inner(values) {
  const text = textOf(values)
  return text.includes('|') ? `(${text})` : text || 'null'
}

function named(classes) {
  return Object.fromEntries(classes.map((of) => [of.name, of]))
}

function wrong(message) {
  return new KorrelError(message, { code: 'BOUNDS' })
}
