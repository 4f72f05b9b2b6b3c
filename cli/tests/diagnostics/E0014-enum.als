enum Color { RED, BLACK }
sig Node { color: Color }
run {} for 3 Node, 1 Color
