/**
 * The driver's side of `korrel test`: calls functions on the inputs that it sends (harness/1).
 *
 *     import * as korrel from 'korrel/driver'
 *
 *     korrel.type(Node)                            // objects of `sig Node` are made of this class
 *     korrel.operation('remove', (l, n) => l.remove(n))
 *     korrel.serve()
 *
 * Objects are made without calling a constructor; each field of the sig becomes a property. A `lone`
 * field that is empty is null; `set`, `seq` and `rel` fields are arrays, `map` fields Maps. Types
 * without a class become plain objects with `$type`. What a function returns is its result, what it
 * throws is reported; it may be async. What it prints goes to standard error.
 */

const WINDOW = 64
const classes = new Map()    // name of a type -> prototype
const types = new Map()      // prototype -> name of its type
const operations = new Map() // name -> { call, judges }
const covered = new Set()    // by the input at hand
let covers = false           // whether the program has ever said what it covers

/** Thrown by an operation that judges for itself: it is not content. Failures are grouped by cause. */
export class Fail extends Error {
  constructor(cause, message = '') {
    super(message)
    this.reason = cause
  }
}

/** Thrown by an operation that is not applicable to its input. */
export class Skip extends Error {}

/** The class of the objects of a type. */
export function type(of, name = of.name) {
  classes.set(name, of.prototype)
  types.set(of.prototype, name)
}

/** A function under test. With `judges` it judges for itself: it passes unless it throws Fail. */
export function operation(name, call, { judges = false } = {}) {
  operations.set(name, { call, judges })
}

/** Says that the input at hand covers something: a branch, a state. */
export function cover(what) {
  covers = true
  covered.add(what)
}

/** Answers until there are no more inputs. */
export async function serve() {
  const send = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr) // what the program prints is no reply
  process.stdin.setEncoding('utf8')
  let header = null
  let rest = ''
  for await (const read of process.stdin) {
    const lines = (rest + read).split('\n')
    rest = lines.pop()
    let answers = ''
    for (const line of lines) {
      const record = JSON.parse(line)
      if (header === null) {
        header = record
        answers += JSON.stringify({ ready: true, window: WINDOW, ops: [...operations.keys()] }) + '\n'
      } else {
        const answer = reply(header, record)
        answers += (answer instanceof Promise ? await answer : answer) + '\n'
      }
    }
    if (answers !== '') send(answers)
  }
}

function reply(header, input) {
  const { call, judges } = operations.get(input.op)
  covered.clear()
  const heap = new Heap(header, input)
  const content = (result) => written(input.id, { ...heap.abstracted(result), ...(judges && { pass: true }) })
  const thrown = (error) => written(input.id, complaint(heap, error))
  try {
    const result = call(...heap.arguments())
    return result instanceof Promise ? result.then(content).catch(thrown) : content(result)
  } catch (error) {
    return thrown(error)
  }
}

function complaint(heap, error) {
  if (error instanceof Fail) {
    return { ...heap.abstracted(null), fail: { cause: error.reason, message: error.message } }
  }
  if (error instanceof Skip) return { skip: error.message }
  const isError = error instanceof Error
  return { throw: { type: isError ? error.name : typeof error, message: isError ? error.message : String(error) } }
}

function written(id, answer) {
  return JSON.stringify({ id, ...answer, ...(covers && { cov: [...covered] }) })
}

/** The objects of an input, and their names: they keep them, and new ones get new ones. */
class Heap {
  constructor(header, input) {
    this.header = header
    this.input = input
    this.given = input.objects
    this.objects = new Map()
    this.names = new Map()
    for (const name in this.given) {
      const prototype = classes.get(this.given[name].$type)
      const made = prototype ? Object.create(prototype) : { $type: this.given[name].$type }
      this.objects.set(name, made)
      this.names.set(made, name)
    }
    for (const [name, made] of this.objects) {
      const fields = this.given[name]
      for (const field in fields) if (field !== '$type') made[field] = this.value(fields[field])
    }
  }

  arguments() {
    const parameters = Object.keys(this.header.ops[this.input.op].parameters)
    return parameters.map((name) => this.value(this.input.roots[name]))
  }

  value(json) {
    if (typeof json === 'string') return this.objects.get(json) ?? json
    if (json === null || typeof json !== 'object') return json
    if (Array.isArray(json)) return json.map((element) => this.value(element))
    return new Map(Object.entries(json).map(([key, element]) => [this.value(key), this.value(element)]))
  }

  /** The state afterwards as a part of a reply, unless nothing has changed, and the result. */
  abstracted(result) {
    this.post = {}
    this.waiting = []
    this.changed = false
    for (const name in this.input.roots) this.json(this.value(this.input.roots[name]))
    const answer = { result: this.json(result ?? null) }
    this.drain()
    const missing = () => Object.keys(this.given).length > Object.keys(this.post).length
    if (missing()) {
      for (const name of this.apart()) this.json(this.objects.get(name))
      this.drain()
    }
    if (this.changed || missing()) answer.post = { objects: this.post, ...this.sets() }
    return answer
  }

  /** A value of a reply. Objects that it is the first to lead to are left waiting. */
  json(value) {
    if (value === undefined) return null
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value) || value instanceof Set) return Array.from(value, (element) => this.json(element))
    if (value instanceof Map) {
      return Object.fromEntries(Array.from(value, ([key, element]) => [this.json(key), this.json(element)]))
    }
    const name = this.names.get(value) ?? this.named(value)
    if (!(name in this.post)) {
      this.post[name] = null
      this.waiting.push(value)
    }
    return name
  }

  drain() {
    while (this.waiting.length > 0) {
      const made = this.waiting.pop()
      const name = this.names.get(made)
      const known = this.given[name]
      const fields = { $type: known ? known.$type : typeOf(made) }
      for (const field of known ? Object.keys(known) : Object.keys(this.header.types[fields.$type])) {
        if (field === '$type') continue
        const value = (fields[field] = this.json(made[field]))
        // An array or a map may have changed within: such states are always sent.
        if (!known || value !== known[field]) this.changed = true
      }
      this.post[name] = fields
    }
  }

  named(made) {
    let number = this.names.size
    while (`${typeOf(made)}$${number}` in this.given) number++
    const name = `${typeOf(made)}$${number}`
    this.names.set(made, name)
    return name
  }

  /** Objects that the roots did not lead to in the input, either: they are no garbage. */
  apart() {
    const seen = new Set()
    const open = [this.input.roots]
    while (open.length > 0) {
      const value = open.pop()
      if (value !== null && typeof value === 'object') open.push(...Object.keys(value), ...Object.values(value))
      else if (value in this.given && !seen.has(value)) {
        seen.add(value)
        open.push(this.given[value])
      }
    }
    return Object.keys(this.given).filter((name) => !seen.has(name))
  }

  /** Subset sigs and relations as they were, of what is left. */
  sets() {
    const kept = {}
    if (this.input.sets) {
      const left = (names) => names.filter((name) => name in this.post)
      kept.sets = Object.fromEntries(Object.entries(this.input.sets).map(([set, names]) => [set, left(names)]))
    }
    if (this.input.relations) kept.relations = this.input.relations
    return kept
  }
}

function typeOf(made) {
  const name = made.$type ?? types.get(Object.getPrototypeOf(made))
  if (name === undefined) throw new TypeError(`no type for ${made.constructor?.name}`)
  return name
}
