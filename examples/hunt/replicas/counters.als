-- A counter that three replicas have: its value is the sum of the steps that a replica has seen, each counted once.
var sig Step {}
-- `value` is the library's word. The driver keeps the steps that a replica has seen.
sig Replica { var value: one Int, var ups, downs: set Step }

fact start { no Step and no ups and no downs }
fact steps { always ((some r: Replica | up[r] or down[r]) or some disj r, from: Replica | sync[r, from]) }
fact counted { always all r: Replica | r.value = minus[#r.ups, #r.downs] }

pred up[r: Replica] {
  some s: Step' - Step | Step' = Step + s and ups' = ups + r->s
  downs' = downs
}

pred down[r: Replica] {
  some s: Step' - Step | Step' = Step + s and downs' = downs + r->s
  ups' = ups
}

-- A replica merges another one, which may have nothing new and stays as it is.
pred sync[r, from: Replica] {
  ups' = ups + r->(from.ups)
  downs' = downs + r->(from.downs)
  Step' = Step
}

run both {} for exactly 3 Replica, 4 Step, 4 Int, 5 steps
-- A counter that only grows.
run growing { always no downs } for exactly 3 Replica, 4 Step, 4 Int, 5 steps
