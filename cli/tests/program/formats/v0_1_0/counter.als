-- A counter that an operation raises. The reports of this folder are of it.
sig Counter { n: Int }
pred add_pre[c: Counter, by: Int] { 0 < by and by < 3 }
pred add_post[c: Counter, by: Int] { c.n' = plus[c.n, by] }
run add_pre for 1 Counter, 0..4 Int
