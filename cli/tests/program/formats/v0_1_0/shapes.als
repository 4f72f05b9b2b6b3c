-- A field of each shape. The streams of this folder are of its instances.
enum Color { RED, BLUE }
sig Key {}
sig Item { color: Color, size: Int, next: lone Item }
sig Marked in Item {}
sig Box { first: lone Item, held: set Item, at: Key -> lone Item, row: seq Item, label: String }

pred boxed[b: Box] {
  Item = b.first.*next and b.held = Item
  all i: Item | i !in i.^next and (i.color = RED iff i in Marked) and i.size = #i.next
  b.row.elems = Item - b.first and #b.row = #b.row.elems
  b.label = "é\n"
}

run boxed for exactly 1 Box, exactly 1 Key, 2 Item, 1 seq, 0..1 Int
