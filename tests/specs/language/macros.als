-- Macros: their arguments are put in as they are.

enum N { A, B, C }
one sig S { p: set N }

let twice[r] = r.r
let both(x, y) { x + y }
let base = A + B
let holds[f] { f and some S.p }
let map[r, e] = e.r
let partial = map[A -> B + B -> C]
let named[op, x] = op[x]
private let own = C

run expressions {
  twice[A -> B + B -> C] = A -> C
  both[A, B] = base
  S.p = base + own
} expect = 1
-- A formula as an argument and as the whole.
run formulas { holds[A in S.p] } expect 4
run of_formulas { holds[A in S.p and B in S.p] } expect 2
-- A macro with fewer arguments than it takes is waiting for the others; one may be an argument.
run waiting { S.p = partial[A + B] } expect = 1
run as_argument { S.p = named[partial, A] } expect = 1
run receiver { S.p = A.both[C] } expect = 1
