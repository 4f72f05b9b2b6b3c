import { newEnforcer, newModel, StringAdapter } from 'casbin'

const model = newModel(`
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act, eft
[role_definition]
g = _, _
[policy_effect]
e = subjectPriority(p.eft) || deny
[matchers]
m = g(r.sub, p.sub) && r.obj == p.obj && r.act == p.act`)
const rules = ['p, reader, data, read, allow', 'p, bob, data, read, allow', 'p, alice, data, read, deny', 'g, alice, reader']
const casbin = await newEnforcer(model, new StringAdapter(rules.join('\n')))
console.log(await casbin.enforce('alice', 'data', 'read')) // true; should be false
const other = await newEnforcer(model, new StringAdapter(rules.filter((rule) => !rule.includes('bob')).join('\n')))
console.log(await other.enforce('alice', 'data', 'read')) // false
