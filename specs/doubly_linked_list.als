-- Circular doubly linked lists of objects.
--
-- Korat's DoublyLinkedList (Boyapati, Khurshid, Marinov 2002) without its redundant size field: the
-- header is an entry like the others and must hold an object; theirs are free, shared or null.
--
--   korrel find specs/doubly_linked_list.als
--   korrel count specs/doubly_linked_list.als --scope "exactly 7 Entry, 7 Object"
--
-- Counts: Bell(n+1) - Bell(n) for n entries, 1 3 10 37 151 674 3263 for n = 1..7: partitions of the
-- entries and of one thing more, whose block is null, but for those with the header in that block.
-- `expect N` counts instances, an extension of Korrel's.

one sig List { header: Entry }
sig Entry { element: lone Object, next, previous: Entry }
sig Object {}

pred repOk[] {
  Entry = List.header.*next
  Object = Entry.element
  next = ~previous
  some List.header.element
}

run repOk for exactly 3 Entry, 3 Object expect 10
one_entry:   run repOk for exactly 1 Entry, 1 Object expect = 1
two_entries: run repOk for exactly 2 Entry, 2 Object expect 3
four:        run repOk for exactly 4 Entry, 4 Object expect 37
five:        run repOk for exactly 5 Entry, 5 Object expect 151
up_to_four:  run repOk for 4 Entry, 4 Object expect 51 // 1 + 3 + 10 + 37
