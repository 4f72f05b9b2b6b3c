one sig Graph { nodes: set Vertex }
sig Vertex { neighbors: set Vertex }
fact { Graph.nodes = Vertex and neighbors = ~neighbors and no iden & neighbors }
run {} for 4 Vertex
