sig Map { items: Int -> lone Map }
run { all m: Map, i: Int | m.items[i - 1] = m.items[i] } for 1 but 2 Int
