// casbin and Cedar in JavaScript: who is allowed, asked for each subject (and domain, or object) of an input.
import * as driver from '../../../packages/javascript/src/driver/index.js' // of one's own: 'korrel/driver'

const SOME_ALLOWS = 'some(where (p.eft == allow))'
const NONE_DENIES = '!some(where (p.eft == deny))'
const BY_NUMBER = 'priority(p.eft) || deny'
const BY_SUBJECT = 'subjectPriority(p.eft) || deny'

/** The documentation's models; an object or a domain that `fields` do not have is left out. */
function model(effect, fields) {
  const request = ['sub', 'dom', 'obj', 'act'].filter((field) => fields.includes(field))
  const same = request.slice(1).map((field) => ` && r.${field} == p.${field}`).join('')
  const inDomain = fields.includes('dom') ? ', r.dom' : ''
  return `[request_definition]
r = ${request.join(', ')}
[policy_definition]
p = ${fields}
[role_definition]
g = _, _${inDomain && ', _'}
[policy_effect]
e = ${effect}
[matchers]
m = g(r.sub, p.sub${inDomain})${same}`
}

function compare(what, expected, given) {
  if (expected && !given) throw new driver.Fail(`${what}: refuses what is allowed`)
  if (given && !expected) throw new driver.Fail(`${what}: allows what is refused`)
}
const names = (atoms, prefix) => new Map([...atoms].map((atom, number) => [atom, `${prefix}${number}`]))
const has = (pairs, left, right) => [...pairs].some(([one, other]) => one === left && other === right)

/** The judges of inputs, by the names of the operations. */
export async function casbinOperations() {
  const { newEnforcer, newModel, StringAdapter } = await import('casbin')
  const enforcer = async (text, lines) => {
    const list = ['# A list may be empty.', ...lines.map((line) => line.join(', '))]
    const made = await newEnforcer(newModel(text), new StringAdapter(list.join('\n')))
    made.enableAutoSave(false)
    return made
  }

  const inDomains = (withDomains) => async (subjects, domains, someAllows, noneDenies, both) => {
    const [of, within] = [names(subjects, 's'), names(domains, 'd')]
    const placed = (domain) => (withDomains ? [within.get(domain)] : [])
    const lines = []
    for (const d of domains) {
      for (const [s, r] of d.roles) lines.push(['g', of.get(s), of.get(r), ...placed(d)])
      for (const s of d.allow) lines.push(['p', of.get(s), ...placed(d), 'data', 'read', 'allow'])
      for (const s of d.deny) lines.push(['p', of.get(s), ...placed(d), 'data', 'read', 'deny'])
    }
    const fields = withDomains ? 'sub, dom, obj, act, eft' : 'sub, obj, act, eft'
    const effects = { [SOME_ALLOWS]: someAllows, [NONE_DENIES]: noneDenies, [`${SOME_ALLOWS} && ${NONE_DENIES}`]: both }
    for (const [effect, expected] of Object.entries(effects)) {
      const casbin = await enforcer(model(effect, fields), lines)
      for (const d of domains) {
        for (const s of subjects) {
          compare(effect, has(expected, d, s), await casbin.enforce(of.get(s), ...placed(d), 'data', 'read'))
        }
      }
    }
  }

  /** Those that the list names have the permission, and it names all of them. */
  const users = async (subjects, domains, users) => {
    const of = names(subjects, 's')
    const [domain] = domains
    const lines = [...domain.roles].map(([s, r]) => ['g', of.get(s), of.get(r)])
    lines.push(...[...domain.allow].map((s) => ['p', of.get(s), 'data', 'read', 'allow']))
    const casbin = await enforcer(model(SOME_ALLOWS, 'sub, obj, act, eft'), lines)
    const listed = new Set(await casbin.getImplicitUsersForPermission('data', 'read'))
    const expected = new Set([...users].map((s) => of.get(s)))
    for (const user of expected) if (!listed.has(user)) throw new driver.Fail('a user is missing', user)
    for (const user of listed) if (!expected.has(user)) throw new driver.Fail('a role is listed', user)
  }

  const ordered = (effect, enforcerOf, what = ['data', 'read']) => async (subjects, rules, allowed) => {
    const of = names(subjects, 's')
    const roles = [...subjects].flatMap((s) => [...s.roles].map((r) => [of.get(s), of.get(r)]))
    const numbered = effect === BY_NUMBER
    const policies = rules.map((r) => [...(numbered ? [String(r.priority)] : []), of.get(r.who), ...what, String(r.effect)])
    const fields = what.length === 2 ? 'sub, obj, act, eft' : 'sub, act, eft'
    const casbin = await enforcerOf(model(effect, numbered ? `priority, ${fields}` : fields), roles, policies)
    for (const s of subjects) compare(effect, allowed.has(s), await casbin.enforce(of.get(s), ...what))
  }
  const loaded = (text, roles, policies) =>
    enforcer(text, [...policies.map((policy) => ['p', ...policy]), ...roles.map((role) => ['g', ...role])])
  const one_by_one = async (text, roles, policies) => {
    const casbin = await loaded(text, roles, [])
    for (const policy of policies) await casbin.addPolicy(...policy)
    return casbin
  }
  const unloaded = async (text, roles, policies) => {
    const casbin = await newEnforcer(newModel(text))
    for (const role of roles) await casbin.addGroupingPolicy(...role)
    for (const policy of policies) await casbin.addPolicy(...policy)
    return casbin
  }
  const together = async (text, roles, policies) => {
    const casbin = await loaded(text, roles, [])
    await casbin.addPolicies(policies)
    return casbin
  }

  return {
    roles: inDomains(false),
    domains: inDomains(true),
    chain: inDomains(false),
    users,
    loaded: ordered(BY_NUMBER, loaded),
    one_by_one: ordered(BY_NUMBER, one_by_one),
    unloaded: ordered(BY_NUMBER, unloaded),
    together: ordered(BY_NUMBER, together),
    nearest: ordered(BY_SUBJECT, loaded),
    nearest_without_object: ordered(BY_SUBJECT, loaded, ['read']),
  }
}

