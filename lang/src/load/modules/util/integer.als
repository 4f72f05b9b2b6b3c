module util/integer

/*
 * Arithmetic and order of the integers of the scope.
 *
 *   open util/integer
 *   sig Account { balance: Int }
 *   pred deposit [a: Account, amount: Int] { pos[amount] and a.balance.plus[amount].lte[7] }
 *
 * The symbols + and - are union and difference of sets, here as everywhere. A result may lie
 * outside the integers of the scope; `--overflow` says what happens then.
 */

-- The sum.
fun add [n1, n2: Int]: Int { n1 fun/add n2 }

-- The sum, by its other name.
fun plus [n1, n2: Int]: Int { n1 fun/add n2 }

-- The difference.
fun sub [n1, n2: Int]: Int { n1 fun/sub n2 }

-- The difference, by its other name.
fun minus [n1, n2: Int]: Int { n1 fun/sub n2 }

-- The product.
fun mul [n1, n2: Int]: Int { n1 fun/mul n2 }

-- The quotient, rounded towards 0. By 0 it is 0 for 0, -1 for positive n1 and 1 for negative.
fun div [n1, n2: Int]: Int { n1 fun/div n2 }

-- What division leaves: n1 - n2 * div[n1, n2]. It has the sign of n1.
fun rem [n1, n2: Int]: Int { n1 fun/rem n2 }

-- The number of opposite sign.
fun negate [n: Int]: Int { 0 fun/sub n }

-- The numbers are equal.
pred eq [n1, n2: Int] { int[n1] = int[n2] }

-- n1 is greater than n2.
pred gt [n1, n2: Int] { n1 > n2 }

-- n1 is less than n2.
pred lt [n1, n2: Int] { n1 < n2 }

-- n1 is n2 or greater.
pred gte [n1, n2: Int] { n1 >= n2 }

-- n1 is n2 or less.
pred lte [n1, n2: Int] { n1 =< n2 }

-- n is 0.
pred zero [n: Int] { n = 0 }

-- n is above 0.
pred pos [n: Int] { n > 0 }

-- n is below 0.
pred neg [n: Int] { n < 0 }

-- n is 0 or below.
pred nonpos [n: Int] { n =< 0 }

-- n is 0 or above.
pred nonneg [n: Int] { n >= 0 }

-- The sign: -1, 0 or 1.
fun signum [n: Int]: Int {
  n > 0 implies 1 else n < 0 implies (0 fun/sub 1) else 0
}

-- The element of s at place i, counted from 0, where `next` is the successor in a total order;
-- empty when no element of s has that place.
fun int2elem [i: Int, next: univ -> univ, s: set univ]: lone s {
  { e: s | #(^next.e) = int[i] }
}

-- The place of e, counted from 0, where `next` is the successor in a total order.
fun elem2int [e: univ, next: univ -> univ]: lone Int {
  Int[#(^next.e)]
}

-- The greatest integer of the scope.
fun max: one Int { fun/max }

-- The least integer of the scope.
fun min: one Int { fun/min }

-- From each integer but the greatest to the one above it.
fun next: Int -> Int { fun/next }

-- From each integer but the least to the one below it.
fun prev: Int -> Int { ~(fun/next) }

-- The greatest element of es; empty when es is.
fun max [es: set Int]: lone Int { es - ^(fun/next).es }

-- The least element of es; empty when es is.
fun min [es: set Int]: lone Int { es - es.^(fun/next) }

-- All integers of the scope below e.
fun prevs [e: Int]: set Int { ^(fun/next).e }

-- All integers of the scope above e.
fun nexts [e: Int]: set Int { e.^(fun/next) }

-- The greater one of the two.
fun larger [e1, e2: Int]: Int {
  int[e1] < int[e2] implies int[e2] else int[e1]
}

-- The lesser one of the two.
fun smaller [e1, e2: Int]: Int {
  int[e1] < int[e2] implies int[e1] else int[e2]
}
