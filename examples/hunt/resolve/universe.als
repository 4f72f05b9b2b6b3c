-- Package universes: what a resolver of dependencies is asked.

sig Package {}
sig Version {
  package: Package,
  number: Int,        -- 0 for the oldest one of its package
  needs: set Version  -- of each package among these: one of these versions
}

pred resolve_pre[project: Version] {
  Version = project.*needs and Package = Version.package
  no needs.project and project.package.~package = project
  all v: Version {
    v.package not in v.needs.package
    v.number = #{ older: v.package.~package | older.number < v.number }
    no other: v.package.~package - v | other.number = v.number
  }
}
run resolve_pre for 0..4 Package, 0..5 Version, 0..3 Int expect 6662

pred works[project: Version, chosen: set Version] {
  project in chosen
  all p: Package | lone p.~package & chosen
  all v: chosen | v.needs.package = (v.needs & chosen).package
}
pred resolve_post[project: Version, result: set Version] { works[project, result] }
pred resolve_throws[project: Version] { no chosen: set Version | works[project, chosen] }
