-- A stack of nodes that come and go, and the items that it has seen. A glance may return any item that it holds.
sig Item {}
var sig Seen in Item {}
var sig Node { var item: Item, var below: lone Node }
one sig Stack { var top: lone Node }

fact init { no Node and no Stack.top and no Seen }

pred push[i: Item] {
  some new: Node' - Node {
    Node' = Node + new
    Stack.top' = new
    new.item' = i
    new.below' = Stack.top
  }
  all old: Node | old.item' = old.item and old.below' = old.below
  Seen' = Seen + i
}

pred pop[result: Item] {
  some Stack.top
  result = Stack.top.item
  Node' = Node - Stack.top
  Stack.top' = Stack.top.below
  all left: Node - Stack.top | left.item' = left.item and left.below' = left.below
  Seen' = Seen
}

pred pop_throws { no Stack.top }

pred glance[result: Item] {
  result in Node.item
  Node' = Node and top' = top and item' = item and below' = below and Seen' = Seen
}

fact moves { always ((some i: Item | push[i] or pop[i] or glance[i])) }

run stacks {} for exactly 3 Item, 3 Node, 4 steps
