import { newEnforcer, newModel, StringAdapter } from 'casbin'

const model = (fields) => `
[request_definition]
r = sub, obj, act
[policy_definition]
p = ${fields}, eft
[role_definition]
g = _, _
[policy_effect]
e = subjectPriority(p.eft) || deny
[matchers]
m = g(r.sub, p.sub) && r.obj == p.obj && r.act == p.act`

for (const fields of ['sub, obj, act', 'sub, act, obj']) {
  const rules = ['reader allow', 'alice deny'].map((rule) => {
    const [sub, eft] = rule.split(' ')
    return `p, ${fields.replace('sub', sub).replace('obj', 'data').replace('act', 'read')}, ${eft}`
  })
  const casbin = await newEnforcer(newModel(model(fields)), new StringAdapter([...rules, 'g, alice, reader'].join('\n')))
  console.log(fields, await casbin.enforce('alice', 'data', 'read')) // should be false
}
