module util/sequniv

/*
 * The functions of the language's `seq`: sequences as relations from 0, 1, ... to atoms of any sig.
 *
 *   sig Person {}
 *   sig Queue { waiting: seq Person }
 *   pred served [q, q2: Queue] { q2.waiting = q.waiting.rest }
 *
 * Nothing need be opened: a spec that says `seq` has this module under the alias `seq`.
 * Indices are seq/Int, 0 to the scope of `seq` less one. The functions expect s to be a sequence
 * (isSeq); on other relations they are what their definitions say.
 */

open util/integer as ui

-- s has one element at most at each index, and its indices are the first ones, without a gap.
pred isSeq [s: Int -> univ] {
  s in seq/Int -> lone univ
  let used = inds[s] | used - used.(ui/next) in 0
}

-- The elements of s, as a set.
fun elems [s: Int -> univ]: set (Int.s) { seq/Int.s }

-- The element at index 0; empty when s is.
fun first [s: Int -> univ]: lone (Int.s) { s[0] }

-- The element at the last index; empty when s is.
fun last [s: Int -> univ]: lone (Int.s) { s[lastIdx[s]] }

-- s without its first element; empty when s is.
fun rest [s: Int -> univ]: s { seq/Int <: (ui/next).s }

-- s without its last element; empty when s is.
fun butlast [s: Int -> univ]: s { (seq/Int - lastIdx[s]) <: s }

-- s has no element.
pred isEmpty [s: Int -> univ] { no s }

-- s has some element twice: fewer elements than indices.
pred hasDups [s: Int -> univ] { #elems[s] < #inds[s] }

-- The indices in use in s.
fun inds [s: Int -> univ]: set Int { s.univ }

-- The last index in use in s; empty when s is.
fun lastIdx [s: Int -> univ]: lone Int { ui/max[inds[s]] }

-- The first index not in use in s; empty when s fills all of them.
fun afterLastIdx [s: Int -> univ]: lone Int { ui/min[seq/Int - inds[s]] }

-- The first index of e in s; empty when e is not in s.
fun idxOf [s: Int -> univ, e: univ]: lone Int { ui/min[indsOf[s, e]] }

-- The last index of e in s; empty when e is not in s.
fun lastIdxOf [s: Int -> univ, e: univ]: lone Int { ui/max[indsOf[s, e]] }

-- All indices of e in s.
fun indsOf [s: Int -> univ, e: univ]: set Int { s.e }

-- s with e at its end; s when it is full.
fun add [s: Int -> univ, e: univ]: s + (seq/Int -> e) {
  setAt[s, afterLastIdx[s], e]
}

-- s with e at index i, in place of what was there.
fun setAt [s: Int -> univ, i: Int, e: univ]: s + (seq/Int -> e) {
  s ++ i -> e
}

-- s with e put in at index i, what was there and after it moved up; the last element of a full s
-- falls off.
fun insert [s: Int -> univ, i: Int, e: univ]: s + (seq/Int -> e) {
  let kept = ui/prevs[i] <: s, moved = ui/prev.((i + ui/nexts[i]) <: s) |
    seq/Int <: (kept + i -> e + moved)
}

-- s without the element at index i, what was after it moved down.
fun delete [s: Int -> univ, i: Int]: s {
  (ui/prevs[i] <: s) + (ui/next).(ui/nexts[i] <: s)
}

-- s1 followed by s2, cut off where the indices end.
fun append [s1, s2: Int -> univ]: s1 + s2 {
  let moved = { to, from: seq/Int | int[to] = ui/plus[int[from], ui/plus[int[lastIdx[s1]], 1]] } |
    some s1 implies s1 + moved.s2 else s2
}

-- The part of s between the indices frm and to, both included, moved down to 0.
fun subseq [s: Int -> univ, frm, to: Int]: s {
  let moved = { down, up: seq/Int | int[down] = ui/minus[int[up], int[frm]] } |
    moved.((seq/Int - ui/nexts[to]) <: s)
}
