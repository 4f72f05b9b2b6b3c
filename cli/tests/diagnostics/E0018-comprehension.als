sig Node { next: lone Node }
run { some { s: set Node | some s } }
