sig Node { key: Int }
run { some n: Node | plus[n.key, 1] < n.key && div[n.key, -1] != 100 && mul[n.key, 2] > minus[0, n.key] } for 3
