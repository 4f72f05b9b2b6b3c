sig Item { before: set Item }
sig Stack { items: set Item }
pred push [s, s': Stack, i: Item] { s'.items = s.items + i  -- s' is what s becomes
}
fact { all disjoint a, b: Item | a.before != b.before }
run push for 3
