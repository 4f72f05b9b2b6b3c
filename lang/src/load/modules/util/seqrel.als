module util/seqrel[elem]

/*
 * Sequences as relations from the indices of an ordered sig `SeqIdx` to atoms of one sig.
 *
 *   open util/seqrel[Song] as list
 *   sig Song {}
 *   one sig Player { queue: SeqIdx -> Song } { isSeq[queue] }
 *   run { some s: Song | list/last[list/add[Player.queue, s]] = s } for 3
 *
 * The scope of `SeqIdx` bounds the length. The functions expect s to be a sequence (isSeq); on
 * other relations they are what their definitions say. The language's own `seq` does the same over
 * integers; util/sequence has sequences that are atoms.
 */

open util/integer
open util/ordering[SeqIdx] as ord

-- The indices, in order; the first stands for 0.
sig SeqIdx {}

-- s has one element at most at each index, and its indices are the first ones, without a gap.
pred isSeq [s: SeqIdx -> elem] {
  s in SeqIdx -> lone elem
  let used = inds[s] | used - used.(ord/next) in ord/first
}

-- The elements of s, as a set.
fun elems [s: SeqIdx -> elem]: set elem { SeqIdx.s }

-- The element at the first index; empty when s is.
fun first [s: SeqIdx -> elem]: lone elem { s[ord/first] }

-- The element at the last index; empty when s is.
fun last [s: SeqIdx -> elem]: lone elem { s[lastIdx[s]] }

-- s without its first element; empty when s is.
fun rest [s: SeqIdx -> elem]: SeqIdx -> elem { (ord/next).s }

-- s without its last element; empty when s is.
fun butlast [s: SeqIdx -> elem]: SeqIdx -> elem { (SeqIdx - lastIdx[s]) <: s }

-- s has no element.
pred isEmpty [s: SeqIdx -> elem] { no s }

-- s has some element twice: fewer elements than indices.
pred hasDups [s: SeqIdx -> elem] { #elems[s] < #inds[s] }

-- The indices in use in s.
fun inds [s: SeqIdx -> elem]: set SeqIdx { s.elem }

-- The last index in use in s; empty when s is.
fun lastIdx [s: SeqIdx -> elem]: lone SeqIdx { ord/max[inds[s]] }

-- The first index not in use in s; empty when s fills all of them.
fun afterLastIdx [s: SeqIdx -> elem]: lone SeqIdx { ord/min[SeqIdx - inds[s]] }

-- The first index of e in s; empty when e is not in s.
fun idxOf [s: SeqIdx -> elem, e: elem]: lone SeqIdx { ord/min[indsOf[s, e]] }

-- The last index of e in s; empty when e is not in s.
fun lastIdxOf [s: SeqIdx -> elem, e: elem]: lone SeqIdx { ord/max[indsOf[s, e]] }

-- All indices of e in s.
fun indsOf [s: SeqIdx -> elem, e: elem]: set SeqIdx { s.e }

-- s with e at its end; s when it is full.
fun add [s: SeqIdx -> elem, e: elem]: SeqIdx -> elem {
  setAt[s, afterLastIdx[s], e]
}

-- s with e at index i, in place of what was there.
fun setAt [s: SeqIdx -> elem, i: SeqIdx, e: elem]: SeqIdx -> elem {
  s ++ i -> e
}

-- s with e put in at index i, what was there and after it moved up; the last element of a full s
-- falls off.
fun insert [s: SeqIdx -> elem, i: SeqIdx, e: elem]: SeqIdx -> elem {
  let kept = ord/prevs[i] <: s, moved = ord/prev.((i + ord/nexts[i]) <: s) |
    kept + i -> e + moved
}

-- s without the element at index i, what was after it moved down.
fun delete [s: SeqIdx -> elem, i: SeqIdx]: SeqIdx -> elem {
  (ord/prevs[i] <: s) + (ord/next).(ord/nexts[i] <: s)
}

-- s1 followed by s2, cut off where the indices end. An empty s1 moves s2 up by one index, as it
-- does in Alloy; guard with isEmpty[s1] where that can occur.
fun append [s1, s2: SeqIdx -> elem]: SeqIdx -> elem {
  let moved = { to, from: SeqIdx |
      #ord/prevs[to] = plus[#ord/prevs[from], plus[#ord/prevs[lastIdx[s1]], 1]] } |
    s1 + moved.s2
}

-- The part of s between the indices from and to, both included, moved down to the first index.
fun subseq [s: SeqIdx -> elem, from, to: SeqIdx]: SeqIdx -> elem {
  let moved = { down, up: SeqIdx | #ord/prevs[down] = minus[#ord/prevs[up], #ord/prevs[from]] } |
    moved.((SeqIdx - ord/nexts[to]) <: s)
}

-- The first index there is.
fun firstIdx: SeqIdx { ord/first }

-- The last index there is.
fun finalIdx: SeqIdx { ord/last }
