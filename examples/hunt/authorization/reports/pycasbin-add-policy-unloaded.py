import casbin

MODEL = """
[request_definition]
r = sub, obj, act
[policy_definition]
p = priority, sub, obj, act, eft
[policy_effect]
e = priority(p.eft) || deny
[matchers]
m = r.sub == p.sub && r.obj == p.obj && r.act == p.act
"""
enforcer = casbin.Enforcer(casbin.Enforcer.new_model(text=MODEL))
enforcer.add_policy("2", "alice", "data", "read", "allow")
enforcer.add_policy("1", "alice", "data", "read", "deny")
print(enforcer.enforce("alice", "data", "read"))  # True; should be False
