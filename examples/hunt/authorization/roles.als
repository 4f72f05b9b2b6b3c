-- Who may act in which domain: by the rules for a subject, and for the roles that it has there, also through other roles.

sig Subject {}
sig Domain {
  roles: Subject -> Subject,  -- the first one has the second one as a role
  allow, deny: set Subject
}

fun by[rules: Domain -> Subject]: Domain -> Subject { { d: Domain, s: Subject | some s.*(d.roles) & d.rules } }

-- casbin's policy effects: some rule allows; none denies; both.
pred decided[subjects: set Subject, domains: set Domain, some_allows, none_denies, both: Domain -> Subject] {
  subjects = Subject and domains = Domain
  all d: Domain | no iden & d.roles
  some_allows = by[allow]
  none_denies = Domain -> Subject - by[deny]
  both = some_allows & none_denies
}

pred roles_pre[subjects: set Subject, domains: set Domain, some_allows, none_denies, both: Domain -> Subject] {
  decided[subjects, domains, some_allows, none_denies, both]
}
run roles_pre for 1..3 Subject, exactly 1 Domain expect 792

pred domains_pre[subjects: set Subject, domains: set Domain, some_allows, none_denies, both: Domain -> Subject] {
  decided[subjects, domains, some_allows, none_denies, both]
}
run domains_pre for 1..2 Subject, 1..2 Domain expect 1122

-- A chain of roles: "an end user can only inherit 10 levels of roles" by default.
pred chain_pre[subjects: set Subject, domains: set Domain, some_allows, none_denies, both: Domain -> Subject] {
  subjects = Subject and domains = Domain
  let roles = Domain.roles {
    no iden & ^roles and all s: Subject | lone s.roles and lone roles.s
    one Subject - roles.Subject
    Domain.allow = Subject - roles.Subject and no Domain.deny
    some_allows = Domain -> { s: Subject | #(s.^roles) =< 10 }
  }
  none_denies = Domain -> Subject
  both = some_allows
}
run chain_pre for 1..12 Subject, exactly 1 Domain, 0..12 Int expect 12
