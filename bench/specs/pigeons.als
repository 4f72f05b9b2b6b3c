// Pigeons, and one hole less (Haken 1985): hard for every search by resolution, unless symmetry is broken.
sig Pigeon { hole: one Hole }
sig Hole {}
fact { all disj p, q: Pigeon | p.hole != q.hole }

seven: run {} for exactly 7 Pigeon, exactly 6 Hole
eight: run {} for exactly 8 Pigeon, exactly 7 Hole
