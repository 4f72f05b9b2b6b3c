-- A counter, and what a call of `add` takes.
sig Counter { n: Int }
pred zero_pre[] { no Counter }
pred add_pre[c: Counter, by: Int] { Counter = c and by > 0 and c.n >= 0 }
run add_pre for 1 Counter, 0..2 Int
