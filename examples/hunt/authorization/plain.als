-- The same without wildcards, which some engines do not have, and with more documents; circles are asked for on their own.
open relations

pred named[users: set User, groups: set Group, docs: set Doc] {
  asked[users, groups, docs]
  Everyone not in Group.members + Doc.(viewers + editors + banned)
}
pred acyclic { no iden & ^(Group <: members) and no iden & ^parents }

pred nested_pre[users: set User, groups: set Group, docs: set Doc, inside: Group -> User] {
  named[users, groups, docs] and acyclic
  inside = { g: Group, u: User | u in who[g] }
}
run nested_pre for exactly 1 User, 1..4 Group, 0 Doc expect 469
pred sets_pre[users: set User, groups: set Group, docs: set Doc, either, both, one_not_other: Doc -> User] {
  named[users, groups, docs] and acyclic
  no parents and no banned
  either = viewer + editor
  both = viewer & editor
  one_not_other = viewer - editor
}
run sets_pre for 1..2 User, 0..1 Group, exactly 1 Doc expect 190
pred rules_pre[users: set User, groups: set Group, docs: set Doc, left, right: Operator -> Operator -> User] {
  named[users, groups, docs] and acyclic and ruled[left, right]
}
run rules_pre for exactly 1 User, 0..1 Group, exactly 1 Doc expect 136
pred from_pre[users: set User, groups: set Group, docs: set Doc, seen_from: Doc -> User] {
  named[users, groups, docs] and acyclic
  no editors and no banned
  seen_from = { d: Doc, u: User | d in seen[u, Doc] }
}
run from_pre for exactly 1 User, 0 Group, 1..4 Doc expect 469
pred from_unless_banned_pre[users: set User, groups: set Group, docs: set Doc, seen_unless_banned: Doc -> User] {
  named[users, groups, docs] and acyclic
  no editors
  seen_unless_banned = { d: Doc, u: User | d in seen[u, Doc - ban.u] }
}
run from_unless_banned_pre for exactly 1 User, 0 Group, 1..3 Doc expect 322

-- Groups in each other, and documents.
pred circles_pre[users: set User, groups: set Group, docs: set Doc, inside: Group -> User] {
  named[users, groups, docs]
  inside = { g: Group, u: User | u in who[g] }
}
run circles_pre for exactly 1 User, 1..3 Group, 0 Doc expect 116
pred from_circles_pre[users: set User, groups: set Group, docs: set Doc, seen_from: Doc -> User] {
  named[users, groups, docs]
  no editors and no banned
  seen_from = { d: Doc, u: User | d in seen[u, Doc] }
}
run from_circles_pre for exactly 1 User, 0 Group, 1..3 Doc expect 116
pred banned_circles_pre[users: set User, groups: set Group, docs: set Doc, seen_unless_banned: Doc -> User] {
  named[users, groups, docs]
  no editors
  seen_unless_banned = { d: Doc, u: User | d in seen[u, Doc - ban.u] }
}
run banned_circles_pre for exactly 1 User, 0 Group, 1..3 Doc expect 792
