sig Stack { items: seq Item }
sig Item {}
run {} for 3 but 4 seq, 3 Int
