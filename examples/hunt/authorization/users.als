-- Who has a permission, as a list: all that are nobody's role, as the documentation says. It is asked by permission, and by resource.
open roles

pred listed[subjects: set Subject, domains: set Domain, users: set Subject] {
  subjects = Subject and domains = Domain
  no Domain.deny and no iden & ^(Domain.roles)
  users = Domain.(by[allow]) - Subject.(Domain.roles)
}
pred users_pre[subjects: set Subject, domains: set Domain, users: set Subject] { listed[subjects, domains, users] }
run users_pre for 1..3 Subject, exactly 1 Domain expect 49
pred users_of_resource_pre[subjects: set Subject, domains: set Domain, users: set Subject] { listed[subjects, domains, users] }
run users_of_resource_pre for 1..3 Subject, exactly 1 Domain expect 49
