-- What util/integer means. Sums are kept inside the range by adding halves of it.

open util/integer as i

sig Box { has: set Int }

check two_names_each {
  all a, b: Int | small[a] and small[b] implies {
    i/add[a, b] = i/plus[a, b]
    i/sub[a, b] = i/minus[a, b]
  }
} expect 0

check sums_and_differences {
  all a, b: Int | small[a] and small[b] implies {
    i/plus[a, b] = i/plus[b, a]
    i/minus[i/plus[a, b], b] = a
    i/plus[a, i/negate[a]] = 0
    i/negate[a] = i/minus[0, a]
  }
} expect 0

check products {
  all a, b: Int | tiny[a] and tiny[b] implies {
    i/mul[a, b] = i/mul[b, a]
    i/mul[a, 1] = a
    zero[i/mul[a, b]] iff (zero[a] or zero[b])
    pos[i/mul[a, b]] iff (pos[a] and pos[b] or neg[a] and neg[b])
  }
} expect 0

check division_leaves_the_remainder {
  all a, b: Int | small[a] and small[b] and not zero[b] implies {
    i/plus[i/mul[i/div[a, b], b], i/rem[a, b]] = a
    nonneg[a] implies nonneg[i/rem[a, b]] else nonpos[i/rem[a, b]]
  }
} expect 0

check quotients {
  i/div[7, 2] = 3
  i/div[i/negate[7], 2] = i/negate[3]
  i/rem[7, 2] = 1
  i/rem[i/negate[7], 2] = i/negate[1]
} expect 0

check comparisons {
  all a, b: Int {
    i/lt[a, b] iff (a < b)
    i/gt[a, b] iff i/lt[b, a]
    i/lte[a, b] iff not i/gt[a, b]
    i/gte[a, b] iff not i/lt[a, b]
    i/eq[a, b] iff (i/lte[a, b] and i/gte[a, b])
    i/eq[a, b] iff a = b
  }
} expect 0

check signs {
  all a: Int {
    pos[a] iff i/gt[a, 0]
    neg[a] iff i/lt[a, 0]
    nonneg[a] iff not neg[a]
    nonpos[a] iff not pos[a]
    zero[a] iff (nonneg[a] and nonpos[a])
    i/signum[a] in 0 + 1 + i/negate[1]
    zero[i/signum[a]] iff zero[a]
    pos[i/signum[a]] iff pos[a]
  }
} expect 0

check ends_of_the_range {
  all a: Int | i/lte[i/min, a] and i/lte[a, i/max]
  i/max = 7
  no i/max.(i/next)
  no i/min.(i/prev)
} expect 0

check next_adds_one {
  all a: Int - i/max | a.(i/next) = i/plus[a, 1]
  i/prev = ~(i/next)
} expect 0

check nexts_and_prevs {
  all a, b: Int {
    b in i/nexts[a] iff i/gt[b, a]
    b in i/prevs[a] iff i/lt[b, a]
  }
} for 3 Int expect 0

check max_and_min_of_sets {
  all b: Box | let s = b.has {
    no s implies (no i/max[s] and no i/min[s])
    some s implies (one i/max[s] and one i/min[s] and i/max[s] + i/min[s] in s)
    all e: s | i/lte[e, i/max[s]] and i/gte[e, i/min[s]]
  }
} for 1 but 3 Int expect 0

check larger_and_smaller {
  all a, b: Int {
    i/larger[a, b] = i/max[a + b]
    i/smaller[a, b] = i/min[a + b]
  }
} for 3 Int expect 0

-- Places in an order: those of the integers from 0 on.
check places {
  all a: Int | nonneg[a] implies {
    i/elem2int[a, nonnegatives] = a
    i/int2elem[a, nonnegatives, { x: Int | nonneg[x] }] = a
  }
  no i/int2elem[1, nonnegatives, 0 + 2]
} for 3 Int expect 0

run a_sum { some a, b: Int | i/plus[a, b] = 7 and i/mul[a, b] = 6 } for 5 Int expect 1
run no_such_sum { some a, b: Int | i/plus[a, b] = 7 and i/mul[a, b] = 5 } for 5 Int expect 0
check sums_grow { all a, b: Int | small[a] and small[b] implies i/gt[i/plus[a, b], a] } expect 1
check halves_double { all a: Int | i/mul[i/div[a, 2], 2] = a } expect 1

pred small [a: Int] { a > -4 and a < 4 }
pred tiny [a: Int] { a > -3 and a < 3 }
fun nonnegatives: Int -> Int { { x, y: Int | nonneg[x] and y = x.(i/next) } }
