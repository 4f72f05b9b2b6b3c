-- Sequences: partial functions from the indices 0, 1, … without gaps, and their functions.

abstract sig N {}
one sig A, B extends N {}
sig S { s: seq N }

-- Of length 0, 1 and 2 over two atoms: 1 + 2 + 4; of length 3 at the most 8 more. An arrow without
-- `seq` has gaps too: 3 for each index.
run up_to_two {} for 0 but exactly 1 S, 2 seq expect 7
run up_to_three {} for 0 but exactly 1 S, 3 seq expect 15
run default_length { no T } for 2 but exactly 1 S expect 7
run with_gaps { no S } for 0 but exactly 1 T, 2 seq expect 9
sig T { f: seq/Int -> lone N }
-- Indices are integers, as many as the longest sequence has.
run indices { seq/Int = 0 + 1 + 2 } for 0 but 3 seq expect = 1
run no_indices_beyond { 3 in seq/Int } for 0 but 3 seq expect 0

-- A bound variable and a parameter of what is run.
run variable { some s: seq N | #s = 2 and s.first = A } for 0 but 2 seq expect = 1
pred chosen [s: seq N] { some s }
run chosen for 0 but 2 seq expect 6

-- Every one of them has a first element; what has gaps is none.
run no_gaps { some s: seq N | one s and no s.first } for 0 but 2 seq expect 0
check all_sequences { all s: seq N | some s implies some s.first } for 0 but 2 seq expect 0

pred abba [s: seq N] { s = 0 -> A + 1 -> B + 2 -> B + 3 -> A }
run values {
  some s: seq N | abba[s] and {
    s.first = A and s.last = A
    s[1] = B and no s[4]
    s.rest = 0 -> B + 1 -> B + 2 -> A
    s.butlast = 0 -> A + 1 -> B + 2 -> B
    s.elems = A + B
    s.inds = 0 + 1 + 2 + 3
    s.lastIdx = 3 and s.afterLastIdx = 4
    s.idxOf[B] = 1 and s.lastIdxOf[B] = 2 and s.indsOf[B] = 1 + 2
    #s = 4
    not s.isEmpty and s.hasDups
    s.subseq[1, 2] = 0 -> B + 1 -> B
  }
} for 0 but 5 seq expect = 1

run changes {
  some s: seq N | abba[s] and {
    s.add[B] = s + 4 -> B
    s.setAt[0, B] = s ++ 0 -> B
    s.insert[1, A] = 0 -> A + 1 -> A + 2 -> B + 3 -> B + 4 -> A
    s.delete[1] = 0 -> A + 1 -> B + 2 -> A
    s.subseq[0, 1].append[s.subseq[3, 3]] = 0 -> A + 1 -> B + 2 -> A
  }
} for 0 but 5 seq expect = 1

run empty {
  some s: seq N | s.isEmpty and {
    no s.first and no s.last and no s.rest and no s.butlast and no s.elems and no s.inds
    not s.hasDups
    s.add[A] = 0 -> A
    s.append[0 -> B] = 0 -> B
    no s.lastIdx and s.afterLastIdx = 0
  }
} for 0 but 2 seq expect = 1

-- What does not fit is cut off.
run full { some s: seq N | #s = 2 and no s.afterLastIdx and s.add[A] = s and s.append[s] = s }
  for 0 but 2 seq expect = 1
