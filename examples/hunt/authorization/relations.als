-- Who may see which document, by relations as Zanzibar has them: a relation is given to users, to all users, and to the
-- members of groups; others are made of it by "or", "and", "but not", and "from" another document.

abstract sig Subject {}
sig User extends Subject {}
one sig Everyone extends Subject {}  -- a wildcard
sig Group extends Subject { members: set Subject }
sig Doc {
  parents: set Doc,
  viewers, editors, banned: set Subject
}

-- A group's members are those of the groups in it, too: the least relation, also where groups are in each other.
fun who[given: set Subject]: set User {
  { u: User | let met = given.*(Group <: members) | u in met or Everyone in met }
}
fun viewer: Doc -> User { { d: Doc, u: User | u in who[d.viewers] } }
fun editor: Doc -> User { { d: Doc, u: User | u in who[d.editors] } }
fun ban: Doc -> User { { d: Doc, u: User | u in who[d.banned] } }
-- Who sees a document sees those in it; `through` are the documents on the way, both ends among them.
fun seen[u: User, through: set Doc]: set Doc {
  { d: through | some d.*(parents & through -> through) & viewer.u }
}

pred asked[users: set User, groups: set Group, docs: set Doc] {
  users = User and groups = Group and docs = Doc
  all g: Group | g not in g.members
  no iden & parents
}

-- Who is in a group: two users and two groups, and one user and three groups.
pred groups_pre[users: set User, groups: set Group, docs: set Doc, inside: Group -> User] {
  asked[users, groups, docs]
  inside = { g: Group, u: User | u in who[g] }
}
run groups_pre for 1..2 User, 1..2 Group, 0 Doc expect 134
pred nested_pre[users: set User, groups: set Group, docs: set Doc, inside: Group -> User] {
  groups_pre[users, groups, docs, inside]
}
run nested_pre for exactly 1 User, exactly 3 Group, 0 Doc expect 752

-- A document with two relations.
pred sets_pre[users: set User, groups: set Group, docs: set Doc, either, both, one_not_other: Doc -> User] {
  asked[users, groups, docs]
  no parents and no banned
  either = viewer + editor
  both = viewer & editor
  one_not_other = viewer - editor
}
run sets_pre for 1..2 User, 0..1 Group, exactly 1 Doc expect 1464

-- All rules of two operators for viewers, editors and those who are banned: (v o e) p b, and v o (e p b).
enum Operator { union, intersection, exclusion }
fun made[o: Operator, left, right: set User]: set User {
  o = union implies left + right else o = intersection implies left & right else left - right
}
pred ruled[left, right: Operator -> Operator -> User] {
  no parents
  left = { o, p: Operator, u: User | u in made[p, made[o, Doc.viewer, Doc.editor], Doc.ban] }
  right = { o, p: Operator, u: User | u in made[o, Doc.viewer, made[p, Doc.editor, Doc.ban]] }
}
pred rules_pre[users: set User, groups: set Group, docs: set Doc, left, right: Operator -> Operator -> User] {
  asked[users, groups, docs] and ruled[left, right]
}
run rules_pre for 1..2 User, 0 Group, exactly 1 Doc expect 352

-- Documents in documents, also in a circle; and the same where a ban holds on the way.
pred from_pre[users: set User, groups: set Group, docs: set Doc, seen_from: Doc -> User] {
  asked[users, groups, docs]
  no editors and no banned
  seen_from = { d: Doc, u: User | d in seen[u, Doc] }
}
run from_pre for exactly 1 User, 0 Group, 1..3 Doc expect 792
pred from_unless_banned_pre[users: set User, groups: set Group, docs: set Doc, seen_unless_banned: Doc -> User] {
  asked[users, groups, docs]
  no editors
  seen_unless_banned = { d: Doc, u: User | d in seen[u, Doc - ban.u] }
}
run from_unless_banned_pre for exactly 1 User, 0 Group, 1..2 Doc expect 544
