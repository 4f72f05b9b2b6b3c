sig Node { next: set Node }
run { some { n: Node | some s: set n.next | n in s.next } }
