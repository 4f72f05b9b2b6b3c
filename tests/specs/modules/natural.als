-- What util/natural means: the numbers 0 to 4, by counting up from Zero.

open util/natural as n

check zero_and_one {
  no n/dec[Zero]
  One = n/inc[Zero]
  Natural - n/inc[Natural] = Zero
} for 5 expect 0

check up_and_down {
  all a: Natural {
    some n/inc[a] implies n/dec[n/inc[a]] = a
    some n/dec[a] implies n/inc[n/dec[a]] = a
    a not in a.^{ x, y: Natural | y = n/inc[x] }
  }
} for 5 expect 0

check sums {
  all a, b: Natural {
    n/add[a, Zero] = a
    n/add[a, b] = n/add[b, a]
    n/add[a, One] = n/inc[a]
    some n/inc[b] implies n/add[a, n/inc[b]] = n/inc[n/add[a, b]]
  }
} for exactly 4 Natural expect 0

check differences {
  all a, b: Natural {
    n/sub[a, a] = Zero
    n/sub[a, One] = n/dec[a]
    some n/sub[a, b] iff n/gte[a, b]
    some n/sub[a, b] implies n/add[n/sub[a, b], b] = a
  }
} for exactly 4 Natural expect 0

check products {
  all a, b: Natural {
    n/mul[a, Zero] = Zero
    n/mul[a, One] = a
    n/mul[a, b] = n/mul[b, a]
    some n/mul[a, n/inc[b]] and some n/inc[b] implies
      n/mul[a, n/inc[b]] = n/add[n/mul[a, b], a]
  }
} for exactly 3 Natural expect 0

check quotients {
  all a, b: Natural - Zero {
    n/div[a, One] = a
    n/div[a, a] = One
    some n/div[a, b] implies n/mul[n/div[a, b], b] = a
  }
  all a: Natural - Zero | no n/div[a, Zero]
  n/div[Zero, Zero] = Natural
} for exactly 3 Natural expect 0

check comparisons {
  all a, b: Natural {
    n/lt[a, b] iff b in a.^{ x, y: Natural | y = n/inc[x] }
    n/gt[a, b] iff n/lt[b, a]
    n/lte[a, b] iff (a = b or n/lt[a, b])
    n/gte[a, b] iff n/lte[b, a]
  }
} for 5 expect 0

check greatest_and_least {
  n/min[Natural] = Zero
  no n/max[none]
  no n/min[none]
  all a, b: Natural | n/gte[a, b] implies (n/max[a + b] = a and n/min[a + b] = b)
  no n/inc[n/max[Natural]]
} for 5 expect 0

run six {
  some a, b: Natural | a != b and n/mul[a, b] = n/add[n/add[a, b], One]
} for exactly 7 Natural, 5 Int expect 1
run square_is_double {
  some a: Natural - Zero | n/mul[a, a] = n/add[a, a]
} for exactly 5 Natural, 6 Int expect 1
run too_small_for_a_sum { no n/add[One, One] } for exactly 2 Natural expect 1
check always_a_sum { all a, b: Natural | some n/add[a, b] } for exactly 3 Natural expect 1
check always_a_quotient {
  all a: Natural, b: Natural - Zero | some n/div[a, b]
} for exactly 3 Natural expect 1
run no_one { no One } for exactly 1 Natural expect 1
-- Nothing forces One to be empty where there is no second number.
run one_beside_zero { some One } for exactly 1 Natural expect 1
run no_one_in_two { no One } for exactly 2 Natural expect 0
