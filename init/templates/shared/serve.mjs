// The lines that `korrel test` and a driver exchange. Nothing here is about your library: leave it as it is.
// The package `korrel` does the same, and more: your own classes, node:test and vitest, recorders.
import { createInterface } from 'node:readline'

/** A driver that judges throws it: new Fail(cause, message). Failures are grouped by their cause. */
export class Fail extends Error {
  constructor(cause, message = '') {
    super(message)
    this.of = cause
  }
}

/** An object of the spec: its fields are properties, `$name` is `Node$0`, `$type` is `Node`. */
class Thing {
  constructor(name) {
    this.$name = name
  }
}

/**
 * Answers until there is no more input. `operations` are functions that are called like the spec's; each gets an object
 * with the spec's parameters. With `judges: true` they judge for themselves: an input passes unless they throw Fail; else
 * the spec judges what they return. For behaviours, `calls` is a class that is made with the first state, with a method for each
 * call, and with `state()`.
 */
export async function serve({ calls, judges, ...operations }) {
  const say = (reply) => process.stdout.write(JSON.stringify(reply) + '\n')
  console.log = console.info = console.debug = console.error // what the library prints is no reply
  let program
  let things = new Map()
  let isHeader = true
  for await (const line of createInterface({ input: process.stdin })) {
    if (isHeader) {
      isHeader = false // which types there are
      say({ ready: true })
      continue
    }
    const request = JSON.parse(line)
    const reply = { id: request.id }
    if (request.kind !== 'call') things = read(request.objects)
    try {
      if (request.kind === 'reset') {
        program = new calls(given(request.roots, things))
      } else if (request.kind === 'call') {
        reply.result = told(await program[request.op](given(request.args, things)))
        reply.changed = told(program.state())
      } else {
        const result = await operations[request.op](given(request.roots, things))
        Object.assign(reply, judges ? { pass: true } : { result: told(result) })
      }
    } catch (error) {
      if (error instanceof Fail) reply.fail = { cause: error.of, message: error.message }
      else reply.throw = { type: error?.name ?? 'thrown', message: String(error?.message ?? error) }
    }
    say(reply)
  }
}

/** The objects of a heap, by name. */
function read(heap) {
  const things = new Map(Object.keys(heap).map((name) => [name, new Thing(name)]))
  for (const [name, fields] of Object.entries(heap)) Object.assign(things.get(name), given(fields, things))
  return things
}

function given(values, things) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueOf(value, things)]))
}

/** Sets and sequences are arrays, maps are Maps. */
function valueOf(value, things) {
  if (Array.isArray(value)) return value.map((part) => valueOf(part, things))
  if (value && typeof value === 'object') {
    return new Map(Object.entries(value).map(([key, part]) => [things.get(key) ?? key, valueOf(part, things)]))
  }
  return things.get(value) ?? value
}

/** A value as a reply has it. */
function told(value) {
  if (value instanceof Thing) return value.$name
  if (Array.isArray(value) || value instanceof Set) return [...value].map(told)
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, part]) => [told(key), told(part)]))
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, told(part)]))
  }
  return value === undefined ? null : value
}
