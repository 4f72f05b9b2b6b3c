-- Acyclic graphs, large enough to be shared out: OEIS A003087.

sig Node { edges: set Node }

pred acyclic[] {
  all n: Node | n !in n.^edges
}

six:   run acyclic for exactly 6 Node expect 5984
seven: run acyclic for exactly 7 Node expect 243668
eight: run acyclic for exactly 8 Node expect 20286025
