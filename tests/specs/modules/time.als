-- What util/time means: steps on a counter, which `tick` moves up by one and `reset` sets to 0.

open util/time

sig Item {}
one sig World {
  count: dynamic[Int],
  seen: dynamicSet[Item]
}

-- Alloy does not keep to the multiplicity of `dynamic` (W0012).
fact { count in World -> Int one -> Time }

pred tick [t, u: Time] {
  World.count.u = plus[World.count.t, 1]
  u = t.next
}

pred reset [t, u: Time] {
  World.count.u = 0
  u = t.next
}

pred at_zero [t: Time] { World.count.t = 0 }
pred below_three [t: Time] { World.count.t < 3 }

check one_value_at_each_moment {
  all t: Time | one World.count.t
} for 3 expect 0

check any_number_of_values { all t: Time | lone World.seen.t } for 2 expect 1
check some_value { some World.seen } for 2 expect 1

check then_is_two_steps {
  all t, u: Time {
    then[tick, reset, t, u] iff (tick[t, t.next] and reset[t.next, u])
    then[reset, tick, t, u] iff (reset[t, t.next] and tick[t.next, u])
  }
} for 3 but 4 Time expect 0
run two_steps { then[tick, reset, first, last] } for 3 expect 1
run two_steps_in_two_moments { then[tick, reset, first, last] } for 2 expect 0
check steps_commute {
  all t, u: Time | then[tick, reset, t, u] iff then[reset, tick, t, u]
} for 3 expect 1

-- The condition fails after one step: how many more were allowed makes no difference.
pred until_not_zero [t, u: Time] {
  at_zero[t] implies tick[t, u] else t = u
}

check one_step_is_enough {
  all t, u: Time {
    while1[at_zero, tick, t, u] iff until_not_zero[t, u]
    while2[at_zero, tick, t, u] iff until_not_zero[t, u]
    while3[at_zero, tick, t, u] iff until_not_zero[t, u]
    while4[at_zero, tick, t, u] iff until_not_zero[t, u]
    while5[at_zero, tick, t, u] iff until_not_zero[t, u]
  }
} for 3 expect 0
check one_step_of_many_is_enough {
  all t, u: Time {
    while6[at_zero, tick, t, u] iff until_not_zero[t, u]
    while7[at_zero, tick, t, u] iff until_not_zero[t, u]
    while8[at_zero, tick, t, u] iff until_not_zero[t, u]
    while9[at_zero, tick, t, u] iff until_not_zero[t, u]
  }
} for 2 expect 0

check while_ends_when_the_condition_fails {
  all t, u: Time | while[below_three, tick, t, u] implies World.count.u >= 3
} for 3 but 4 Time expect 0
check while_is_while3 {
  all t, u: Time | while[below_three, tick, t, u] iff while3[below_three, tick, t, u]
} for 3 but 4 Time expect 0
check no_step_at_all {
  all t, u: Time | while0[at_zero, tick, t, u] iff (t = u and not at_zero[t])
} for 3 expect 0

-- From 0, three steps are needed and enough.
run two_are_too_few { at_zero[first] and while2[below_three, tick, first, last] } for 1 but 4 Time expect 0
run three_are_enough { at_zero[first] and while3[below_three, tick, first, last] } for 1 but 4 Time expect 1
run by_default_three { at_zero[first] and while[below_three, tick, first, last] } for 1 but 4 Time expect 1
run more_are_allowed { at_zero[first] and while6[below_three, tick, first, last] } for 1 but 4 Time expect 1
run too_few_moments { at_zero[first] and while6[below_three, tick, first, last] } for 1 but 3 Time expect 0
