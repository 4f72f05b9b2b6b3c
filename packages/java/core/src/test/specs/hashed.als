-- A set that is read before what it holds.
one sig Holder { items: set Item }
sig Item { number: Int, tags: seq Int }
fact { all disj a, b: Item | a.number != b.number or a.tags != b.tags }
run filled { Holder.items = Item } for 2 Item, 0..1 Int, 2 seq expect 1
