// Policies at random, judged as by the driver; who is allowed is found by walking. `policies` is as one writes a test with a
// few users and roles; `small` has the bounds of the specs.
import { fc, tell } from '../random/by_fast_check.mjs'
import { casbinOperations } from './authorize.mjs'

const effects = ['allow', 'deny']

/** Subjects with roles among those before them, and rules: a subject, an effect, a number. */
const lists = (mostSubjects, mostRoles, mostRules, numbers) =>
  fc.integer({ min: 1, max: mostSubjects }).chain((count) => {
    const above = fc.tuple(...Array.from({ length: count }, (_, number) => {
      return number ? fc.uniqueArray(fc.nat(number - 1), { maxLength: mostRoles }) : fc.constant([])
    }))
    const rule = fc.tuple(fc.nat(count - 1), fc.constantFrom(...effects), numbers)
    const different = numbers === none ? (one) => String(one) : ([, , number]) => number
    return fc.tuple(above, fc.uniqueArray(rule, { maxLength: mostRules, selector: different }))
  })
const none = fc.constant(0)

/** The subject, and all that it has as a role, level by level. */
function had(above, one) {
  const found = [one]
  for (const role of found) found.push(...above[role].filter((other) => !found.includes(other)))
  return found
}

const byNumber = (steps) => (one, other) => one[2] - other[2]
const byNearest = (steps) => (one, other) => steps.indexOf(one[0]) - steps.indexOf(other[0])

const fails = (judge, order) => async ([above, list]) => {
  const subjects = above.map(() => ({ roles: new Set() }))
  above.forEach((roles, number) => roles.forEach((role) => subjects[number].roles.add(subjects[role])))
  const rules = list.map(([who, effect, priority]) => ({ who: subjects[who], effect, priority }))
  const isAllowed = (_, number) => {
    const steps = had(above, number)
    const mine = list.filter(([who]) => steps.includes(who)).sort(order(steps))
    return mine.length > 0 && mine[0][1] === 'allow'
  }
  try {
    await judge(new Set(subjects), rules, new Set(subjects.filter(isAllowed)))
  } catch {
    return true
  }
  return false
}

const { one_by_one, nearest, nearest_without_object } = await casbinOperations()
const numbered = {
  policies: lists(5, 5, 8, fc.nat(1000)),
  small: lists(2, 2, 3, fc.integer({ min: 8, max: 10 })),
}
const unnumbered = { policies: lists(5, 1, 8, none), small: lists(3, 1, 3, none) }
const kinds = [
  ['addPolicy', numbered, fails(one_by_one, byNumber)],
  ['a rule of another', unnumbered, fails(nearest, byNearest)],
  ['a model without object', unnumbered, fails(nearest_without_object, byNearest)],
]
const faults = kinds.flatMap(([fault, arbitraries, shows]) =>
  Object.entries(arbitraries).map(([name, arbitrary]) => [`casbin (JavaScript), ${fault}`, name, arbitrary, shows]),
)
await tell(faults, ([above, list]) => above.length + list.length)
