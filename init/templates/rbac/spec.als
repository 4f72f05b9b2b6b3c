-- Who may do what: roles with inheritance; a rule that denies wins over one that allows.
open util/boolean

sig Subject {            -- users and roles alike
  roles: set Subject,    -- it has their rules, too, and those of their roles
  allow, deny: set Action
}
sig Action {}

-- What is right, in one line: this is the whole oracle.
fun allowed[s: Subject]: set Action { s.*roles.allow - s.*roles.deny }

-- The inputs: all policies, with a question. For roles without a cycle add `no iden & ^roles`.
pred policy[subjects: set Subject] { subjects = Subject and no iden & roles }

pred check_pre[subjects: set Subject, s: Subject, a: Action] { policy[subjects] }
pred check_post[s: Subject, a: Action, result: Bool] { isTrue[result] <=> a in allowed[s] }

-- The list must say the same as the checks.
pred actions_pre[subjects: set Subject, s: Subject] { policy[subjects] }
pred actions_post[s: Subject, result: set Action] { result = allowed[s] }

run check_pre for 1..3 Subject, exactly 1 Action expect 2180
run actions_pre for 1..2 Subject, 0..2 Action expect 627
