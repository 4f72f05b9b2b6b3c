import { fail } from './fit.js'

const PARTS = ['roots', 'sets', 'relations']

/** The states of a trace's record, each whole, where the record says of some what changed. */
export function wholeStates({ states }) {
  if (!Array.isArray(states) || states.length === 0) fail('states', 'it is not an array of states, of which there is one at least')
  const whole = []
  states.forEach((state, at) => {
    if (!isRecord(state)) fail(`states[${at}]`, 'it is not an object')
    if (!Object.hasOwn(state, 'changed')) return whole.push(state)
    if (at === 0) fail('states[0]', 'the first state is whole')
    return whole.push(within(at, () => applied(whole[at - 1], state)))
  })
  return whole
}

/** What is read of a state; the paths of its errors begin there. */
export function within(at, read) {
  try {
    return read()
  } catch (error) {
    if (error.code === 'E0028') error.message = `states[${at}].${error.message}`
    throw error
  }
}

/** The state after another one. An object with a `$type` is told whole, and null is one that is gone. */
function applied(before, told) {
  if (!isRecord(told.changed)) fail('changed', 'it is not an object')
  if (Object.hasOwn(told, 'objects')) fail('objects', 'they stand beside `changed`')
  const was = new Map(Object.entries(before.objects ?? {}))
  const now = new Map(was)
  for (const [name, fields] of Object.entries(told.changed)) {
    if (fields === null && was.has(name)) now.delete(name)
    else now.set(name, changed(`changed.${name}`, was.get(name), fields))
  }
  const gone = new Set([...was.keys()].filter((name) => !now.has(name)))
  const state = { objects: Object.fromEntries(now) }
  for (const part of PARTS) {
    if (Object.hasOwn(told, part) && !isRecord(told[part])) fail(part, 'it is not an object')
    if (before[part] === undefined && told[part] === undefined) continue
    const kept = Object.entries(before[part] ?? {}).map(([name, value]) => [name, part === 'roots' ? value : without(value, gone)])
    state[part] = { ...Object.fromEntries(kept), ...told[part] }
  }
  return state
}

function changed(path, was, fields) {
  if (!isRecord(fields)) fail(path, 'it is neither an object of the state before nor null')
  if (Object.hasOwn(fields, '$type')) return fields
  if (was === undefined) fail(path, 'the state before has no such object, and a new one has a `$type`')
  const unknown = Object.keys(fields).find((field) => !Object.hasOwn(was, field))
  if (unknown !== undefined) fail(`${path}.${unknown}`, 'the object had no such field')
  return { ...was, ...fields }
}

/** A set or a relation without the objects that are gone. */
function without(value, gone) {
  return Array.isArray(value) ? value.filter((item) => ![item].flat().some((atom) => gone.has(atom))) : value
}

function isRecord(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
