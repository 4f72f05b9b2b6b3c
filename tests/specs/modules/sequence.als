-- What util/sequence means. The laws look at an atom's elements through seqElems and the order of
-- SeqIdx; `place` numbers the indices from 0.

open util/sequence[E] as list

sig E {}

fun place [i: SeqIdx]: Int { Int[#list/ord/prevs[i]] }

check no_gaps {
  all s: Seq, i: list/inds[s] | list/ord/prevs[i] in list/inds[s]
  all s: Seq, i: SeqIdx | lone i.(s.seqElems)
} for 3 expect 0

check one_atom_each {
  all disj s, t: Seq | some i: SeqIdx | list/at[s, i] != list/at[t, i]
} for 3 expect 0

check elements {
  all s: Seq {
    list/inds[s] = { i: SeqIdx | some list/at[s, i] }
    list/elems[s] = { e: E | some i: SeqIdx | e = list/at[s, i] }
    list/isEmpty[s] iff no s.seqElems
    list/hasDups[s] iff some disj i, j: list/inds[s] | list/at[s, i] = list/at[s, j]
  }
} for 3 expect 0

check ends {
  all s: Seq {
    list/isEmpty[s] implies (no list/first[s] and no list/last[s] and no list/lastIdx[s])
    not list/isEmpty[s] implies {
      list/first[s] = list/at[s, list/firstIdx]
      list/last[s] = list/at[s, list/lastIdx[s]]
      list/lastIdx[s] in list/inds[s]
      no list/ord/nexts[list/lastIdx[s]] & list/inds[s]
    }
    no list/afterLastIdx[s] iff list/finalIdx in list/inds[s]
    some list/afterLastIdx[s] implies list/inds[s] = list/ord/prevs[list/afterLastIdx[s]]
  }
} for 3 expect 0

check occurrences {
  all s: Seq, e: E {
    list/indsOf[s, e] = { i: SeqIdx | list/at[s, i] = e }
    some list/idxOf[s, e] iff e in list/elems[s]
    list/idxOf[s, e] = list/ord/min[list/indsOf[s, e]]
    list/lastIdxOf[s, e] = list/ord/max[list/indsOf[s, e]]
  }
} for 3 expect 0

check first_and_last_index {
  list/firstIdx = list/ord/first
  list/finalIdx = list/ord/last
} for 3 expect 0

check rest_drops_the_first {
  all s, r: Seq | list/rest[s, r] iff
    some s.seqElems and
    r.seqElems = { i: SeqIdx, e: E | some i.(list/ord/next) & list/indsOf[s, e] }
} for 3 but 2 E expect 0

check prefixes {
  all s, p: Seq | list/startsWith[s, p] iff p.seqElems in s.seqElems
} for 3 expect 0

check add_appends_one {
  all s, t: Seq, e: E | list/add[s, e, t] iff
    (some list/afterLastIdx[s] and t.seqElems = s.seqElems + list/afterLastIdx[s] -> e)
} for 3 expect 0

check setAt_replaces_one {
  all s, t: Seq, i: SeqIdx, e: E | list/setAt[s, i, e, t] iff
    (list/at[t, i] = e and all j: SeqIdx - i | list/at[t, j] = list/at[s, j])
} for 3 but 2 Seq expect 0

check insert_shifts {
  all s, t: Seq, i: SeqIdx, e: E | list/insert[s, i, e, t] implies {
    list/at[t, i] = e
    all j: list/inds[s] | list/ord/lt[j, i]
      implies list/at[t, j] = list/at[s, j]
      else list/at[t, j.(list/ord/next)] = list/at[s, j]
    #t.seqElems = plus[#s.seqElems, 1]
  }
} for 3 but 2 Seq expect 0

check copy_places_all {
  all s, t: Seq, i: SeqIdx | list/copy[s, t, i] iff
    all j: list/inds[s] | some k: SeqIdx |
      place[k] = plus[place[i], place[j]] and list/at[t, k] = list/at[s, j]
} for 3 but 2 Seq expect 0

check append_joins {
  all s, t, u: Seq | list/append[s, t, u] implies {
    list/startsWith[u, s]
    list/elems[u] = list/elems[s] + list/elems[t]
    #u.seqElems = plus[#s.seqElems, #t.seqElems]
    list/isEmpty[s] implies u = t
    list/isEmpty[t] implies u = s
  }
} for 3 expect 0

check subseq_cuts {
  all s, t: Seq, i, j: SeqIdx | list/subseq[s, t, i, j] implies {
    i + j in list/inds[s]
    list/ord/lte[i, j]
    list/first[t] = list/at[s, i]
    list/last[t] = list/at[s, j]
    list/elems[t] = { e: E | some k: list/indsOf[s, e] | list/ord/gte[k, i] and list/ord/lte[k, j] }
  }
} for 3 but 2 Seq expect 0

check all_without_duplicates {
  list/noDuplicates iff all s: Seq | not list/hasDups[s]
} for 2 expect 0

-- Over 2 elements, 2 indices: 1 + 2 + 4 sequences, of which 2 repeat an element.
run all_seven { list/allExist } for exactly 7 Seq, exactly 2 E, exactly 2 SeqIdx expect 1
run not_in_six { list/allExist } for exactly 6 Seq, exactly 2 E, exactly 2 SeqIdx expect 0
run no_eighth {} for exactly 8 Seq, exactly 2 E, exactly 2 SeqIdx expect 0
run five_without_duplicates {
  list/allExistNoDuplicates
} for exactly 5 Seq, exactly 2 E, exactly 2 SeqIdx expect 1
run four_are_too_few {
  list/allExistNoDuplicates
} for exactly 4 Seq, exactly 2 E, exactly 2 SeqIdx expect 0
run six_have_duplicates {
  list/noDuplicates
} for exactly 6 Seq, exactly 2 E, exactly 2 SeqIdx expect 0

run a_longer_one {
  some s, t, u: Seq, e: E | list/add[s, e, t] and list/rest[t, u] and some u.seqElems
} for 3 expect 1
run a_joined_one {
  some disj s, t, u: Seq | list/append[s, t, u] and not list/isEmpty[s]
} for 3 expect 1
run an_inserted_one {
  some s, t: Seq, e: E {
    list/insert[s, list/firstIdx, e, t]
    list/first[s] != e
    some s.seqElems
  }
} for 3 expect 1
run a_part {
  some s, t: Seq | s != t and list/subseq[s, t, list/ord/next[list/firstIdx], list/finalIdx]
} for 3 expect 1
run a_set_one { some disj s, t: Seq, e: E | list/setAt[s, list/finalIdx, e, t] } for 3 expect 1
run a_copy {
  some disj s, t: Seq | list/copy[s, t, list/finalIdx] and some s.seqElems
} for 3 expect 1
run add_to_a_full_one {
  some s, t: Seq, e: E | list/add[s, e, t] and list/finalIdx in list/inds[s]
} for 3 expect 0
run insert_into_a_full_one {
  some s, t: Seq, e: E | list/insert[s, list/finalIdx, e, t] and list/finalIdx in list/inds[s]
} for 3 expect 0
check no_duplicates { list/noDuplicates } for 2 expect 1
check all_start_alike { all s, t: Seq | list/startsWith[s, t] } for 2 expect 1
