-- A document and its history: the states that undo and redo lead to, and the place of the present one. An edit cuts off what
-- was undone. Where libraries may choose, the choice is open.
enum Way { Undo, Redo }
enum Call { Typing, Moving, Other }
sig State {}
one sig History {
  var now: State,
  var line: seq State,
  var at: Int,
  var can: set Way, -- what it says
  var saved: lone Int, -- the place at which there is nothing to save, if the library says so
  var room: Int, -- so many steps can be undone at most
  var depth: Int, -- groups that are open
  var began: lone State, -- in which state the outermost one began
  var last: Call,
  var latest: lone State -- before edits that are no steps
}

fact init {
  History.line = 0->History.now and History.at = 0 and History.depth = 0 and no History.began and History.last = Other and no History.latest
}

fact told {
  always (History.depth = 0 implies {
    Undo in History.can iff History.at > 0
    Redo in History.can iff History.at < History.line.lastIdx
  })
}

-- How it goes on: nothing differs but what is said.
pred ways[next: Int->State, place: Int] { History.line' = next and History.at' = place }
pred stays { ways[History.line, History.at] and saved' = saved }
pred groups[groups: Int, first: lone State, call: Call] {
  History.depth' = groups and History.began' = first and History.last' = call and room' = room and no History.latest'
}
pred alone[call: Call] { History.depth = 0 and groups[0, none, call] }

fun kept: Int->State { { i: Int, s: History.line[i] | i <= History.at } }

-- A step from one state to another one.
pred step[was, s: State] {
  History.now' = s
  let next = kept ++ History.at->was ++ plus[History.at, 1]->s, over = minus[#next, plus[History.room, 1]] | cut[next, over > 0 implies over else 0]
}
-- The oldest states are dropped, so many of them; the last one is the present one.
pred cut[next: Int->State, dropped: Int] {
  ways[{ i: Int, s: next[plus[i, dropped]] | i >= 0 }, minus[plus[History.at, 1], dropped]]
  History.saved' = past[dropped]
}
-- Where the saved state is in the past then.
fun past[dropped: Int]: set Int { { i: Int | some s: History.saved | s <= History.at and i = minus[s, dropped] and i >= 0 } }

-- The state that is left, though edits that are no steps may have come after it.
pred left[s: State] { s in History.now + History.line[History.at] + History.latest }

pred edit[s: State] {
  s != History.now
  History.depth = 0 implies alone[Other] and some was: State | left[was] and step[was, s]
  History.depth > 0 implies stays and History.now' = s and groups[History.depth, History.began, Other]
}

-- An edit that joins the one before it, if that has the same key.
pred type[s: State] {
  s != History.now and alone[Typing]
  History.last = Typing implies joins[s]
  History.last = Moving implies joins[s] or step[History.now, s]
  History.last = Other implies step[History.now, s]
}
pred joins[s: State] { History.now' = s and ways[kept ++ History.at->s, History.at] and History.saved' = { i: past[0] | i < History.at } }

-- An edit that joins the last step, if there is one; or is a step, as the library chooses.
pred stage[s: State] {
  s != History.now and alone[Other]
  History.at > 0 implies joins[s]
  History.at = 0 implies step[History.now, s]
}
pred record[s: State] {
  s != History.now and alone[Other] and History.now' = s
  History.at = 0 implies step[History.now, s]
  History.at > 0 implies step[History.now, s] or joins[s]
}

-- An edit that is no step. Undo and redo may lead back to it, or to the one before it.
pred quiet[s: State] {
  s != History.now and History.now' = s and saved' = saved and depth' = depth and began' = began and room' = room and History.last' = Other
  History.latest' = (some History.latest => History.latest else History.now)
  ways[History.line, History.at] or ways[History.line ++ History.at->s, History.at]
}

pred undo { History.last' = Moving and goes[minus[History.at, 1]] }
pred redo { History.last' = Moving and goes[plus[History.at, 1]] }
pred jump[n: Int] { History.last' = Moving and n in History.line.inds - History.at and goes[n] }
pred goes[to: Int] {
  alone[Moving]
  to not in History.line.inds implies stays and now' = now
  to in History.line.inds implies some was: State {
    left[was] and ways[History.line ++ History.at->was, to] and History.now' = History.line[to] and saved' = saved
  }
}

pred save { alone[Other] and now' = now and ways[History.line, History.at] and History.saved' = History.at }

pred clear { alone[Other] and now' = now and ways[0->History.now, 0] and History.saved' in 0 }

-- What is too much goes, from either end: now, or with the next step.
pred limit[n: Int] {
  n > 0 and n != History.room and History.room' = n and now' = now
  History.depth = 0 and History.depth' = 0 and no History.began' and History.last' = Other and no History.latest'
  some first, final: History.line.inds {
    first <= History.at and History.at <= final
    minus[final, first] <= n or first = 0 and final = History.line.lastIdx
    ways[{ i: Int, s: History.line[plus[i, first]] | i >= 0 and i <= minus[final, first] }, minus[History.at, first]]
    History.saved' = { i: Int | some s: History.saved | s <= final and i = minus[s, first] and i >= 0 }
  }
}

pred begin {
  now' = now and stays
  groups[plus[History.depth, 1], History.depth = 0 implies History.now else History.began, Other]
}

pred end {
  History.depth > 1 implies now' = now and stays and groups[minus[History.depth, 1], History.began, Other]
  History.depth = 1 implies groups[0, none, Other] and closes
  History.depth > 0
}
-- A group is one step. One in which nothing has changed in the end may be none.
pred closes {
  step[History.began, History.now] or
    History.began = History.now and now' = now and (stays or ways[kept, History.at] and History.saved' = past[0])
}

-- The group is given up, and so are its edits.
pred cancel { History.depth = 1 and groups[0, none, Other] and History.now' = History.began and stays }

-- An exception leaves all groups: they end, or they are given up.
pred escape { History.depth > 0 and groups[0, none, Other] and (closes or History.now' = History.began and stays) }

pred basic { undo or redo or some s: State | edit[s] }
pred unlimited { History.room = 5 and no History.saved }
pred rooms { History.room in 1 + 2 and no History.saved }

run plain { unlimited and always basic } for exactly 3 State, -1..6 Int, 6 seq, 6 steps
run limited { rooms and always basic } for exactly 3 State, -1..6 Int, 6 seq, 6 steps
run resized { unlimited and always (basic or limit[1]) } for exactly 3 State, -1..6 Int, 6 seq, 6 steps
run jumping { unlimited and always (basic or clear or some n: Int | jump[n]) } for exactly 3 State, -1..6 Int, 6 seq, 5 steps
run keyed { unlimited and always (basic or clear or some s: State | type[s]) } for exactly 3 State, -1..6 Int, 6 seq, 5 steps
run staged { unlimited and always (basic or some s: State | stage[s]) } for exactly 3 State, -1..6 Int, 6 seq, 5 steps
run recorded { unlimited and always (basic or some s: State | record[s]) } for exactly 3 State, -1..6 Int, 6 seq, 5 steps
run quietly { unlimited and always (basic or some s: State | quiet[s]) } for exactly 3 State, -1..6 Int, 6 seq, 5 steps
run grouped { unlimited and always (basic or begin or end) } for exactly 3 State, -1..6 Int, 6 seq, 6 steps
-- For libraries whose groups may not be nested.
run single { unlimited and always (basic or begin or end) and always History.depth < 2 } for exactly 3 State, -1..6 Int, 6 seq, 6 steps
run grouped_limited { rooms and always (basic or begin or end) } for exactly 3 State, -1..6 Int, 6 seq, 5 steps
run cancelled { unlimited and always (basic or begin or end or cancel) } for exactly 3 State, -1..6 Int, 6 seq, 5 steps
run single_cancelled { unlimited and always (basic or begin or end or cancel) and always History.depth < 2 } for exactly 3 State, -1..6 Int, 6 seq, 5 steps
run escaped { unlimited and always (basic or begin or end or escape) } for exactly 3 State, -1..6 Int, 6 seq, 5 steps
run saving { History.room in 2 + 5 and History.saved = 0 and always (basic or save or clear) } for exactly 3 State, -1..6 Int, 6 seq, 5 steps
