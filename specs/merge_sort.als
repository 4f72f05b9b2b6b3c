-- Inputs of a list's mergeSort, and what the sorted list owes to its input.
--
-- TestEra, section 2 (Khurshid and Marinov 2004). The precondition is the class invariant. The
-- predicate `sorted` is the part of the postcondition that speaks of one state.
--
--   korrel find specs/merge_sort.als mergeSort_pre
--   korrel count specs/merge_sort.als sorted_inputs
--
-- Counts: 27 inputs of 3 nodes over 3 integers (table I); 10 of them are sorted, the multisets of 3
-- out of 3: C(5,3). `expect N` and `0..2 Int` are extensions of Korrel's.

sig List { header: lone Node }
sig Node { elem: Int, next: lone Node }

pred List.acyclic[] {
  all n: this.header.*next | n !in n.^next
}

pred List.sorted[] {
  all n: this.header.*next | some n.next implies n.elem <= n.next.elem
}

-- No node lies outside the list: TestEra leaves unreachable objects out.
pred List.reachesAll[] {
  Node = this.header.*next
}

pred List.mergeSort_pre[] {
  this.acyclic
  this.reachesAll
}

run mergeSort_pre for exactly 1 List, exactly 3 Node, 0..2 Int expect 27
sorted_inputs: run { all l: List | l.mergeSort_pre and l.sorted }
  for exactly 1 List, exactly 3 Node, 0..2 Int expect 10
-- Every multiset of at most 4 out of 2 integers.
sorted_up_to_four: run { all l: List | l.mergeSort_pre and l.sorted }
  for exactly 1 List, 4 Node, 0..1 Int expect 15 // 1+2+3+4+5
-- A sorted list starts with its least element.
check least_first {
  all l: List | l.mergeSort_pre and l.sorted implies
    all n: l.header.*next | l.header.elem <= n.elem
} for exactly 1 List, 4 Node, 0..2 Int
