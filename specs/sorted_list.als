-- Sorted, circular, doubly linked lists with a sentinel.
--
-- Korat's SortedList: the header holds no element; the others hold integers that do not decrease.
--
--   korrel find specs/sorted_list.als
--
-- Counts: multisets, C(n+m-1, n) for n elements over m values: 1 3 10 35 126 462 for m = n; UDITA's
-- table (Gligoric et al. 2009) has 924 3432 12870 for 6 7 8 and m = n + 1. `expect N` and `1..m
-- Int` are extensions of Korrel's.

one sig SortedList { header: Entry }
sig Entry { element: lone Int, next, previous: Entry }

pred repOk[] {
  Entry = SortedList.header.*next
  next = ~previous
  all e: Entry | no e.element <=> e = SortedList.header
  all e: Entry - SortedList.header |
    e.next != SortedList.header implies e.element <= e.next.element
}

-- n elements and the sentinel
run repOk for exactly 4 Entry, 1..3 Int expect 10
four:        run repOk for exactly 5 Entry, 1..4 Int expect 35
five:        run repOk for exactly 6 Entry, 1..5 Int expect 126
up_to_three: run repOk for 4 Entry, 1..3 Int expect 20 // 1 + 3 + 6 + 10
udita_6:     run repOk for exactly 7 Entry, 1..7 Int expect 924 // C(12, 6)
udita_7:     run repOk for exactly 8 Entry, 1..8 Int expect 3432 // C(14, 7)
udita_8:     run repOk for exactly 9 Entry, 1..9 Int expect 12870 // C(16, 8)
