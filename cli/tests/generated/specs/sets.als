-- Sets of objects, of numbers and of values, and a relation of three columns.
sig Graph { edges: Node -> Node, weights: Node -> Node -> Int, ports: set Int }
sig Node { next: set Node, labels: set Label }
sig Label {}
run { some Graph  lone edges  lone weights  lone labels } for 2 but exactly 1 Graph, 1 Label, 0..1 Int
