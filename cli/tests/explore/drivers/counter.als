sig Counter { n: Int }
pred add_pre[c: Counter, by: Int] { 0 < by and by < 3 }
pred add_post[c: Counter, by: Int] { c.n' = plus[c.n, by] }
pred even[c: Counter] { 0 =< c.n and rem[c.n, 2] = 0 }
run add_pre for 1 Counter, 0..6 Int
