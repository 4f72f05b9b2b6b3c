-- A table of texts and numbers, and what its operations do.
open util/boolean

sig Table { rows: Key -> lone Int }
sig Key {}

pred put_pre[t: Table, k: Key, n: Int] { some t.rows or k = k and n = n }
pred put_post[t: Table, k: Key, n: Int] { t.rows' = t.rows ++ k -> n and Key' = Key }
run put_pre for exactly 1 Table, exactly 2 Key, 0..2 Int

pred remove_pre[t: Table, k: Key] { k = k }
pred remove_post[t: Table, k: Key, result: Bool] {
  t.rows' = t.rows - k -> Int
  isTrue[result] <=> some k.(t.rows)
}
run remove_pre for exactly 1 Table, exactly 2 Key, 0..2 Int

pred keys_pre[t: Table] { some t }
pred keys_post[t: Table, result: set Key] { result = t.rows.Int }
run keys_pre for exactly 1 Table, exactly 2 Key, 0..2 Int

pred greatest_pre[t: Table] { some t.rows }
pred greatest_post[t: Table, result: Int] { result = max[Key.(t.rows)] }
run greatest_pre for exactly 1 Table, exactly 2 Key, 0..2 Int

pred judged_pre[t: Table] { some t }
run judged_pre for exactly 1 Table, exactly 2 Key, 0..2 Int
