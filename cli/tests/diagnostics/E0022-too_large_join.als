run { let pairs = Int -> Int | some pairs.pairs } for 1 but 11 Int
