-- Unions, anything, texts that JSON has to escape.
open util/boolean
enum Color { RED }
sig Node {}
one sig Root { any: univ, either: Int + Node, mixed: set String + Bool + Int + Color, triples: Node -> Int -> Node, text: String }
fact { Root.text = "tab	é \\ ​" or Root.text = "x" }
run anything { one Root.triples and lone Root.mixed } for 1 Node, -1..1 Int expect 1
