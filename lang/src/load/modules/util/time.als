module util/time

/*
 * Change as a last column: a field that varies has one value at each moment of an ordered `Time`.
 *
 *   open util/time
 *   sig Colour {}
 *   sig Lamp { shows: dynamic[Colour], broken: dynamicSet[Colour] }
 *   pred change [t, u: Time] { all l: Lamp | l.shows.u != l.shows.t }
 *   run { then[change, change, first, last] } for 3
 *
 * A step is a predicate of two moments, before and after; a condition is one of a single moment.
 * `then` and `while` build longer steps from them. All but `Time` are macros, so that steps and
 * conditions, which are no values, can be handed to them.
 */

open util/ordering[Time]

sig Time {}

-- Range of a field with one value at each moment: f: dynamic[A].
let dynamic[x] = x one -> Time

-- Range of a field with a set of values at each moment: f: dynamicSet[A].
let dynamicSet[x] = x -> Time

-- Step a, then step b.
let then [a, b, t, t"] {
  some x: Time {
    a[t, x]
    b[x, t"]
  }
}

-- Step `body` as long as `cond` holds, at most three times.
let while = while3

-- whileN: the same, at most N times. When cond fails, time stands still; it must fail at the end.
let while9 [cond, body, t, t"] {
  some x: Time {
    (cond[t] implies body[t, x] else x = t)
    while8[cond, body, x, t"]
  }
}

let while8 [cond, body, t, t"] {
  some x: Time {
    (cond[t] implies body[t, x] else x = t)
    while7[cond, body, x, t"]
  }
}

let while7 [cond, body, t, t"] {
  some x: Time {
    (cond[t] implies body[t, x] else x = t)
    while6[cond, body, x, t"]
  }
}

let while6 [cond, body, t, t"] {
  some x: Time {
    (cond[t] implies body[t, x] else x = t)
    while5[cond, body, x, t"]
  }
}

let while5 [cond, body, t, t"] {
  some x: Time {
    (cond[t] implies body[t, x] else x = t)
    while4[cond, body, x, t"]
  }
}

let while4 [cond, body, t, t"] {
  some x: Time {
    (cond[t] implies body[t, x] else x = t)
    while3[cond, body, x, t"]
  }
}

let while3 [cond, body, t, t"] {
  some x: Time {
    (cond[t] implies body[t, x] else x = t)
    while2[cond, body, x, t"]
  }
}

let while2 [cond, body, t, t"] {
  some x: Time {
    (cond[t] implies body[t, x] else x = t)
    while1[cond, body, x, t"]
  }
}

let while1 [cond, body, t, t"] {
  some x: Time {
    (cond[t] implies body[t, x] else x = t)
    while0[cond, body, x, t"]
  }
}

let while0 [cond, body, t, t"] {
  not cond[t]
  t = t"
}
