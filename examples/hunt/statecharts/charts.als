-- Statecharts by the rules of SCXML: https://www.w3.org/TR/scxml, section 3.13 and appendix D.
abstract sig State {
  next: lone State,       -- the sibling after it, in document order
  on: Event -> lone State -- its transitions
}
sig Event {}
sig Simple extends State {}
abstract sig Composite extends State { first: State }
sig Compound, Parallel extends Composite {} -- the first child of a compound state is its initial one
abstract sig History extends State {}
sig Shallow, Deep extends History {}
one sig Root extends Composite { begin: Step }

-- The chart is started, and then gets events. The program says what each did.
sig Step {
  event: lone Event,
  then: lone Step,
  active: set State,
  exited, entered: seq State
}

fun child: State -> State { first.*next }
fun inside: State -> State { ^child }
-- s->t if s comes before t in the document.
fun earlier: State -> State { inside + *(~child).^next.*child }

pred chart {
  State = Root.*(first + next)
  no Root.next and no first & next and no (first + next).Root and all s: State - Root | one (first + next).s
  no History.next and no Composite.first & History and no Root.child & History
  all p: Parallel | some p.first.next - History
  no (Root + History).on and Root not in Event.(State.on)
  Event in State.on.State
}

pred steps {
  Step = Root.begin.*then and no then.(Root.begin) and no Root.begin.event
  all s: Step - Root.begin | one s.event and one then.s
  no active and no exited and no entered
}

-- What a history state has kept after this step.
fun kept[h: History, s: Step]: set State {
  let left = { t: s.*(~then) | child.h in t.exited.elems }, was = then.(left - left.^(~then)).active |
  h in Deep => was & (child.h).inside & Simple else was & (child.h).child
}
fun fallback[h: History]: set State { let p = child.h | p in Parallel => p.child - History else p.first }
fun targets[t: State, s: Step]: set State {
  t in History => (some kept[t, s] => kept[t, s] else fallback[t]) else t
}

-- The innermost compound state, or the root, that has all of these states inside.
fun domain[s: set State]: set State {
  let around = { c: Compound + Root | s in c.inside } | { c: around | no c.inside & around }
}
-- What the transition of t leaves in step s, and where it goes.
fun leaves[t: State, s: Step]: set State { (then.s).active & domain[t + targets[t.on[s.event], then.s]].inside }
fun goes_to[t: State, s: Step]: set State {
  completed[between[domain[t + targets[t.on[s.event], then.s]], targets[t.on[s.event], s]]]
}
fun between[outer, targets_: set State]: set State { targets_ + { x: outer.inside | some x.inside & targets_ } }
-- These, and what is entered with them because nothing else is said.
fun completed[core: set State]: set State {
  core.*({ p: Parallel, c: p.child - History } + { c: Compound + Root, f: c.first | no c.child & core })
}

-- The innermost transitions of the active states.
fun enabled[s: Step]: set State {
  let on_ = on.State.(s.event), was = (then.s).active |
  { t: was & on_ | some a: t.*child & was & Simple | no t.inside & a.*(~child) & on_ }
}
-- Of two that leave the same state, the inner one wins, else the earlier one.
fun chosen[s: Step]: set State {
  { t: enabled[s] | no u: enabled[s] - t |
    some leaves[t, s] & leaves[u, s] and (u in t.inside or t not in u.inside and u in earlier.t) }
}

pred exits { all s: Step - Root.begin | s.exited.elems = { x: State | some t: chosen[s] | x in leaves[t, s] } }
pred enters {
  Root.begin.entered.elems = completed[Root] - Root and no Root.begin.exited
  all s: Step - Root.begin | s.entered.elems = { x: State | some t: chosen[s] | x in goes_to[t, s] }
}
pred activates { all s: Step | s.active = then.s.active - s.exited.elems + s.entered.elems }
pred orders {
  all s: Step, i: s.entered.inds - 0 | s.entered[minus[i, 1]]->s.entered[i] in earlier
  all s: Step, i: s.exited.inds - 0 | s.exited[i]->s.exited[minus[i, 1]] in earlier
}

pred right { exits and enters and activates and orders }
pred nested_post { after right }
pred parallel_post { after right }
pred crossing_post { after right }
pred history_post { after right }
pred regions_post { after right }

-- No transition goes from one region of a parallel state to another, or to its own region.
pred apart { all p: Parallel, r, to: p.child | no r.*child.on[Event] & to.*child - r.child.*child + (r.on[Event] & r.*child) }

pred nested_pre { chart and steps and no Parallel + History and #on <= 3 }
pred parallel_pre { chart and steps and some Parallel and no History and #on <= 2 and apart }
pred crossing_pre { chart and steps and some Parallel and no History and #on <= 2 and not apart }
pred history_pre { chart and steps and one History and no Parallel and some on.History and #on <= 3 }

-- A parallel state with two compound regions that have two states each; one of them has a history.
pred regions_pre {
  chart and steps and one History and Root.child = Parallel and one Parallel
  Compound = Parallel.child and #on <= 3 and one on.History and apart
  all c: Compound | one c.first.next and c.first.on[Event] = c.first.next
}
run nested_pre for 5 State, 1 Event, exactly 3 Step, 0 seq
run parallel_pre for 6 State, 1 Event, exactly 3 Step, 0 seq
run crossing_pre for 6 State, 1 Event, exactly 3 Step, 0 seq
run history_pre for 6 State, 1 Event, exactly 4 Step, 0 seq
run regions_pre for exactly 9 State, 1 Event, exactly 3 Step, 0 seq
