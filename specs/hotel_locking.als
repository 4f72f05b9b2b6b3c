-- Hotel locking: locks that are recoded by the cards of the next guests, without a wire to the
-- desk.
--
-- D. Jackson, Software Abstractions (2006), section 6.2, with fields that change instead of a sig
-- of times. A card has two keys, the last one of its room and a new one. A lock opens to its own
-- key; to a card with its own key as the first, it takes the second.
--
--   korrel show specs/hotel_locking.als intruder -n 1
--   korrel check specs/hotel_locking.als
--
-- Counts, one of each class, by a program of its own (tests/protocols): beginnings of 1, 2, …
-- states, 1 2 5 14 41 120; `expect N` counts infinite traces, an extension of Korrel's.
-- Known weakness: a guest who did not go to the room, and left, comes back after the next one has
-- checked in, 5 states as in the book (`intruder`). It is safe if each guest goes there at once.

sig Key {}
sig Room { var lock: Key }
sig Guest { var cards: Key -> Key }
one sig Desk { var last: Room -> one Key, var occupant: Room -> lone Guest }
var sig Issued in Key {}

fact start {
  lock in Room lone -> Key
  Desk.last = lock and Issued = Room.lock
  no cards and no occupant
}
fact moves {
  always (stutter or some g: Guest, r: Room | checkOut[g, r] or some k: Key | checkIn[g, r, k] or enter[g, r, k])
}

-- The card has the room's last key and a new one.
pred checkIn[g: Guest, r: Room, k: Key] {
  no Desk.occupant[r]
  k not in Issued
  cards' = cards + g->Desk.last[r]->k
  Desk.last' = Desk.last ++ r->k
  occupant' = occupant + Desk->r->g
  Issued' = Issued + k
  lock' = lock
}
-- The lock knows the new key, or knows the old one and takes the new one instead.
pred enter[g: Guest, r: Room, k: Key] {
  k in g.cards[Key] and (k = r.lock or r.lock->k in g.cards)
  lock' = lock ++ r->k
  cards' = cards and last' = last and occupant' = occupant and Issued' = Issued
}
pred checkOut[g: Guest, r: Room] {
  r->g in Desk.occupant
  occupant' = occupant - Desk->r->g
  cards' = cards and last' = last and Issued' = Issued and lock' = lock
}
pred stutter { cards' = cards and last' = last and occupant' = occupant and Issued' = Issued and lock' = lock }

-- Who checks in goes to the room at once.
pred no_intervening[] {
  always all g: Guest, r: Room, k: Key | checkIn[g, r, k] implies after enter[g, r, k]
}
pred only_occupants[] {
  always all g: Guest, r: Room, k: Key | enter[g, r, k] implies no Desk.occupant[r] or g in Desk.occupant[r]
}

runs:  run {} for exactly 1 Room, exactly 2 Guest, exactly 3 Key, 4 steps expect 14
moves: run { always not stutter } for exactly 1 Room, exactly 2 Guest, exactly 3 Key, 5 steps
safe:       check { no_intervening implies only_occupants } for 2 Room, 2 Guest, 4 Key, 6 steps
intruder:   check { only_occupants } for 2 Room, 2 Guest, 4 Key, 5 steps expect 1
intruder_4: check { only_occupants } for 2 Room, 2 Guest, 4 Key, 4 steps
