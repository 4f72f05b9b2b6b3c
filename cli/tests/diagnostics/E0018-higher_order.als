sig Node { next: lone Node }
run { all s: set Node | some s implies some s.next }
