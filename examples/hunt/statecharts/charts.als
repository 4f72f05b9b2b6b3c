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

pred walk {
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
pred starts { Root.begin.entered.elems = completed[Root] - Root and no Root.begin.exited }
pred enters {
  starts
  all s: Step - Root.begin | s.entered.elems = { x: State | some t: chosen[s] | x in goes_to[t, s] }
}
pred activates { all s: Step | s.active = then.s.active - s.exited.elems + s.entered.elems }
pred orders {
  all s: Step, i: s.entered.inds - 0 | s.entered[minus[i, 1]]->s.entered[i] in earlier
  all s: Step, i: s.exited.inds - 0 | s.exited[i]->s.exited[minus[i, 1]] in earlier
}

pred right { exits and enters and activates and orders }

-- What remains of the order where a library has another one: no state is entered or left twice, and what is around it is
-- entered before it, and left after it.
pred nests { all s: Step | nests_in[s] }
pred nests_in[s: Step] {
  all disj i, j: s.entered.inds | s.entered[i] != s.entered[j] and (s.entered[j] in s.entered[i].inside => i < j)
  all disj i, j: s.exited.inds | s.exited[i] != s.exited[j] and (s.exited[j] in s.exited[i].inside => i > j)
}

-- Local transitions, as pytransitions has them: the innermost active state around the target stays, and the other regions.
fun around[to: State, was: set State]: set State {
  let all_around = { c: Composite & was + Root | to in c.inside } | { c: all_around | no c.inside & all_around }
}
fun leaves_locally[to: State, was: set State]: set State {
  let a = around[to, was] | was & (a in Parallel => { r: a.child | to in r.*child }.*child else a.inside)
}
fun enters_locally[to: State, was: set State]: set State { completed[between[around[to, was], to]] }
pred does[s: Step, left, new: set State] { s.exited.elems = left and s.entered.elems = new }

pred local_right {
  starts and activates and nests
  all s: Step - Root.begin | let was = then.s.active, to = enabled[s].on[s.event] |
    does[s, { x: State | some to and x in leaves_locally[to, was] }, { x: State | some to and x in enters_locally[to, was] }]
}
-- Two may be taken: both, one after the other, if the first one does not leave the second one's state; else either one.
pred local_regions_right {
  starts and Root.begin.active = Root.begin.entered.elems
  all s: Step - Root.begin | let may = { t: enabled[s] | no t.inside & enabled[s] } |
    no may and nothing[s] or some t: may | one may and alone[t, s] or some u: may - t | apart_or_in_turn[t, u, s]
}
pred nothing[s: Step] { does[s, none, none] and s.active = then.s.active }
pred alone[t: State, s: Step] {
  let was = then.s.active, left = leaves_locally[t.on[s.event], was], new = enters_locally[t.on[s.event], was] |
    does[s, left, new] and s.active = was - left + new and nests_in[s]
}
pred apart_or_in_turn[t, u: State, s: Step] {
  let was = then.s.active, left = leaves_locally[t.on[s.event], was], new = enters_locally[t.on[s.event], was] |
    u in left and alone[t, s] or u not in left and (
      let mid = was - left + new, more = leaves_locally[u.on[s.event], mid], then_new = enters_locally[u.on[s.event], mid] |
        does[s, left + more, new + then_new] and s.active = mid - more + then_new)
}
pred nested_post { after right }
pred parallel_post { after right }
pred crossing_post { after right }
pred history_post { after right }
pred regions_post { after right }
-- Whatever a transition leaves: a parallel state is in all of its regions, and no state is entered that is active.
pred whole {
  all s: Step, p: Parallel & s.active | p.child - History in s.active
  all s: Step - Root.begin | no s.entered.elems & (then.s.active - s.exited.elems)
}
pred whole_post { after (whole and activates and nests) }
pred unordered_post { after (exits and enters and activates and nests) }
pred local_post { after local_right }
pred local_regions_post { after local_regions_right }

-- No transition goes from one region of a parallel state to another, or to its own region.
pred apart { all p: Parallel, r, to: p.child | no r.*child.on[Event] & to.*child - r.child.*child + (r.on[Event] & r.*child) }

pred nested_pre { chart and walk and no Parallel + History and #on <= 3 }
pred parallel_pre { chart and walk and some Parallel and no History and #on <= 2 and apart }
pred crossing_pre { chart and walk and some Parallel and no History and #on <= 2 and not apart }
pred history_pre { chart and walk and one History and no Parallel and some on.History and #on <= 3 }
pred whole_pre { chart and walk and some Parallel and no History and #on <= 2 }
pred unordered_pre { parallel_pre }
pred local_pre { nested_pre }
pred local_regions_pre { parallel_pre and all p: Parallel | no (State - p.*child).on[Event] & p.inside }

-- A parallel state with two compound regions that have two states each; one of them has a history.
pred regions_pre {
  chart and walk and one History and Root.child = Parallel and one Parallel
  Compound = Parallel.child and #on <= 3 and one on.History and apart
  all c: Compound | one c.first.next and c.first.on[Event] = c.first.next
}
run nested_pre for 5 State, 1 Event, exactly 3 Step, 0 seq
run parallel_pre for 6 State, 1 Event, exactly 3 Step, 0 seq
run crossing_pre for 6 State, 1 Event, exactly 3 Step, 0 seq
run whole_pre for 5 State, 1 Event, exactly 3 Step, 0 seq
run unordered_pre for 6 State, 1 Event, exactly 3 Step, 0 seq
run local_pre for 5 State, 1 Event, exactly 3 Step, 0 seq
run local_regions_pre for 6 State, 1 Event, exactly 3 Step, 0 seq
run history_pre for 6 State, 1 Event, exactly 4 Step, 0 seq
run regions_pre for exactly 9 State, 1 Event, exactly 3 Step, 0 seq
