open modules/nodes
sig Node { other: Node }
run {} for 2 Node
