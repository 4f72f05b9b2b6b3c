// A small library, to be replaced by yours: rules for subjects, and for the roles that they have.

export class Policy {
  roles = new Map()
  rules = []

  addRole(subject, role) {
    this.roles.set(subject, [...(this.roles.get(subject) ?? []), role])
  }

  addRule(subject, action, effect) {
    this.rules.push({ subject, action, effect })
  }

  allRoles(subject) {
    const found = new Set([subject])
    for (const name of found) for (const role of this.roles.get(name) ?? []) found.add(role)
    return found
  }

  may(subject, action) {
    const held = this.allRoles(subject)
    const effects = this.rules.filter((rule) => held.has(rule.subject) && rule.action === action)
    return effects.some((rule) => rule.effect === 'allow') && !effects.some((rule) => rule.effect === 'deny')
  }

  actions(subject) {
    return [...new Set(this.rules.map((rule) => rule.action))].filter((action) => this.may(subject, action))
  }
}
