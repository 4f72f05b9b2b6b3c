"""casbin and Cedar in Python: who is allowed, asked for each subject (and domain, or object) of an input."""

import sys

from pykorrel import driver

SOME_ALLOWS = "some(where (p.eft == allow))"
NONE_DENIES = "!some(where (p.eft == deny))"
BY_NUMBER = "priority(p.eft) || deny"
BY_SUBJECT = "subjectPriority(p.eft) || deny"


def model(effect, fields):
    """The documentation's models; an object or a domain that `fields` do not have is left out."""
    request = [field for field in ("sub", "dom", "obj", "act") if field in fields]
    same = "".join(f" && r.{field} == p.{field}" for field in request[1:])
    in_domain = ", r.dom" if "dom" in fields else ""
    return f"""[request_definition]
r = {", ".join(request)}
[policy_definition]
p = {fields}
[role_definition]
g = _, _{in_domain and ", _"}
[policy_effect]
e = {effect}
[matchers]
m = g(r.sub, p.sub{in_domain}){same}"""


def enforcer(text, lines):
    import casbin

    lines = ["# A list may be empty.", *(", ".join(line) for line in lines)]
    made = casbin.Enforcer(casbin.Enforcer.new_model(text=text), casbin.persist.adapters.StringAdapter("\n".join(lines)))
    made.enable_auto_save(False)
    return made


def compare(what, expected, given):
    if expected and not given:
        raise driver.Fail(f"{what}: refuses what is allowed")
    if given and not expected:
        raise driver.Fail(f"{what}: allows what is refused")


def names(atoms, prefix):
    return {atom: f"{prefix}{number}" for number, atom in enumerate(atoms)}


def in_domains(with_domains):
    def judge(subjects, domains, some_allows, none_denies, both):
        of, within = names(subjects, "s"), names(domains, "d")

        def placed(domain):
            return [within[domain]] if with_domains else []

        lines = [("g", of[s], of[r], *placed(d)) for d in domains for s, r in d.roles]
        for d in domains:
            lines += [("p", of[s], *placed(d), "data", "read", "allow") for s in d.allow]
            lines += [("p", of[s], *placed(d), "data", "read", "deny") for s in d.deny]
        fields = "sub, dom, obj, act, eft" if with_domains else "sub, obj, act, eft"
        effects = {SOME_ALLOWS: some_allows, NONE_DENIES: none_denies, f"{SOME_ALLOWS} && {NONE_DENIES}": both}
        for effect, expected in effects.items():
            casbin = enforcer(model(effect, fields), lines)
            for d in domains:
                for s in subjects:
                    compare(effect, (d, s) in expected, casbin.enforce(of[s], *placed(d), "data", "read"))

    return judge


def users_of(list_users):
    """Those that a list names have the permission, and the list names all of them."""

    def judge(subjects, domains, users):
        of = names(subjects, "s")
        lines = [("g", of[s], of[r]) for d in domains for s, r in d.roles]
        lines += [("p", of[s], "data", "read", "allow") for d in domains for s in d.allow]
        listed = list_users(enforcer(model(SOME_ALLOWS, "sub, obj, act, eft"), lines))
        if missing := {of[s] for s in users} - listed:
            raise driver.Fail("a user is missing", ", ".join(sorted(missing)))
        if more := listed - {of[s] for s in users}:
            raise driver.Fail("a role is listed", ", ".join(sorted(more)))

    return judge


def ordered(effect, enforcer_of, what=("data", "read")):
    def judge(subjects, rules, allowed):
        of = names(subjects, "s")
        roles = [[of[s], of[r]] for s in subjects for r in s.roles]
        policies = [[of[r.who], *what, str(r.effect)] for r in rules]
        fields = "sub, obj, act, eft" if len(what) == 2 else "sub, act, eft"
        if effect == BY_NUMBER:
            policies = [[str(r.priority), *policy] for r, policy in zip(rules, policies)]
            fields = f"priority, {fields}"
        casbin = enforcer_of(model(effect, fields), roles, policies)
        for s in subjects:
            compare(effect, s in allowed, casbin.enforce(of[s], *what))

    return judge


def loaded(text, roles, policies):
    return enforcer(text, [["p", *policy] for policy in policies] + [["g", *role] for role in roles])


def one_by_one(text, roles, policies):
    casbin = loaded(text, roles, [])
    for policy in policies:
        casbin.add_policy(*policy)
    return casbin


def unloaded(text, roles, policies):
    import casbin

    made = casbin.Enforcer(casbin.Enforcer.new_model(text=text))
    for role in roles:
        made.add_grouping_policy(*role)
    for policy in policies:
        made.add_policy(*policy)
    return made


def together(text, roles, policies):
    casbin = loaded(text, roles, [])
    casbin.add_policies(policies)
    return casbin


def entities(subjects, objects, allowed):
    import cedarpy

    of = {s: {"type": "User", "id": name} for s, name in names(subjects, "s").items()}
    of |= {o: {"type": "File", "id": name} for o, name in names(objects, "o").items()}
    inside = [(s, s.groups) for s in subjects] + [(o, o.folders) for o in objects]
    graph = [{"uid": of[e], "attrs": {}, "parents": [of[p] for p in parents]} for e, parents in inside]

    def policy(effect, s, o):
        return f'{effect}(principal in User::"{of[s]["id"]}", action, resource in File::"{of[o]["id"]}");'

    policies = [policy("permit", s, o) for s in subjects for o in s.permit]
    policies += [policy("forbid", s, o) for s in subjects for o in s.forbid]
    policies = cedarpy.PolicySet.from_str("\n".join(policies))
    for s in subjects:
        for o in objects:
            request = {"principal": of[s], "action": 'Action::"read"', "resource": of[o], "context": {}}
            answer = cedarpy.is_authorized(request, policies, graph)
            if answer.diagnostics.errors:
                raise RuntimeError(answer.diagnostics.errors)
            compare("permit and forbid", (s, o) in allowed, answer.allowed)


def main():
    if sys.argv[1] == "cedarpy":
        driver.operation(entities, name="entities", judges=True)
    else:
        driver.operation(in_domains(False), name="roles", judges=True)
        driver.operation(in_domains(True), name="domains", judges=True)
        driver.operation(in_domains(False), name="chain", judges=True)
        by_permission = users_of(lambda casbin: set(casbin.get_implicit_users_for_permission("data", "read")))
        by_resource = users_of(lambda casbin: {rule[0] for rule in casbin.get_implicit_users_for_resource("data")})
        driver.operation(by_permission, name="users", judges=True)
        driver.operation(by_resource, name="users_of_resource", judges=True)
        for make in loaded, one_by_one, unloaded, together:
            driver.operation(ordered(BY_NUMBER, make), name=make.__name__, judges=True)
        driver.operation(ordered(BY_SUBJECT, loaded), name="nearest", judges=True)
        driver.operation(ordered(BY_SUBJECT, loaded, ["read"]), name="nearest_without_object", judges=True)
    driver.serve()


if __name__ == "__main__":
    main()
