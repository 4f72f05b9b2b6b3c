-- A list's mergeSort: TestEra, section 2 (Khurshid and Marinov 2004), with its two-state postcondition.

sig List { header: lone Node }
sig Node { elem: Int, next: lone Node }

pred acyclic[l: List] { all n: l.header.*next | n !in n.^next }
pred sorted[l: List] { all n: l.header.*next | some n.next => n.elem <= n.next.elem }

pred mergeSort_pre[l: List] {
  acyclic[l]
  Node = l.header.*next  -- nothing but the list
}

pred mergeSort_post[l: List] {
  after acyclic[l]
  after sorted[l]
  permutation[l]
}

pred permutation[l: List] {
  all i: Int | #{ n: l.header.*next | n.elem = i } = #{ n: (l.header.*next)' | n.elem' = i }
}

run mergeSort_pre for exactly 1 List, exactly 3 Node, 0..2 Int expect 27
