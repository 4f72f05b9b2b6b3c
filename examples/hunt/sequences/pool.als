-- Two pools of one connection each. What a pool has not given is none of its business.
sig Connection {}
sig Pool { var free, used: set Connection }

fact init { no free and no used }

-- A pool whose connection is in use gives none.
pred get[p: Pool, result: lone Connection] {
  some p.used implies no result and free' = free
  no p.used implies one result and result not in Pool.used + (Pool - p).free and (some p.free implies result in p.free)
  p.used' = p.used + result
  p.free' = p.free - result
  all other: Pool - p | other.used' = other.used and other.free' = other.free
}

pred release[p: Pool, c: Connection] {
  c in Pool.used
  p.used' = p.used - c
  p.free' = p.free + (p.used & c)
  all other: Pool - p | other.used' = other.used and other.free' = other.free
}

fact steps { always some p: Pool | (some result: lone Connection | get[p, result]) or some c: Connection | release[p, c] }

run behaviours {} for exactly 2 Pool, exactly 3 Connection, 6 steps
