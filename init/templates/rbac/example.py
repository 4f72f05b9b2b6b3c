"""A small library, to be replaced by yours: rules for subjects, and for the roles that they have."""


class Policy:
    def __init__(self):
        self.roles, self.rules = {}, []

    def add_role(self, subject, role):
        self.roles.setdefault(subject, []).append(role)

    def add_rule(self, subject, action, effect):
        self.rules.append((subject, action, effect))

    def all_roles(self, subject):
        found = [subject]
        for name in found:
            found += [role for role in self.roles.get(name, []) if role not in found]
        return found

    def may(self, subject, action):
        held = self.all_roles(subject)
        effects = {effect for who, what, effect in self.rules if who in held and what == action}
        return "allow" in effects and "deny" not in effects

    def actions(self, subject):
        return sorted({action for _, action, _ in self.rules if self.may(subject, action)})
