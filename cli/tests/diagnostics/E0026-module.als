open korrel/shapes
sig Node { next: lone Node }
run { list[next, Node] } for 3