export async function cedarOperations() {
  const { isAuthorized } = await import('@cedar-policy/cedar-wasm/nodejs')
  const entities = (subjects, objects, allowed) => {
    const of = new Map()
    for (const [s, id] of names(subjects, 's')) of.set(s, { type: 'User', id })
    for (const [o, id] of names(objects, 'o')) of.set(o, { type: 'File', id })
    const graph = [...of].map(([entity, uid]) => {
      const parents = [...(entity.groups ?? entity.folders)].map((parent) => of.get(parent))
      return { uid, attrs: {}, parents }
    })
    const policy = (effect, s, o) => `${effect}(principal in User::"${of.get(s).id}", action, resource in File::"${of.get(o).id}");`
    const staticPolicies = [...subjects]
      .flatMap((s) => [...[...s.permit].map((o) => policy('permit', s, o)), ...[...s.forbid].map((o) => policy('forbid', s, o))])
      .join('\n')
    for (const s of subjects) {
      for (const o of objects) {
        const request = { principal: of.get(s), action: { type: 'Action', id: 'read' }, resource: of.get(o), context: {} }
        const answer = isAuthorized({ ...request, policies: { staticPolicies }, entities: graph })
        if (answer.type !== 'success' || answer.response.diagnostics.errors.length) throw new Error(JSON.stringify(answer))
        compare('permit and forbid', has(allowed, s, o), answer.response.decision === 'allow')
      }
    }
  }
  return { entities }
}

// at_random.mjs takes the judges alone.
if (process.argv[1].endsWith('authorize.mjs')) {
  const operations = await { 'node-casbin': casbinOperations, 'cedar-wasm': cedarOperations }[process.argv[2]]()
  for (const [name, judge] of Object.entries(operations)) driver.operation(name, judge, { judges: true })
  driver.serve()
}
