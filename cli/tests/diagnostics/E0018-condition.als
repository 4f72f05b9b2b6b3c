sig Node { next: set Node }
run { some ((some s: set Node | s = s.next) => Node else none) }
