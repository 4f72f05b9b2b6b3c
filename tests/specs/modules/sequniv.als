-- What the functions of `seq` (util/sequniv) mean: each by the elements at each index.

sig E {}
one sig Two { left, right: seq E }
one sig Raw { any: Int -> E }

fun s: Int -> E { Two.left }
fun t: Int -> E { Two.right }

check a_sequence_has_no_gaps {
  seq/isSeq[Raw.any] iff {
    Raw.any in seq/Int -> lone E
    all i: Int | some i.(Raw.any) implies all j: seq/Int | j < i implies some j.(Raw.any)
  }
} for 3 but 3 Int, 3 seq expect 0

check fields_are_sequences {
  seq/isSeq[s]
  seq/isSeq[t]
} for 3 but 3 Int, 3 seq expect 0

check elements {
  s.inds = { i: Int | some s[i] }
  s.elems = { e: E | some i: Int | e = s[i] }
  s.isEmpty iff no s.elems
  s.hasDups iff some disj i, j: s.inds | s[i] = s[j]
} for 3 but 3 Int, 3 seq expect 0

check ends {
  s.first = s[0]
  s.last = s[s.lastIdx]
  s.isEmpty iff no s.lastIdx
  all i: s.inds | i =< s.lastIdx
  s.lastIdx in s.inds
  s.isEmpty implies s.afterLastIdx = 0
  not s.isEmpty implies s.afterLastIdx = seq/Int & s.lastIdx.(fun/next)
} for 3 but 3 Int, 3 seq expect 0

check occurrences {
  all e: E {
    s.indsOf[e] = { i: Int | s[i] = e }
    no s.idxOf[e] iff e not in s.elems
    no s.lastIdxOf[e] iff e not in s.elems
    all i: s.indsOf[e] | s.idxOf[e] =< i and i =< s.lastIdxOf[e]
    s.idxOf[e] + s.lastIdxOf[e] in s.indsOf[e]
  }
} for 3 but 3 Int, 3 seq expect 0

check shorter {
  all i: seq/Int | s.rest[i] = s[i.(fun/next)]
  s.butlast = s - s.lastIdx -> s.last
  seq/isSeq[s.rest]
  seq/isSeq[s.butlast]
} for 3 but 3 Int, 3 seq expect 0

check one_more {
  all e: E {
    #s = 3 implies s.add[e] = s
    #s < 3 implies (s.add[e].butlast = s and s.add[e].last = e)
  }
} for 3 but 3 Int, 3 seq expect 0

check one_other {
  all e: E, i: s.inds {
    s.setAt[i, e][i] = e
    all j: Int - i | s.setAt[i, e][j] = s[j]
  }
} for 3 but 3 Int, 3 seq expect 0

check put_in_and_taken_out {
  all e: E, i: s.inds + s.afterLastIdx | let longer = s.insert[i, e] {
    seq/isSeq[longer]
    longer[i] = e
    #s < 3 implies longer.delete[i] = s
    #s = 3 implies longer.delete[i] = s.butlast
  }
} for 3 but 3 Int, 3 seq expect 0

check taken_out {
  all i: s.inds | let shorter = s.delete[i] {
    seq/isSeq[shorter]
    all j: seq/Int | j < i implies shorter[j] = s[j] else shorter[j] = s[j.(fun/next)]
  }
} for 3 but 3 Int, 3 seq expect 0

check joined {
  seq/isSeq[s.append[t]]
  all i: s.inds | s.append[t][i] = s[i]
  all i: seq/Int - s.inds, j: seq/Int | i = plus[#s, j] implies s.append[t][i] = t[j]
} for 3 but 4 Int, 3 seq expect 0

check cut {
  all i, j: s.inds | i =< j implies let part = s.subseq[i, j] {
    seq/isSeq[part]
    part.first = s[i]
    part.last = s[j]
    #part = plus[minus[j, i], 1]
    all k: part.inds | part[k] = s[plus[i, k]]
  }
} for 3 but 4 Int, 3 seq expect 0

run a_long_one { #s = 3 and not s.hasDups } for 3 but 3 Int, 3 seq expect 1
run a_joined_one { some t and #s = 1 and #s.append[t] = 3 } for 3 but 4 Int, 3 seq expect 1
run cut_off { #s = 2 and #t = 2 and #s.append[t] = 3 } for 3 but 4 Int, 3 seq expect 1
run a_gap {
  not seq/isSeq[Raw.any] and Raw.any in seq/Int -> lone E
} for 3 but 3 Int, 3 seq expect 1
check delete_keeps_elements {
  all i: s.inds | s.delete[i].elems = s.elems
} for 3 but 3 Int, 3 seq expect 1
check rest_is_butlast { s.rest = s.butlast } for 3 but 3 Int, 3 seq expect 1
run longer_than_the_indices { #s > 3 } for 3 but 4 Int, 3 seq expect 0
