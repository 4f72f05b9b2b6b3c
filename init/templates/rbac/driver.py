"""Asks a library who may do what, under each policy of spec.als."""

from serve import serve

# ── your library ── import it here in place of the example, and call it in these three functions.
from example import Policy


def loaded(subjects):
    """The policy of an input, as the library has it. A subject has `name`, `roles`, `allow` and `deny`."""
    policy = Policy()
    for subject in subjects:
        for role in subject.roles:
            policy.add_role(subject.name, role.name)
        for action in subject.allow:
            policy.add_rule(subject.name, action.name, "allow")
        for action in subject.deny:
            policy.add_rule(subject.name, action.name, "deny")
    return policy


def check(subjects, s, a):
    return loaded(subjects).may(s.name, a.name)


def actions(subjects, s):
    return loaded(subjects).actions(s.name)


# ────────────────────

serve(check, actions)
