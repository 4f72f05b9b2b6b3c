-- A binary heap in a sequence: its least element stands first.

sig Heap { elements: seq Int }

fun values[h: Heap]: set Int { h.elements.elems }
fun count[h: Heap, v: Int]: Int { #h.elements.indsOf[v] }

pred ordered[h: Heap] {
  all i: h.elements.inds - 0 | h.elements[div[minus[i, 1], 2]] <= h.elements[i]
}

pred push_pre[h: Heap, v: Int] { ordered[h] }
pred push_post[h: Heap, v: Int] {
  after ordered[h]
  all w: Int | (count[h, w])' = (w = v => plus[count[h, w], 1] else count[h, w])
}
run push_pre for exactly 1 Heap, 0..5 Int, 5 seq

pred pop_pre[h: Heap] { ordered[h] }
pred pop_post[h: Heap, result: lone Int] {
  after ordered[h]
  result = { v: values[h] | all w: values[h] | v <= w }
  all w: Int | (count[h, w])' = (w in result => minus[count[h, w], 1] else count[h, w])
}
run pop_pre for exactly 1 Heap, 0..5 Int, 6 seq
