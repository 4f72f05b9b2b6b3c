import { fail } from './fit.js'
import { stringify } from './text.js'
import { within } from './whole.js'

/** Throws if the states of a trace differ in what is not `var`, or an object changes its type. */
export function agree(schema, states) {
  const types = new Map()
  const first = of(states[0])
  states.forEach((state, at) => {
    for (const [name, { $type }] of Object.entries(state.objects)) {
      if (!types.has(name)) types.set(name, $type)
      if (types.get(name) !== $type) fail(`states[${at}].objects.${name}.$type`, `it was a \`${types.get(name)}\` before`)
    }
    if (at > 0) within(at, () => compare(schema, first, of(state)))
  })
}

function of({ objects, roots = {}, sets = {}, relations = {} }) {
  return { objects: new Map(Object.entries(objects)), roots, sets, relations }
}

function compare(schema, was, now) {
  for (const name of new Set([...now.objects.keys(), ...was.objects.keys()])) {
    const [one, other] = [was.objects.get(name), now.objects.get(name)]
    const { $type } = one ?? other
    if ((one === undefined || other === undefined) && !schema.comesAndGoes($type)) {
      fail(`objects.${name}`, 'it is not in all states, though its sig is not `var`')
    }
    for (const field of new Set(Object.keys({ ...one, ...other }))) {
      if (field === '$type' || schema.isVariableField($type, field)) continue
      same(`objects.${name}.${field}`, one?.[field], other?.[field], schema.field($type, field))
    }
  }
  for (const [name, value] of Object.entries(now.sets)) {
    if (!schema.variable.has(name)) same(`sets.${name}`, was.sets[name], value, schema.sets.get(name).shape)
  }
  for (const [name, value] of Object.entries(now.relations)) {
    if (!schema.variable.has(name)) same(`relations.${name}`, was.relations[name], value, schema.relations.get(name))
  }
  // A parameter holds what it holds in the first state, without the objects that are gone.
  const isGone = (atom) => was.objects.has(atom) && !now.objects.has(atom)
  for (const [name, value] of Object.entries(was.roots)) {
    if (!schema.variable.has(name)) same(`roots.${name}`, value, now.roots[name], schema.roots.get(name), isGone)
  }
}

function same(path, one, other, shape, isGone = () => false) {
  const left = tuples(one, shape, isGone)
  if (left !== tuples(other, shape, isGone)) fail(path, 'it is other than in the first state, though it is not `var`')
}

/** The tuples of a value, in an order of their own unless it is a sequence. */
function tuples(value, { form }, isGone) {
  const rows = value === null || value === undefined ? [] : Array.isArray(value) ? value : typeof value === 'object' ? Object.entries(value) : [value]
  const kept = rows.map((row) => [row].flat()).filter((row) => !row.some(isGone)).map((row) => stringify(row))
  return (form === 'seq' ? kept : kept.sort()).join()
}
