-- What util/boolean means: truth tables, each by its formula.

open util/boolean

sig Flag { v: Bool, w: lone Bool }

check two_values {
  Bool = True + False
  #Bool = 2
} expect 0

check truth {
  all b: Bool {
    isTrue[b] iff b = True
    isFalse[b] iff not isTrue[b]
    isTrue[Not[b]] iff isFalse[b]
    one Not[b]
  }
} expect 0

check tables {
  all a, b: Bool {
    isTrue[And[a, b]] iff (isTrue[a] and isTrue[b])
    isTrue[Or[a, b]] iff (isTrue[a] or isTrue[b])
    isTrue[Xor[a, b]] iff not (isTrue[a] iff isTrue[b])
    isTrue[Nand[a, b]] iff not (isTrue[a] and isTrue[b])
    isTrue[Nor[a, b]] iff not (isTrue[a] or isTrue[b])
  }
} expect 0

check values {
  all a, b: Bool {
    one And[a, b]
    one Or[a, b]
    one Xor[a, b]
    one Nand[a, b]
    one Nor[a, b]
  }
} expect 0

-- No value at all passes every `in`.
check nothing {
  all f: Flag | no f.w implies {
    isTrue[f.w] and isFalse[f.w]
    Not[f.w] = Bool
    And[f.w, f.w] + Nor[f.w, f.w] = True
    Or[f.w, f.w] + Xor[f.w, f.w] + Nand[f.w, f.w] = False
  }
} for 2 expect 0

run both_occur { some f, g: Flag | isTrue[f.v] and isFalse[g.v] } for 2 expect 1
check or_is_xor { all a, b: Bool | Or[a, b] = Xor[a, b] } expect 1
check and_is_or { all f, g: Flag | And[f.v, g.v] = Or[f.v, g.v] } for 2 expect 1
run a_third_value { some f: Flag | f.v not in True + False } for 2 expect 0
