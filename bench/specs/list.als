-- Singly linked lists under a root of their own: nothing but the list, elements in any order.
--
-- TestEra's first example (Khurshid and Marinov 2004, section 2) with the list as the one root.
--
-- Counts: exactly n nodes over m integers give m^n lists.

one sig List { header: lone Node }
sig Node { elem: Int, next: lone Node }

pred repOk[] {
  Node = List.header.*next
  all n: Node | n !in n.^next
}

ten_over_four: run repOk for exactly 10 Node, 0..3 Int expect 1048576 // 4^10
six_over_four: run repOk for exactly 6 Node, 0..3 Int expect 4096 // 4^6
