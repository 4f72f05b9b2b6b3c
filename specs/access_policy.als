-- Access policies: users have roles, and roles have permissions.
--
-- Role-based access control with a hierarchy and with static separation of duty (Sandhu et al.
-- 1996; the NIST standard): a role has the permissions of its juniors too, and nobody may have two
-- roles that exclude each other, inherited or not.
--
--   korrel find specs/access_policy.als
--   korrel find specs/access_policy.als one_user
--
-- Counts, one of each isomorphism class, by brute force: every choice of the relations tested by a
-- program of its own, modulo renaming of users, roles and permissions. `expect N` counts instances,
-- an extension of Korrel's.

sig User { roles: set Role }
sig Role { juniors, excludes: set Role, permissions: set Permission }
sig Permission {}

fun authorized[u: User]: set Role { u.roles.*juniors }

pred policy[] {
  no r: Role | r in r.^juniors
  excludes = ~excludes
  all r: Role | compatible[r.*juniors]
  all u: User | compatible[authorized[u]]
  Permission = Role.permissions
}

-- No two of them exclude each other, and none excludes itself.
pred compatible[roles: set Role] {
  no roles.excludes & roles
}

run policy for exactly 1 User, exactly 2 Role, exactly 1 Permission expect 24
one_user:        run policy for exactly 1 User, exactly 2 Role, 0 Permission expect 9
two_users:       run policy for exactly 2 User, exactly 2 Role, exactly 1 Permission expect 57
two_permissions: run policy for exactly 2 User, exactly 2 Role, exactly 2 Permission expect 114
three_roles:     run policy for exactly 1 User, exactly 3 Role, 0 Permission expect 70
check no_junior_excluded { policy implies no r: Role | some r.excludes & r.^juniors } for 3
