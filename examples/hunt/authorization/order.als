-- Rules of which the first one decides: by a number of each, or by the subject that is the nearest.

sig Subject { roles: set Subject }
enum Effect { allow, deny }
sig Rule { who: Subject, effect: Effect, priority: Int }

pred listed[subjects: set Subject, rules: seq Rule] {
  subjects = Subject and no iden & ^roles
  Rule = rules[Int] and not hasDups[rules]
  all disj q, r: Rule | q.who != r.who or q.effect != r.effect or q.priority != r.priority
}
fun place[rules: seq Rule, r: Rule]: Int { rules.r }

-- A rule is for its subject and for those that have it as a role.
fun decides[first: Rule -> Rule]: set Subject {
  { s: Subject | some r: who.(s.*roles) & effect.allow | no q: who.(s.*roles) | q->r in first }
}
fun by_number[rules: seq Rule]: Rule -> Rule {
  { q, r: Rule | q.priority < r.priority or q.priority = r.priority and place[rules, q] < place[rules, r] }
}
fun by_subject[rules: seq Rule]: Rule -> Rule {
  { q, r: Rule | r.who in q.who.^roles or q.who = r.who and place[rules, q] < place[rules, r] }
}

-- A list that is loaded, and numbers that may be the same: then the first one is before.
pred loaded_pre[subjects: set Subject, rules: seq Rule, allowed: set Subject] {
  listed[subjects, rules] and Rule.priority in 9 + 10
  allowed = decides[by_number[rules]]
}
run loaded_pre for 1..2 Subject, 0..3 Rule, 0..10 Int, 3 seq expect 643

-- Rules that are added in this order, one by one, also if nothing was loaded before, and together. Each has a number of its own.
pred added[subjects: set Subject, rules: seq Rule, allowed: set Subject] {
  listed[subjects, rules] and Rule.priority in 8 + 9 + 10 and all n: Int | lone priority.n
  allowed = decides[by_number[rules]]
}
pred one_by_one_pre[subjects: set Subject, rules: seq Rule, allowed: set Subject] { added[subjects, rules, allowed] }
run one_by_one_pre for 1..2 Subject, 0..3 Rule, 0..10 Int, 3 seq expect 819
pred unloaded_pre[subjects: set Subject, rules: seq Rule, allowed: set Subject] { added[subjects, rules, allowed] }
run unloaded_pre for 1..2 Subject, 0..3 Rule, 0..10 Int, 3 seq expect 819
pred together_pre[subjects: set Subject, rules: seq Rule, allowed: set Subject] { added[subjects, rules, allowed] }
run together_pre for 1..2 Subject, 0..3 Rule, 0..10 Int, 3 seq expect 819

-- No numbers: a rule for a subject is before those for its roles. Roles are trees, as the documentation asks.
pred nearest[subjects: set Subject, rules: seq Rule, allowed: set Subject] {
  listed[subjects, rules] and Rule.priority in 0 and all s: Subject | lone s.roles
  allowed = decides[by_subject[rules]]
}
pred nearest_pre[subjects: set Subject, rules: seq Rule, allowed: set Subject] { nearest[subjects, rules, allowed] }
run nearest_pre for 1..3 Subject, 0..3 Rule, 0..3 Int, 3 seq expect 491
-- The same in a model whose requests have a subject and an action only.
pred nearest_without_object_pre[subjects: set Subject, rules: seq Rule, allowed: set Subject] { nearest[subjects, rules, allowed] }
run nearest_without_object_pre for 1..3 Subject, 0..3 Rule, 0..3 Int, 3 seq expect 491
