sig Node { next: lone Node }
run { some Node | some next }
