-- In a heap "Node$0" is an object.
sig Node { label: String }
fact { Node.label = "Node$0" }
run {}
