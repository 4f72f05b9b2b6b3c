-- Each paragraph that breaks the grammar is reported; what is fine between them, and what a mistake
-- leaves open, is not.
sig Node { next lone Node }

/* A paragraph in a comment is none:
pred broken {{{
*/
pred fine { all n: Node | n in Node }

fact { all n: Node n.next != n }

pred open [n: Node] {
  some n.next

fun size [n: Node]: Int { #n.^next }

class Tree {
  fun root [t: Tree]: Node { t.root }
}

assert last { if some Node then some next else no next }

check last for 3 Node 4 Tree
