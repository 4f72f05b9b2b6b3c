-- Singly linked lists of objects, behind a header without an element.
--
-- Korat's SinglyLinkedList, the LinkedList of Boyapati, Khurshid, Marinov 2002, without its
-- redundant size field. Entries may share an object; only which ones do matters, since objects are
-- interchangeable.
--
--   korrel find specs/object_list.als
--   korrel count specs/object_list.als --scope "exactly 8 Entry, 7 Object"
--
-- Counts: a list of n elements is a partition of its positions: the Bell numbers, OEIS A000110,
-- 1 1 2 5 15 52 203 877 for n = 0..7. `expect N` counts instances, an extension of Korrel's.

one sig List { header: Entry }
sig Entry { element: lone Object, next: lone Entry }
sig Object {}

pred repOk[] {
  Entry = List.header.*next
  Object = Entry.element
  all e: Entry {
    e !in e.^next
    no e.element <=> e = List.header
  }
}

-- n elements and the header
run repOk for exactly 4 Entry, 3 Object expect 5
empty:       run repOk for exactly 1 Entry, 1 Object expect = 1
two:         run repOk for exactly 3 Entry, 2 Object expect 2
four:        run repOk for exactly 5 Entry, 4 Object expect 15
six:         run repOk for exactly 7 Entry, 6 Object expect 203
up_to_three: run repOk for 4 Entry, 3 Object expect 9 // 1 + 1 + 2 + 5
