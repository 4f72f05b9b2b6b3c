sig Node { var next: lone Node }
fact acyclic { no n: Node | n in n.^next }
run {}
