-- What util/seqrel means: each function by the elements at each index; `place` numbers the indices.

open util/seqrel[E] as list

sig E {}
one sig Two { left, right: SeqIdx -> E } { list/isSeq[left] and list/isSeq[right] }
one sig Raw { any: SeqIdx -> E }

fun s: SeqIdx -> E { Two.left }
fun t: SeqIdx -> E { Two.right }
fun place [i: SeqIdx]: Int { Int[#list/ord/prevs[i]] }

check a_sequence_has_no_gaps {
  list/isSeq[Raw.any] iff {
    all i: SeqIdx | lone i.(Raw.any)
    all i: SeqIdx | some i.(Raw.any) implies list/ord/prevs[i] in (Raw.any).E
  }
} for 3 expect 0

check elements {
  list/inds[s] = { i: SeqIdx | some s[i] }
  list/elems[s] = { e: E | some i: SeqIdx | e = s[i] }
  list/isEmpty[s] iff no list/elems[s]
  list/hasDups[s] iff some disj i, j: list/inds[s] | s[i] = s[j]
} for 3 expect 0

check ends {
  list/first[s] = s[list/firstIdx]
  list/last[s] = s[list/lastIdx[s]]
  list/isEmpty[s] iff no list/lastIdx[s]
  all i: list/inds[s] | list/ord/lte[i, list/lastIdx[s]]
  list/lastIdx[s] in list/inds[s]
  some list/afterLastIdx[s] implies list/inds[s] = list/ord/prevs[list/afterLastIdx[s]]
  no list/afterLastIdx[s] iff s[list/finalIdx] in list/elems[s] and list/finalIdx in list/inds[s]
} for 3 expect 0

check index_names {
  list/firstIdx = list/ord/first
  list/finalIdx = list/ord/last
} for 3 expect 0

check occurrences {
  all e: E {
    list/indsOf[s, e] = { i: SeqIdx | s[i] = e }
    list/idxOf[s, e] = list/ord/min[list/indsOf[s, e]]
    list/lastIdxOf[s, e] = list/ord/max[list/indsOf[s, e]]
    some list/idxOf[s, e] iff e in list/elems[s]
  }
} for 3 expect 0

check shorter {
  all i: SeqIdx | list/rest[s][i] = s[i.(list/ord/next)]
  list/butlast[s] = s - list/lastIdx[s] -> list/last[s]
  list/isSeq[list/rest[s]]
  list/isSeq[list/butlast[s]]
} for 3 expect 0

check one_more {
  all e: E {
    no list/afterLastIdx[s] implies list/add[s, e] = s
    some list/afterLastIdx[s] implies {
      list/butlast[list/add[s, e]] = s
      list/last[list/add[s, e]] = e
    }
  }
} for 3 expect 0

check one_other {
  all e: E, i: list/inds[s] {
    list/setAt[s, i, e][i] = e
    all j: SeqIdx - i | list/setAt[s, i, e][j] = s[j]
  }
} for 3 expect 0

check put_in_and_taken_out {
  all e: E, i: list/inds[s] + list/afterLastIdx[s] | let longer = list/insert[s, i, e] {
    list/isSeq[longer]
    longer[i] = e
    some list/afterLastIdx[s] implies list/delete[longer, i] = s
    no list/afterLastIdx[s] implies list/delete[longer, i] = list/butlast[s]
  }
} for 3 expect 0

check taken_out {
  all i: list/inds[s] | let shorter = list/delete[s, i] {
    list/isSeq[shorter]
    all j: list/ord/prevs[i] | shorter[j] = s[j]
    all j: i + list/ord/nexts[i] | shorter[j] = s[j.(list/ord/next)]
  }
} for 3 expect 0

check joined {
  not list/isEmpty[s] implies {
    all i: list/inds[s] | list/append[s, t][i] = s[i]
    all i: SeqIdx - list/inds[s], j: SeqIdx |
      place[i] = plus[#list/inds[s], place[j]] implies list/append[s, t][i] = t[j]
    list/isSeq[list/append[s, t]]
  }
} for 3 expect 0

-- Known of Alloy's definition, and kept: after an empty sequence the first index stays free.
check joined_to_nothing {
  list/isEmpty[s] implies all i: SeqIdx | list/append[s, t][i] = t[i.(list/ord/prev)]
} for 3 expect 0

check cut {
  all i, j: list/inds[s] | list/ord/lte[i, j] implies let part = list/subseq[s, i, j] {
    list/isSeq[part]
    list/first[part] = s[i]
    list/last[part] = s[j]
    plus[#part, place[i]] = plus[place[j], 1]
    all k: SeqIdx, l: SeqIdx |
      place[l] = plus[place[k], place[i]] and list/ord/lte[l, j] implies part[k] = s[l]
  }
} for 3 expect 0

run a_long_one { #s = 3 and not list/hasDups[s] } for 3 expect 1
run a_joined_one { some t and #s = 1 and #list/append[s, t] = 3 } for 3 expect 1
run a_gap { not list/isSeq[Raw.any] and Raw.any in SeqIdx -> lone E } for 3 expect 1
check delete_keeps_elements {
  all i: list/inds[s] | list/elems[list/delete[s, i]] = list/elems[s]
} for 3 expect 1
check insert_grows { all i: list/inds[s], e: E | #list/insert[s, i, e] > #s } for 3 expect 1
check rest_is_butlast { list/rest[s] = list/butlast[s] } for 3 expect 1
run longer_than_the_indices { #s > 3 } for 3 expect 0
