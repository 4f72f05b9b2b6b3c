// Asks a library who may do what, under each policy of spec.als.
import { serve } from './serve.mjs'

// ── your library ── import it here in place of the example, and call it in these three functions.
import { Policy } from './example.mjs'

/** The policy of an input, as the library has it. A subject has `$name`, `roles`, `allow` and `deny`. */
function loaded(subjects) {
  const policy = new Policy()
  for (const subject of subjects) {
    for (const role of subject.roles) policy.addRole(subject.$name, role.$name)
    for (const action of subject.allow) policy.addRule(subject.$name, action.$name, 'allow')
    for (const action of subject.deny) policy.addRule(subject.$name, action.$name, 'deny')
  }
  return policy
}

const check = ({ subjects, s, a }) => loaded(subjects).may(s.$name, a.$name)

const actions = ({ subjects, s }) => loaded(subjects).actions(s.$name)
// ────────────────────

serve({ check, actions })
