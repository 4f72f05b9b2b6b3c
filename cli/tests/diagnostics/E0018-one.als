sig Node { next: set Node }
run { one s: some Node | s.next in s }
