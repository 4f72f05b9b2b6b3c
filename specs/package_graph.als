-- Packages, their releases, and what these require of each other: inputs of a dependency solver.
--
-- A release requires versions low..high of other packages, of each at most once. An installation
-- has at most one release of a package, and what these require.
--
--   korrel find specs/package_graph.als
--   korrel find specs/package_graph.als broken
--
-- Counts, one of each isomorphism class, by brute force: every choice of the fields tested by a
-- program of its own, modulo renaming of packages, releases and requirements. `expect N` and
-- `1..n Int` are extensions of Korrel's.

one sig Installation { installed: set Release }
sig Package {}
sig Release { of: Package, version: Int, requires: disj set Requirement }
sig Requirement { on: Package, low, high: Int }

fun satisfying[r: Requirement]: set Release {
  { s: Release | s.of = r.on and r.low <= s.version and s.version <= r.high }
}

pred registry[] {
  Package = Release.of
  Requirement = Release.requires
  all disj r, s: Release | r.of = s.of implies r.version != s.version
  all r: Release {
    r.of !in r.requires.on
    all disj p, q: r.requires | p.on != q.on
  }
  all r: Requirement | r.low <= r.high
}

pred repOk[] {
  registry
  all p: Package | lone of.p & Installation.installed
  all r: Installation.installed.requires | some satisfying[r] & Installation.installed
}

-- A release that cannot be installed, since nothing satisfies what it requires.
pred broken[] {
  repOk
  some r: Requirement | no satisfying[r]
}

run repOk for exactly 2 Package, exactly 2 Release, exactly 1 Requirement, 1..2 Int expect 32
no_requirement: run repOk
  for exactly 2 Package, exactly 3 Release, 0 Requirement, 1..2 Int expect 12
three_releases: run repOk
  for exactly 2 Package, exactly 3 Release, exactly 1 Requirement, 1..2 Int expect 82
two_requirements: run repOk
  for exactly 2 Package, exactly 2 Release, exactly 2 Requirement, 1..2 Int expect 31
broken: run broken
  for exactly 2 Package, exactly 2 Release, exactly 1 Requirement, 1..2 Int expect 8
