import { newEnforcer, newModel } from 'casbin'

const model = `
[request_definition]
r = sub, obj, act
[policy_definition]
p = priority, sub, obj, act, eft
[policy_effect]
e = priority(p.eft) || deny
[matchers]
m = r.sub == p.sub && r.obj == p.obj && r.act == p.act`

for (const [first, second] of [['1', '2'], ['2', '10']]) {
  const casbin = await newEnforcer(newModel(model))
  await casbin.addPolicy(first, 'alice', 'data', 'read', 'deny')
  await casbin.addPolicy(second, 'alice', 'data', 'read', 'allow')
  console.log(first, second, await casbin.enforce('alice', 'data', 'read')) // should be false
}
