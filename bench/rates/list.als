-- Singly linked lists, and the removal of all elements that have a value.
sig List { header: lone Node }
sig Node { elem: Int, next: lone Node }

pred remove_pre[l: List, k: Int] {
  Node = l.header.*next
  all n: Node | n !in n.^next
  0 < k
}

pred remove_post[l: List, k: Int] {
  (l.header.*next.elem)' = l.header.*next.elem - k
  (l.header.*next)' in l.header.*next
}

run remove_pre for exactly 1 List, 5 Node, 1..6 Int
