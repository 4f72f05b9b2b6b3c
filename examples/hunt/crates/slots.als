-- A slot map: each value that is inserted gets a key. A key whose value is removed never leads to a value again.
var sig Key {}
one sig Slots {
  var live: set Key, -- those that lead to their own value
  var listed: set Key -- those that it lists
}

fact init { no Key }

pred insert {
  some k: Key' - Key {
    Key' = Key + k
    Slots.live' = Slots.live + k
  }
}

-- A slab may give a key again that leads to no value.
pred insertAgain {
  some k: Key' - Slots.live {
    Key' = Key + k
    Slots.live' = Slots.live + k
  }
}

pred remove[k: Key, result: lone Key] {
  result = k & Slots.live
  Slots.live' = Slots.live - k
  Key' = Key
}

-- Removes all others.
pred retain[k: Key] {
  Slots.live' = Slots.live & k
  Key' = Key
}

pred clear { no Slots.live' and Key' = Key }

fact steps { always (insert or insertAgain or clear or some k: Key | remove[k, k & Slots.live] or retain[k]) }

fact list { always Slots.listed = Slots.live }

run behaviours {} for 5 Key, 6 steps
