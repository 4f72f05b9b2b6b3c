-- A doubly linked list with a header entry, in the manner of java.util.LinkedList.

open util/boolean

sig List { header: Entry, size: Int }
sig Entry { element: lone Object, next, previous: Entry }
sig Object {}

-- Those ahead of an entry, without the header.
fun ahead[l: List, e: Entry]: set Entry { { b: entries[l] | e in b.^(next :> entries[l]) } }
fun entries[l: List]: set Entry { l.header.*next - l.header }

pred repOk[l: List] {
  Entry = l.header.*next  -- nothing but the list
  linked[l]
  l.size = #entries[l]
}
pred linked[l: List] {
  all e: l.header.*next | e.next.previous = e and e.previous.next = e
  no l.header.element
}

-- The objects are the list's, and the one that is asked for.
pred objects[o: Object] { Object = Entry.element + o }

pred addFirst_pre[l: List, o: Object] { repOk[l] and objects[o] }
pred addFirst_post[l: List, o: Object] {
  after repOk[l]
  l.header.next'.element' = o
  l.header.next'.next' = l.header.next
  all e: Entry | e.element' = e.element
  all e: entries[l] | e.next' = e.next
}
run addFirst_pre for exactly 1 List, 1..4 Entry, 4 Object, 0..4 Int

-- The first of equal elements goes; the result says whether there was one.
pred remove_pre[l: List, o: Object] { repOk[l] and objects[o] }
pred remove_post[l: List, o: Object, result: Bool] {
  after repOk[l]
  isTrue[result] <=> o in Entry.element
  let found = { e: entries[l] | e.element = o }, first = { e: found | no ahead[l, e] & found } {
    (entries[l])' = entries[l] - first
    all e, f: entries[l] - first | e in ahead[l, f] <=> (after e in ahead[l, f])
  }
  all e: (entries[l])' | e.element' = e.element
}
run remove_pre for exactly 1 List, 1..4 Entry, 4 Object, 0..4 Int
