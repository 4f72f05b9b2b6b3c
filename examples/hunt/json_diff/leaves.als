-- The same pairs, with leaves that some languages take for equal: 1 and true.
open pairs

sig One, Yes extends Value {}

pred leaves_pre[old, young: Value] { diff_pre[old, young] }
run leaves_pre for 2..5 Value, 0..2 Int, 3 seq expect 3267
