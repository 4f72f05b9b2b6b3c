sig Node { var next: lone Node }
pred stutter { next' = next }
pred cut[n: Node] { next' = next - n -> Node }
fact init { some next }
fact moves {
  stutter or some n: Node | cut[n]
}
run {}
