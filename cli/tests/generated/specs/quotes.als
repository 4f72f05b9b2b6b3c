// Names with quotes, which no identifier elsewhere may have.
sig List" { head: lone Node, n"x: Int, m": Node -> lone Int }
sig Node { color: Co"l }
sig Mark" in Node { w"v: Int }
enum Co"l { Re"d, Blue }
pred so"rt_pre[l": List"] { no l".head }
run so"rt_pre for 1 but 0..0 Int
