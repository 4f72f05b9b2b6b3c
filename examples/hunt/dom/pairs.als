-- Pairs of documents: what is shown, and what is to be shown.

enum Id { a, b }
sig Element { id: lone Id, children: seq Element }

fun parts: Element -> Element { { e, part: Element | part in e.children[Int] } }

pred morph_pre[old, young: Element] {
  old != young and no (old + young).id
  Element = (old + young).*parts
  no parts.(old + young)
  all e: Element | lone children.e                           -- each has one place
  all root: old + young, x: Id | lone id.x & root.*parts     -- and an id of its own, if any
}
run morph_pre for 2..7 Element, 0..2 Int, 3 seq expect 7080
