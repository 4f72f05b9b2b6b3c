import casbin

MODEL = """
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[role_definition]
g = _, _
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = g(r.sub, p.sub) && r.obj == p.obj && r.act == p.act
"""
RULES = "p, reader, data, read\ng, editor, reader\ng, alice, editor"
enforcer = casbin.Enforcer(casbin.Enforcer.new_model(text=MODEL), casbin.persist.adapters.StringAdapter(RULES))
print(enforcer.get_implicit_users_for_permission("data", "read"))  # ['alice']
print(enforcer.get_implicit_users_for_resource("data"))  # [['editor', 'data', 'read']]; should be [['alice', 'data', 'read']]
