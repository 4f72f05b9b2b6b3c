-- An exercise in the kind of Alloy4Fun, written anew: each photo has one owner, who posted it; private photos are seen by
-- followers of the owner only. `wanted` is the answer.
sig User { follows: set User, owns: set Photo, sees: set Photo }
sig Photo {}
sig Private in Photo {}

pred wanted {
  all p: Photo | one owns.p
  all p: Private, u: sees.p | owns.p in u.follows or u in owns.p
}
pred a { all p: Photo | some owns.p  all p: Private, u: sees.p | owns.p in u.follows or u in owns.p }
pred b { all p: Photo | lone owns.p  all p: Private, u: sees.p | owns.p in u.follows or u in owns.p }
pred c { all p: Photo | one owns.p  all p: Private, u: sees.p | owns.p in u.follows }
pred d { all p: Photo | one owns.p  all p: Private, u: sees.p | u in owns.p.follows or u in owns.p }
pred e { all p: Photo | one owns.p  all p: Private | sees.p in follows.(owns.p) + owns.p }
pred f { all p: Photo | one owns.p  sees :> Private in follows.owns + owns }
pred g { all p: Photo | one owns.p  all p: Photo, u: sees.p | owns.p in u.follows or u in owns.p }
pred h { all u: User | one u.owns  all p: Private, u: sees.p | owns.p in u.follows or u in owns.p }
pred i { all p: Photo | one owns.p  all p: Private | some u: sees.p | owns.p in u.follows or u in owns.p }
run {} for 2 User, 2 Photo
