-- All sequences of calls: a history of steps that can be undone and done again.

sig Step {}
one sig History { var past, future: seq Step }   -- the last one is next

fact start { no past and no future }

-- The calls, each with what it changes and returns.
pred perform[s: Step] {
  History.past' = History.past.add[s]
  no History.future'
}
pred undo[result: Step] {
  result = History.past.last
  History.past' = History.past.butlast
  History.future' = History.future.add[result]
}
pred redo[result: Step] {
  result = History.future.last
  History.past' = History.past.add[result]
  History.future' = History.future.butlast
}

-- Calls that must throw, and leave everything as it is.
pred undo_throws { no History.past }
pred redo_throws { no History.future }

fact moves { always some s: Step | perform[s] or undo[s] or redo[s] }

-- How long: all sequences of up to five calls. The sequences of the state need as much room.
run behaviours {} for exactly 2 Step, 5 seq, 0..5 Int, 6 steps
