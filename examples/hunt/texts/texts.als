-- A text of several replicas: each is written in by itself, and gets from others what it lacks.
--
-- Where a new character stands among those that its writer had not seen is for the library to choose. But two characters
-- stand in one order wherever both are seen, now and later: the strong list specification of H. Attiya, S. Burckhardt,
-- A. Gotsman, A. Morrison, H. Yang, M. Zawirski, Specification and complexity of collaborative text editing (2016).
--
-- Sequences of 1, 2, … calls of 3 replicas: 1 5 37 375 4681 68739, counted by another program (tests/protocols).
var sig Char {}
-- `gone`: the deletions that a replica knows, each with the replica that made it.
sig Replica { var text: seq Char, var gone: Char -> Replica }

fun seen[r: Replica]: set Char { Int.(r.text) }
fun known[r: Replica]: set Char { seen[r] + r.gone.Replica }

fact start { no Char and no gone }
fact steps {
  always some r: Replica {
    (some behind: lone Char | insert[r, behind]) or (some c: Char | delete[r, c]) or some from: Replica | sync[r, from]
  }
}

-- A character is written right behind another one, or at the beginning.
pred insert[r: Replica, behind: lone Char] {
  behind in seen[r]
  some c: Char' - Char {
    Char' = Char + c
    no behind implies r.text' = r.text.insert[0, c]
    some behind implies r.text' = r.text.insert[plus[r.text.idxOf[behind], 1], c]
  }
  all other: Replica - r | other.text' = other.text
  gone' = gone
}

pred delete[r: Replica, c: Char] {
  c in seen[r]
  r.text' = r.text.delete[r.text.idxOf[c]]
  all other: Replica - r | other.text' = other.text
  gone' = gone + r->c->r
  Char' = Char
}

-- A replica gets all that another one knows, which is more than it knows itself.
pred sync[r, from: Replica] {
  known[from] not in known[r] or from.gone not in r.gone
  r.gone' = r.gone + from.gone
  seen[r]' = seen[r] + seen[from] - r.(gone').Replica
  #(r.text') = #(seen[r]')
  all other: Replica - r | other.text' = other.text and other.gone' = other.gone
  Char' = Char
}

fact agree {
  always all disj r, s: Replica, disj a, b: seen[r] & seen[s] |
    r.text.idxOf[a] < r.text.idxOf[b] iff s.text.idxOf[a] < s.text.idxOf[b]
}
fact stay {
  always all r: Replica, disj a, b: seen[r] |
    r.text.idxOf[a] < r.text.idxOf[b] and a + b in seen[r]' implies r.(text').idxOf[a] < r.(text').idxOf[b]
}

run behaviours {} for exactly 3 Replica, 4 Char, 4 seq, 5 steps
-- The same without `delete`, of up to four characters.
run writing { always gone' = gone } for exactly 3 Replica, 4 Char, 4 seq, 8 steps
