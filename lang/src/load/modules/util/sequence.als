module util/sequence[elem]

/*
 * Sequences as atoms of a sig `Seq`, each with its elements at the indices 0, 1, ... of `SeqIdx`.
 *
 *   open util/sequence[Song] as list
 *   sig Song {}
 *   pred longer [a, b: Seq] { some s: Song | list/add[a, s, b] }
 *   run longer for 3 but 4 SeqIdx
 *
 * The scope of `SeqIdx` bounds the length, that of `Seq` the number of different sequences. No two
 * atoms are the same sequence. That a sequence is a value does not mean that it exists: operations
 * are predicates, which hold when one atom is the result of the operation on another.
 * Without atoms, use util/seqrel; the language's own `seq` is simpler than either.
 */

open util/ordering[SeqIdx] as ord

-- The indices, in order; the first stands for 0.
sig SeqIdx {}

-- A sequence; the indices in use are the first ones, without a gap.
sig Seq {
  seqElems: SeqIdx -> lone elem
} {
  let used = seqElems.elem | used.(ord/prev) in used
}

-- One atom at most for each sequence.
fact canonicalizeSeqs {
  all disj s1, s2: Seq | s1.seqElems != s2.seqElems
}

-- No sequence has an element twice.
pred noDuplicates { no s: Seq | hasDups[s] }

-- Every sequence over elem that SeqIdx has room for is an atom.
pred allExist {
  some s: Seq | isEmpty[s]
  all s: Seq | SeqIdx in inds[s] or all e: elem | some longer: Seq | this/add[s, e, longer]
}

-- Every sequence over elem without a duplicate that SeqIdx has room for is an atom; no other is.
pred allExistNoDuplicates {
  noDuplicates
  some s: Seq | isEmpty[s]
  all s: Seq |
    SeqIdx in inds[s] or all e: elem - elems[s] | some longer: Seq | this/add[s, e, longer]
}

-- The element of s at index i; empty beyond its end.
fun at [s: Seq, i: SeqIdx]: lone elem { i.(s.seqElems) }

-- The elements of s, as a set.
fun elems [s: Seq]: set elem { SeqIdx.(s.seqElems) }

-- The element of s at the first index; empty when s is.
fun first [s: Seq]: lone elem { at[s, ord/first] }

-- The element of s at its last index; empty when s is.
fun last [s: Seq]: lone elem { at[s, lastIdx[s]] }

-- r is s without its first element; never when s is empty.
pred rest [s, r: Seq] {
  not isEmpty[s]
  all i: SeqIdx | at[r, i] = at[s, i.(ord/next)]
}

-- s has no element.
pred isEmpty [s: Seq] { no elems[s] }

-- s has some element twice: fewer elements than indices.
pred hasDups [s: Seq] { #elems[s] < #inds[s] }

-- The indices in use in s.
fun inds [s: Seq]: set SeqIdx { s.seqElems.elem }

-- The last index in use in s; empty when s is.
fun lastIdx [s: Seq]: lone SeqIdx { ord/max[inds[s]] }

-- The first index not in use in s; empty when s fills all of them.
fun afterLastIdx [s: Seq]: lone SeqIdx { ord/min[SeqIdx - inds[s]] }

-- The first index of e in s; empty when e is not in s.
fun idxOf [s: Seq, e: elem]: lone SeqIdx { ord/min[indsOf[s, e]] }

-- The last index of e in s; empty when e is not in s.
fun lastIdxOf [s: Seq, e: elem]: lone SeqIdx { ord/max[indsOf[s, e]] }

-- All indices of e in s.
fun indsOf [s: Seq, e: elem]: set SeqIdx { s.seqElems.e }

-- s begins with all of prefix.
pred startsWith [s, prefix: Seq] {
  all i: inds[prefix] | at[prefix, i] = at[s, i]
}

-- added is s with e at its end; never when s is full.
pred add [s: Seq, e: elem, added: Seq] {
  startsWith[added, s]
  at[added, afterLastIdx[s]] = e
  #inds[added] = #inds[s] fun/add 1
}

-- setted is s with e at index idx, in place of what was there. (idx may be the first one after s.)
pred setAt [s: Seq, idx: SeqIdx, e: elem, setted: Seq] {
  setted.seqElems = s.seqElems ++ idx -> e
}

-- inserted is s with e put in at index idx, what was there and after it moved up; never when s is
-- full.
pred insert [s: Seq, idx: SeqIdx, e: elem, inserted: Seq] {
  at[inserted, idx] = e
  all i: ord/prevs[idx] | at[inserted, i] = at[s, i]
  all i: ord/nexts[idx] | at[inserted, i] = at[s, i.(ord/prev)]
  #inds[inserted] = #inds[s] fun/add 1
}

-- dest has the elements of source, in order, from index destStart on. Its other places are free.
pred copy [source, dest: Seq, destStart: SeqIdx] {
  all from: inds[source] | some to: SeqIdx {
    ord/gte[to, destStart]
    at[dest, to] = at[source, from]
    #ord/prevs[from] = #(ord/prevs[to] - ord/prevs[destStart])
  }
}

-- appended is s1 followed by s2; never when it would not fit.
pred append [s1, s2, appended: Seq] {
  startsWith[appended, s1]
  copy[s2, appended, afterLastIdx[s1]]
  #inds[appended] = #inds[s1] fun/add #inds[s2]
}

-- sub is the part of s between the indices from and to, both included.
pred subseq [s, sub: Seq, from, to: SeqIdx] {
  ord/lte[from, to]
  copy[sub, s, from]
  #inds[sub] = #(to + ord/prevs[to] - ord/prevs[from])
}

-- The first index there is.
fun firstIdx: SeqIdx { ord/first }

-- The last index there is.
fun finalIdx: SeqIdx { ord/last }
