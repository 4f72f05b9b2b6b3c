sig Node { next: set Node }
assert closed { some s: some Node | s.next in s }
check closed
