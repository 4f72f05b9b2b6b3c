-- A map from keys to numbers, as a list of entries; keys are ordered, and marked or not.
open util/ordering[Key]

sig Key {}
sig Spare in Key {}
sig Table { first: lone Entry, index: Key -> lone Entry, seen: set Key }
sig Entry { key: Key, value: Int, after_it: lone Entry }

pred lookup_pre[t: Table, k: Key] {
  Entry = t.first.*after_it
  all e: Entry | e not in e.^after_it and t.index[e.key] = e
  all disj d, e: Entry | d.key != e.key
  t.seen = Entry.key
  Spare = Key - t.seen
}

pred lookup_post[t: Table, k: Key, result: lone Int] { result = t.index[k].value }

run lookup_pre for exactly 1 Table, 2 Entry, exactly 3 Key, 0..2 Int
