-- A slab that knows which of its slots are unused for longest.
one sig Slab {
  var slots: seq Int, -- the one that was used last first
  var count: Int,
  var oldest: lone Int
}

fact init { no slots }

pred insert[result: Int] {
  result not in Slab.slots.elems
  Slab.slots' = Slab.slots.insert[0, result]
}

pred use[s: Int] {
  s in Slab.slots.elems
  Slab.slots' = Slab.slots.delete[Slab.slots.idxOf[s]].insert[0, s]
}

pred remove[s: Int] {
  s in Slab.slots.elems
  Slab.slots' = Slab.slots.delete[Slab.slots.idxOf[s]]
}

pred remove_throws[s: Int] { s not in Slab.slots.elems }

fact steps { always some s: Int | insert[s] or use[s] or remove[s] }

fact questions { always (Slab.count = #Slab.slots and Slab.oldest = Slab.slots.last) }

run behaviours {} for 0..3 Int, 4 seq, 5 steps
