-- Singly linked lists.
--
-- The class of TestEra's first example (Khurshid and Marinov 2004, section 2): a list is a header
-- node, a node has an element and a next node. Lists may repeat elements, in any order.
--
--   korrel find specs/singly_linked_list.als
--   korrel find specs/singly_linked_list.als --scope "exactly 1 List, exactly 4 Node, 0..2 Int"
--
-- Counts: exactly n nodes over m integers give m^n lists; TestEra's table I has 27 for 3 and 3.
-- `expect N` and `0..m Int` are extensions of Korrel's.

sig List { header: lone Node }
sig Node { elem: Int, next: lone Node }

-- The class invariant: acyclic, and nothing but the list.
pred repOk[l: List] {
  all n: l.header.*next | n !in n.^next
  Node = l.header.*next
}

run repOk for exactly 1 List, exactly 3 Node, 0..2 Int expect 27
run empty_to_four { some l: List | repOk[l] } for exactly 1 List, 4 Node, 0..1 Int expect 31 // 1+2+4+8+16
four_over_three: run repOk for exactly 1 List, exactly 4 Node, 0..2 Int expect 81 // 3^4
