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
for add in "add_policies", "add_policy":
    enforcer = casbin.Enforcer(casbin.Enforcer.new_model(text=MODEL), casbin.persist.adapters.StringAdapter("# empty"))
    enforcer.enable_auto_save(False)
    rules = [["2", "alice", "data", "read", "allow"], ["1", "alice", "data", "read", "deny"]]
    enforcer.add_policies(rules) if add == "add_policies" else [enforcer.add_policy(*rule) for rule in rules]
    print(add, enforcer.enforce("alice", "data", "read"))  # both should be False
