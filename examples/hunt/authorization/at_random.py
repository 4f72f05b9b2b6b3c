"""Policies at random, judged as by the driver; who is allowed is found by walking. `policies` is as one writes a test with
a few users and roles; `small` has the bounds of the specs."""

from authorize import BY_NUMBER, in_domains, ordered, together, unloaded, users_of
from by_hypothesis import of_strategy, tell
from hypothesis import strategies as st
from pykorrel import driver


class Thing:
    """A subject, a rule or a domain."""

    def __init__(self, **fields):
        self.__dict__.update(fields)


@st.composite
def roles(draw, most):
    """For each subject those that it has as a role; no circles."""
    count = draw(st.integers(1, most))
    return [sorted(draw(st.sets(st.integers(0, number - 1)))) if number else [] for number in range(count)]


@st.composite
def lists(draw, most_subjects, most_rules, numbers):
    """Roles, and rules with a number each: a subject, an effect, a number."""
    above = draw(roles(most_subjects))
    rule = st.tuples(st.integers(0, len(above) - 1), st.sampled_from(["allow", "deny"]), numbers)
    return above, draw(st.lists(rule, max_size=most_rules, unique_by=lambda rule: rule[2]))


@st.composite
def worlds(draw, most_subjects):
    above = draw(roles(most_subjects))
    return above, sorted(draw(st.sets(st.integers(0, len(above) - 1))))


def had(above, one):
    """The subject, and all that it has as a role, level by level."""
    found = [one]
    for role in found:
        found += [other for other in above[role] if other not in found]
    return found


def fails(judge):
    def shows(drawn):
        try:
            judge(*drawn)
        except driver.Fail:
            return True
        return False

    return shows


def by_number(make):
    def judge(above, rules):
        subjects = subjects_of(above)
        allowed = set()
        for number, subject in enumerate(subjects):
            mine = [rule for rule in rules if rule[0] in had(above, number)]
            if mine and min(mine, key=lambda rule: rule[2])[1] == "allow":
                allowed.add(subject)
        rules = [Thing(who=subjects[who], effect=effect, priority=number) for who, effect, number in rules]
        ordered(BY_NUMBER, make)(subjects, rules, allowed)

    return fails(judge)


def subjects_of(above):
    subjects = [Thing() for _ in above]
    for subject, others in zip(subjects, above):
        subject.roles = [subjects[other] for other in others]
    return subjects


def domain_of(subjects, allow):
    return Thing(roles=[(s, r) for s in subjects for r in s.roles], allow=[subjects[one] for one in allow], deny=[])


def resource_users(above, allow):
    subjects = subjects_of(above)
    of_resource = users_of(lambda casbin: {rule[0] for rule in casbin.get_implicit_users_for_resource("data")})
    having = {s for number, s in enumerate(subjects) if set(allow) & set(had(above, number))}
    of_resource(subjects, [domain_of(subjects, allow)], having - {role for s in subjects for role in s.roles})


def depth(above, allow):
    """At most ten levels are followed, and these all."""
    subjects = subjects_of(above)
    levels = [{number} for number in range(len(above))]
    for _ in range(10):
        levels = [found.union(*(above[one] for one in found)) for found in levels]
    domain = domain_of(subjects, allow)
    expected = {(domain, s) for s, found in zip(subjects, levels) if found & set(allow)}
    nobody = {(domain, s) for s in subjects}
    in_domains(False)(subjects, [domain], expected, nobody, expected)


SMALL, WIDE = st.sampled_from([8, 9, 10]), st.integers(0, 1000)
POLICIES = {"policies": lists(5, 8, WIDE), "small": lists(2, 3, SMALL)}
WORLDS = {"policies": worlds(5), "small": worlds(3)}
CHAINS = {"policies": worlds(20), "small": worlds(12)}
FAULTS = {
    "casbin (Python), add_policies": (POLICIES, by_number(together)),
    "casbin (Python), add_policy if nothing was loaded": (POLICIES, by_number(unloaded)),
    "casbin (Python), users of a resource": (WORLDS, fails(resource_users)),
    "casbin (Python), ten levels": (CHAINS, fails(depth)),
}
tell(
    [
        (fault, name, of_strategy(strategy, shows))
        for fault, (strategies, shows) in FAULTS.items()
        for name, strategy in strategies.items()
    ],
    size=lambda drawn: len(drawn[0]) + (len(drawn[1]) if drawn[1] and isinstance(drawn[1][0], tuple) else 0),
)
