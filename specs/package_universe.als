-- Package universes: what a registry offers to a dependency solver.
--
-- A package has some of the versions 1..v, and each version that is there needs any set of other packages.
--
--   korrel count specs/package_universe.als --scope "exactly 5 Package, 1..3 Int"
--
-- Counts: a labelling is fixed by a permutation of packages with (2^c + 1)^v - 1 choices for each cycle of length k,
-- where c = -1 + the sum of gcd(k, l) over all cycles l; Burnside's lemma adds them up. For n packages and two
-- versions 3, 36, 2408, 1719220; small ones also by trying all permutations of all universes.

sig Package { versions: some Int, needs: Int -> Package }

pred universe[] {
  all p: Package | p.needs.Package in p.versions and p not in p.needs[Int]
}

run universe for exactly 2 Package, 1..2 Int expect 36
one_version:    run universe for exactly 3 Package, 1..1 Int expect 16
three_packages: run universe for exactly 3 Package, 1..2 Int expect 2408
up_to_two:      run universe for 2 Package, 1..2 Int expect 40 // 1 + 3 + 36
