-- Heap arrays: a max-heap in an array, as java.util.PriorityQueue keeps one.
--
-- Korat's HeapArray: the array's length and the heap's size vary independently, size <= length;
-- element i is at most its parent, element (i-1)/2; equal elements are allowed. The slots behind
-- `size` are empty.
--
--   korrel find specs/heap_array.als
--   korrel count specs/heap_array.als --scope "0..4 Int"
--
-- Counts for capacity and greatest value n: 4 15 66 320 1919 13139 117562 for n = 1..7 (Korat,
-- UDITA); the sum over sizes s of (n+1-s) * the number of max-heap-ordered arrays of s slots.
-- `expect N` and `0..n Int` are extensions of Korrel's.

one sig HeapArray {
  length, size: Int,
  array: Int -> lone Int
}

-- The integers of the scope are 0..n: indices 0..n-1, lengths and values 0..n.
pred repOk[] {
  HeapArray.size <= HeapArray.length
  all i: Int | some HeapArray.array[i] <=> i < HeapArray.size
  all i: Int - 0 | let parent = div[minus[i, 1], 2] |
    i < HeapArray.size implies HeapArray.array[i] <= HeapArray.array[parent]
}

run repOk for 0..3 Int expect 66
two:  run repOk for 0..2 Int expect 15
four: run repOk for 0..4 Int expect 320
five: run repOk for 0..5 Int expect 1919
six:  run repOk for 0..6 Int expect 13139
