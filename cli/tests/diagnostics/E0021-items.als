sig Item {}
sig Stack { items: seq (lone Item) }
run {} for 3
