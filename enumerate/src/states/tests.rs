//! Graphs of protocols, by closed formulas and beside the listing of behaviours.

use std::collections::BTreeSet;

use korrel_lang::evaluate::trace_violation;
use korrel_lang::instance::Instance;
use korrel_lang::load::no_files;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;

use super::{CoverGoal, StateGraph, StateSystem, Transitions, Visit, VisitedState, cover};
use crate::heap::{Keys, Schema, concretize, step_of};
use crate::problem::{Meaning, Problem};
use crate::search::strategy::Strategy;
use crate::{Instances, Next};

/// Philosophers take the left fork, then the right one, and put down both.
pub(super) const PHILOSOPHERS: &str = "
    sig P { next: one P }
    var sig L, R in P {}
    fact ring { all p: P | P in p.^next }
    pred left[p: P] { p not in L and p.~next not in R and L' = L + p and R' = R }
    pred right[p: P] { p in L - R and p.next not in L and R' = R + p and L' = L }
    pred down[p: P] { p in L & R and L' = L - p and R' = R - p }
    fact { no L + R and always { some p: P | left[p] or right[p] or down[p] } }
    assert fork { always no R.next & L }
    assert eats { always no L & R }
    run {} for exactly 3 P
    check fork for exactly 3 P
    check eats for exactly 3 P";

/// A token goes around a ring, and serves the processes that wait.
pub(super) const RING: &str = "
    sig P { next: one P }
    one sig Token { var at: one P }
    var sig Waiting in P {}
    fact ring { all p: P | P in p.^next }
    pred asks[p: P] { p not in Waiting and Waiting' = Waiting + p and at' = at }
    pred served { Token.at in Waiting and Waiting' = Waiting - Token.at and at' = at }
    pred passes { Token.at not in Waiting and Waiting' = Waiting and Token.at' = Token.at.next }
    fact { no Waiting and always { served or passes or (some p: P | asks[p]) } }
    run {} for exactly 4 P";

/// Two-phase commit (Lamport's TwoPhase): `Offered` are those that have sent that they are prepared, `Heard`
/// those that the manager has heard.
pub(super) const COMMIT: &str = "
    sig RM {}
    var sig Prepared, Committed, Aborted in RM {}
    enum Decision { Commit, Abort }
    var sig Heard, Offered in RM {}
    var sig Sent in Decision {}
    pred rest_of_rms { Prepared' = Prepared and Committed' = Committed and Aborted' = Aborted and Offered' = Offered }
    pred hears[r: RM] { no Sent and r in Offered and Heard' = Heard + r and Sent' = Sent and rest_of_rms }
    pred commits { no Sent and Heard = RM and Sent' = Commit and Heard' = Heard and rest_of_rms }
    pred aborts { no Sent and Sent' = Abort and Heard' = Heard and rest_of_rms }
    pred tm_stays { Sent' = Sent and Heard' = Heard }
    pred prepares[r: RM] {
      r not in Prepared + Committed + Aborted
      Prepared' = Prepared + r and Offered' = Offered + r and Committed' = Committed and Aborted' = Aborted
      tm_stays
    }
    pred gives_up[r: RM] {
      r not in Prepared + Committed + Aborted
      Aborted' = Aborted + r and Prepared' = Prepared and Offered' = Offered and Committed' = Committed
      tm_stays
    }
    pred obeys_commit[r: RM] {
      Commit in Sent
      Committed' = Committed + r and Prepared' = Prepared - r and Aborted' = Aborted - r and Offered' = Offered
      tm_stays
    }
    pred obeys_abort[r: RM] {
      Abort in Sent
      Aborted' = Aborted + r and Prepared' = Prepared - r and Committed' = Committed - r and Offered' = Offered
      tm_stays
    }
    fact first { no Prepared + Committed + Aborted + Heard + Offered and no Sent }
    fact moves {
      always {
        commits or aborts
        or (some r: RM | hears[r] or prepares[r] or gives_up[r] or obeys_commit[r] or obeys_abort[r])
      }
    }
    assert consistent { always not (some Committed and some Aborted) }
    assert stays { always Committed in Committed' }
    assert never { always no Committed }
    run {} for exactly 3 RM
    check consistent for exactly 3 RM
    check stays for exactly 3 RM
    check never for exactly 3 RM";

fn visited(text: &str, command: Option<&str>, scope: Option<&str>) -> Vec<VisitedState> {
    let mut spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
    let mut command = spec.command(command).expect("there is one");
    if let Some(scope) = scope {
        command = spec.with_scope(command, "--scope", scope).expect("it is one");
    }
    let system = StateSystem::new(&spec.model, &command).expect("it has states");
    let (meaning, effort) = (Meaning::default(), Effort::default());
    let mut graph = StateGraph::new(&system, None, meaning, &effort).expect("it is small");
    let mut found = Vec::new();
    loop {
        match graph.visit() {
            Visit::State(state) => found.push(state),
            Visit::Exhausted => break,
            Visit::Full | Visit::Stopped => panic!("nobody stops it"),
        }
    }
    assert_eq!(graph.states(), found.len() as u64);
    found
}

/// If it failed, graphs would be as slow as a search for each state, or other ones.
#[test]
fn next_states_are_computed_where_they_are_functions() {
    for (text, command) in [(PHILOSOPHERS, "fork"), (RING, "0"), (COMMIT, "stays")] {
        let spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
        let command = spec.command(Some(command)).expect("there is one");
        let system = StateSystem::new(&spec.model, &command).expect("it has states");
        let (meaning, effort) = (Meaning::default(), Effort::default());
        let graph = || StateGraph::new(&system, None, meaning, &effort).expect("it is small");
        let (mut computed, mut searched) = (graph(), graph().by_search());
        loop {
            let visit = computed.visit();
            assert_eq!(visit, searched.visit(), "{text}");
            if visit == Visit::Exhausted {
                break;
            }
        }
        assert_eq!((computed.searched(), searched.searched()), (0, searched.states()), "{text}");
    }
}

/// If this failed, a state's number would depend on the threads that looked at it, or on how many came together.
#[cfg(feature = "threads")]
#[test]
fn threads_find_the_same_graph() {
    let ordered = "open util/ordering[P] sig P {} var sig H in P {}
        fact { no H and always (some p: P | p in H implies H' = H - p else H' = H + p) } run {} for exactly 7 P";
    for (text, command, scope) in [
        (PHILOSOPHERS, "eats", "exactly 5 P"),
        (RING, "0", "exactly 4 P"),
        (COMMIT, "never", "exactly 3 RM"),
        (MOVING, "0", "3"),
        (ordered, "0", "exactly 7 P"),
    ] {
        let mut spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
        let command = spec.command(Some(command)).expect("there is one");
        let command = spec.with_scope(command, "--scope", scope).expect("it is one");
        let schema = Schema::of(&spec, &command).expect("no names clash");
        let system = StateSystem::new(&spec.model, &command).expect("it has states");
        let (meaning, effort) = (Meaning::default(), Effort::default());
        for (is_named, is_searched, depth) in
            [(false, false, None), (false, true, None), (true, false, Some(6))]
        {
            let graph = || {
                let graph = StateGraph::new(&system, depth, meaning, &effort);
                let mut graph = graph.expect("it is small");
                if is_named {
                    graph.name_steps(schema.actions.iter().map(|action| action.function));
                }
                if is_searched { graph.by_search() } else { graph }
            };
            let visits = |mut graph: StateGraph<'_>| {
                let mut found = Vec::new();
                while let Visit::State(state) = graph.visit() {
                    found.push(state);
                }
                (found, graph.by_depth(), graph.tally().clone())
            };
            let alone = visits(graph());
            assert!(alone.0.len() > 8, "{text}: {}", alone.0.len());
            for (threads, least) in [(2, 1), (3, 20)] {
                let together = visits(graph().in_threads_from(threads, least));
                assert!(together == alone, "{text} {threads} {least} {is_named} {is_searched}");
            }
        }
    }
}

/// Necklaces of words in which no step from a to b is forbidden, by Burnside's lemma.
fn necklaces(allowed: &[&[u64]], length: u64) -> u64 {
    let trace = |power: u64| {
        let size = allowed.len();
        let one = (0..size).map(|a| (0..size).map(|b| u64::from(a == b)).collect()).collect();
        let all: Vec<Vec<u64>> = (0..power).fold(one, |all: Vec<Vec<u64>>, _| {
            let entry = |a: usize, b: usize| (0..size).map(|c| all[a][c] * allowed[c][b]).sum();
            (0..size).map(|a| (0..size).map(|b| entry(a, b)).collect()).collect()
        });
        (0..size).map(|at| all[at][at]).sum::<u64>()
    };
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    (1..=length).map(|turn| trace(gcd(turn, length))).sum::<u64>() / length
}

/// If this failed, states would be missing, or counted once for each place at the table.
#[test]
fn philosophers_are_necklaces() {
    for length in 1..=7 {
        let scope = format!("exactly {length} P");
        let found = visited(PHILOSOPHERS, None, Some(&scope));
        // With nothing, the left fork, or both: a philosopher with both has a neighbour without the fork between them.
        let expected = necklaces(&[&[1, 1, 1], &[1, 1, 1], &[1, 0, 0]], length);
        assert_eq!(found.len() as u64, expected, "{length}");
        let dead = found.iter().filter(|state| state.next.as_deref() == Some(&[]));
        assert_eq!(dead.count(), 1, "everybody has the left fork");
    }
}

/// The token tells all places of the ring apart, so all that is left is which processes wait. Each may ask at any
/// time. The token serves or goes on.
#[test]
fn a_ring_with_a_token_has_no_symmetry_left() {
    for length in 1..=6_u32 {
        let found = visited(RING, None, Some(&format!("exactly {length} P")));
        assert_eq!(found.len(), 1 << length, "a set of places");
        let steps: usize =
            found.iter().map(|state| state.next.as_ref().expect("looked").len()).sum();
        // A process that does not wait asks, in each half of the sets. There is also one step of the token.
        let expected = (length as usize) * (1 << length) / 2 + (1 << length);
        assert_eq!(steps, expected, "{length}");
    }
}

/// A program that shares nothing with the search: a state is a multiset of managers, and the decision.
fn two_phase_commit(managers: usize) -> (Vec<usize>, usize) {
    type Manager = (char, bool, bool);
    type State = (Vec<Manager>, Option<bool>);
    fn next((managers, sent): &State) -> BTreeSet<State> {
        let mut found = BTreeSet::new();
        let mut add = |mut managers: Vec<Manager>, sent| {
            managers.sort_unstable();
            found.insert((managers, sent));
        };
        if sent.is_none() {
            add(managers.clone(), Some(false));
            if managers.iter().all(|(_, _, is_heard)| *is_heard) {
                add(managers.clone(), Some(true));
            }
        }
        for (at, &(state, offered, heard)) in managers.iter().enumerate() {
            let mut with = |manager| {
                let mut managers = managers.clone();
                managers[at] = manager;
                add(managers, *sent);
            };
            match sent {
                None if offered => with((state, offered, true)),
                None => {}
                Some(is_commit) => with((if *is_commit { 'c' } else { 'a' }, offered, heard)),
            }
            if state == 'w' {
                with(('p', true, heard));
                with(('a', offered, heard));
            }
        }
        found
    }
    let first: State = (vec![('w', false, false); managers], None);
    let (mut seen, mut level) = (BTreeSet::from([first.clone()]), vec![first]);
    let (mut by_depth, mut steps) = (Vec::new(), 0);
    while !level.is_empty() {
        by_depth.push(level.len());
        let mut deeper = Vec::new();
        for state in level {
            let next = next(&state);
            steps += next.len();
            deeper.extend(next.into_iter().filter(|state| seen.insert(state.clone())));
        }
        level = deeper;
    }
    (by_depth, steps)
}

/// If this failed, a graph would not be that of the protocol. TLC finds 288 states with three named managers: the
/// sizes of the classes of these 80 add up to that.
#[test]
fn two_phase_commit_is_what_another_program_finds() {
    for managers in 1..=4 {
        let found = visited(COMMIT, None, Some(&format!("exactly {managers} RM")));
        let (by_depth, steps) = two_phase_commit(managers);
        let of_depth = |depth| found.iter().filter(|state| state.depth == depth).count();
        let depths: Vec<usize> = (0..by_depth.len() as u64).map(of_depth).collect();
        assert_eq!(depths, by_depth, "{managers}");
        assert_eq!(found.len(), by_depth.iter().sum::<usize>(), "{managers}");
        let taken: usize =
            found.iter().map(|state| state.next.as_ref().expect("looked").len()).sum();
        assert_eq!(taken, steps, "{managers}");
    }
    assert_eq!(two_phase_commit(3).0.iter().sum::<usize>(), 80);
}

/// If this failed, an assertion would hold of a graph in which it does not, or be refuted by no shortest way.
#[test]
fn assertions_are_checked_in_each_state_and_step() {
    let refuted = |name| {
        let spec = Spec::read("t.als", COMMIT, false, &mut no_files).expect("it is right");
        let command = spec.command(Some(name)).expect("there is one");
        let system = StateSystem::new(&spec.model, &command).expect("it has states");
        let (meaning, effort) = (Meaning::default(), Effort::default());
        let mut graph = StateGraph::new(&system, None, meaning, &effort).expect("it is small");
        let mut first = None;
        while let Visit::State(state) = graph.visit() {
            if let (None, Some(&violated)) = (&first, state.violated.first()) {
                first = Some((state.number, violated));
            }
        }
        let violating = graph.tally().violating;
        let (number, violated) = first?;
        let trace = graph.counterexample(number, violated).expect("nobody stops it");
        let step = spec.with_prefixes(command.clone()).expect("it is of traces");
        let fault = trace_violation(&spec.model, &step, &trace);
        assert!(fault.is_none(), "{name}: the evaluator agrees");
        Some((trace.states.len(), violating))
    };
    assert_eq!(refuted("consistent"), None);
    // All three prepare, offer, are heard, the decision, and one obeys.
    assert_eq!(refuted("never").map(|(states, _)| states), Some(9));
    assert_eq!(refuted("stays"), None);
}

/// What is listed as beginnings goes through the states of the graph, and through all of them.
#[test]
fn the_graph_has_the_states_of_all_beginnings() {
    let specs = [
        "sig P { next: lone P } var lone sig T in P {} fact { always T' in T.next } run {} for 2 but 4 steps",
        "sig P {} var sig H in P {} fact { no H and always { lone H' - H and H in H' } } run {} for 3 but 5 steps",
        "var sig A { var f: lone A } fact { no A and always (lone A' - A and no f & iden) } run {} for 2 but 6 steps",
        "var sig A {} fact { some A and always (A' != A) } run {} for 2 but 5 steps",
        "sig P { var n: one Int } fact { P.n in 0 and always { all p: P | p.n' = p.n or p.n' = plus[p.n, 1] } }
         run {} for 2 but 0..2 Int, 6 steps",
        "sig P {} var sig H in P {} pred p[x: P] { x not in H and always (x in H implies x in H') and no H }
         run p for 2 but 4 steps",
        "sig P {} var sig H in P {} fact { all p: P | always (p in H' or p not in H') and p not in H }
         run {} for 2 but 4 steps",
        // Only an order tells these atoms apart.
        "open util/ordering[P] sig P {} var sig H in P {} fact { no H and always lone H' - H + H - H' }
         run {} for exactly 3 P, 4 steps",
        "open util/ordering[Q] sig P {} sig Q in P {} var sig H in Q {} fact { no H and always lone H' }
         run {} for 3 but 3 steps",
    ];
    for text in specs {
        let spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
        let command = spec.command(None).expect("there is one");
        let schema = Schema::of(&spec, &command).expect("no names clash");
        let mut keys = Keys::new(&schema);
        let (meaning, effort) = (Meaning::default(), Effort::default());
        let mut key = |state: &Instance| {
            keys.key(&concretize(&schema, &spec.model, state, &[]), &effort)
                .expect("nobody stops it")
        };
        let system = StateSystem::new(&spec.model, &command).expect("it has states");
        assert!(system.left_out.is_empty(), "{text}");
        let mut graph = StateGraph::new(&system, None, meaning, &effort).expect("it is small");
        let mut of_graph = BTreeSet::new();
        while let Visit::State(state) = graph.visit() {
            assert!(of_graph.insert(key(&graph.state(state.number))), "{text}: each once");
        }
        let command = spec.with_prefixes(command).expect("it is of traces");
        let problem = Problem::new(&spec.model, &command, meaning, &effort).expect("it is small");
        let asked = problem.question.traces.expect("it is of traces");
        let mut listed = BTreeSet::new();
        let mut found =
            Instances::new(&problem, Strategy::default(), effort.clone()).expect("it is small");
        while let Next::Instance(instance) = found.next() {
            listed.extend(asked.trace(&instance).states.iter().map(&mut key));
        }
        assert_eq!(of_graph, listed, "{text}");
        assert!(of_graph.len() > 2, "{text}: {}", of_graph.len());
    }
}

/// If this failed, behaviours would leave out something that they must cover, or would not be behaviours of the spec.
#[test]
fn behaviours_cover_the_graph() {
    for (text, scope) in [(PHILOSOPHERS, "exactly 4 P"), (COMMIT, "exactly 2 RM"), (MOVING, "3")] {
        let mut spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
        let command = spec.command(None).expect("there is one");
        let command = spec.with_scope(command, "--scope", scope).expect("it is one");
        let system = StateSystem::new(&spec.model, &command).expect("it has states");
        let (meaning, effort) = (Meaning::default(), Effort::default());
        let mut graph = StateGraph::new(&system, None, meaning, &effort).expect("it is small");
        let mut transitions = Transitions::default();
        while let Visit::State(state) = graph.visit() {
            transitions.add(&state);
        }
        let command = spec.with_prefixes(command).expect("it is of traces");
        for what in [CoverGoal::States, CoverGoal::Transitions] {
            let ways = cover(&graph, &transitions, what);
            let states: BTreeSet<u32> = ways.iter().flat_map(|way| &way.states).copied().collect();
            assert_eq!(states.len() as u64, graph.states());
            let taken: BTreeSet<[u32; 2]> = ways
                .iter()
                .flat_map(|way| way.states.windows(2))
                .map(|pair| [pair[0], pair[1]])
                .collect();
            if what == CoverGoal::Transitions {
                assert_eq!(taken.len() as u64, graph.tally().transitions);
            }
            assert!(ways.len() as u64 <= graph.tally().transitions, "one covers more than one");
            for way in &ways {
                let mut trace = graph.behaviour(way).expect("nobody stops it");
                assert_eq!(trace.states.len(), way.states.len());
                // In a dead end no step is possible, though a behaviour asks its last state for one.
                let last = *way.states.last().expect("it has a state");
                if transitions.after(last).is_empty() {
                    trace.states.pop();
                }
                let fault = trace_violation(&spec.model, &command, &trace);
                assert!(fault.is_none(), "{way:?}");
            }
        }
    }
}

/// If this failed, an action would be missing from the behaviours though a step takes it, or be named where none does.
#[test]
fn behaviours_take_each_action() {
    let spec = |text: &str, scope: &str| {
        let mut spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
        let command = spec.command(None).expect("there is one");
        let command = spec.with_scope(command, "--scope", scope).expect("it is one");
        let command = spec.with_prefixes(command).expect("it is of traces");
        (spec, command)
    };
    // Only the last one of all can stop. `swaps` names a step that is another one of the same class.
    let turns = "sig P {} var sig H in P {}
        pred enters[p: P] { p not in H and H' = H + p }
        pred swaps[p, q: P] { p in H and q not in H and H' = H - p + q }
        pred stops { P in H and H' = H }
        pred never { no P and H' = H }
        fact { no H and always { (some p: P | enters[p]) or (some p, q: P | swaps[p, q]) or stops or never } }
        run {} for 3";
    for (text, scope, untaken, most) in [
        (PHILOSOPHERS, "exactly 4 P", &[][..], 1),
        (COMMIT, "exactly 2 RM", &[], 3),
        (turns, "exactly 3 P", &["never"], 2),
    ] {
        let (spec, command) = spec(text, scope);
        let schema = Schema::of(&spec, &command).expect("no names clash");
        let names: Vec<&str> = schema.actions.iter().map(|action| &*action.name).collect();
        let system = StateSystem::new(&spec.model, &command).expect("it has states");
        let (meaning, effort) = (Meaning::default(), Effort::default());
        let mut graph = StateGraph::new(&system, None, meaning, &effort).expect("it is small");
        graph.name_steps(schema.actions.iter().map(|action| action.function));
        let mut transitions = Transitions::default();
        while let Visit::State(state) = graph.visit() {
            assert_eq!(state.steps.len(), state.next.as_ref().expect("looked").len());
            let is_named = |step: &Vec<_>| step.iter().any(|choices: &Vec<_>| !choices.is_empty());
            assert!(state.steps.iter().all(is_named), "each step has a name");
            transitions.add(&state);
        }
        let left = transitions.untaken(names.len()).into_iter().map(|at| names[at]);
        assert_eq!(left.collect::<Vec<_>>(), untaken, "{text}");
        let ways = cover(&graph, &transitions, CoverGoal::Actions);
        assert!(ways.len() <= most, "{ways:?}");
        let mut taken: BTreeSet<String> = BTreeSet::new();
        for way in &ways {
            let trace = graph.behaviour(way).expect("nobody stops it");
            for at in 0..trace.steps() {
                let (_, by) = step_of(&schema, &spec.model, schema.actions.iter(), &trace, at);
                let wanted = way.takes[at].map(|action| names[action]);
                assert!(wanted.is_none_or(|name| by.iter().any(|taken| taken.action == name)));
                taken.extend(by.iter().map(|taken| taken.action.to_owned()));
            }
        }
        let expected = names.iter().filter(|name| !untaken.contains(name));
        let expected: BTreeSet<String> = expected.map(|&name| name.to_owned()).collect();
        assert_eq!(taken, expected, "{text}");
    }
}

/// If this failed, states whose atoms refinement alone does not tell apart would come twice, or be missing.
#[test]
fn graphs_and_sets_are_as_many_as_there_are() {
    let graph = "sig P { var e: set P }
        fact { no e and always { some x, y: P | x->y not in e and e' = e + x->y } } run {}";
    for (atoms, expected) in [(1, 2), (2, 10), (3, 104), (4, 3044)] {
        let found = visited(graph, None, Some(&format!("exactly {atoms} P")));
        assert_eq!(found.len(), expected, "OEIS A000595");
    }
    let sets = "sig P {} var sig A, B, C in P {} fact { no A + B + C and always {
        (A' = A or some p: P - A | A' = A + p) and (B' = B or some p: P - B | B' = B + p)
        and (C' = C or some p: P - C | C' = C + p) } } run {}";
    for (atoms, expected) in [(1, 8), (2, 36), (3, 120), (4, 330), (5, 792), (6, 1716)] {
        let found = visited(sets, None, Some(&format!("exactly {atoms} P")));
        assert_eq!(found.len(), expected, "an atom is in one of eight combinations: C(n + 7, 7)");
    }
}

/// Atoms come and go, and each new one points at an older one.
pub(super) const MOVING: &str = "
    var sig A { var f: lone A }
    pred comes { some a: A' - A | A' = A + a and f' = f + a->A }
    pred goes { some a: A | A' = A - a and f' = f - a->A - A->a }
    fact { no A and always { lone A' - A and lone A - A' and (all a: A & A' | a.f' in a.f) and A' != A } }
    run {} for 3";

/// If this failed, what a graph cannot show would be missing from it without a word.
#[test]
fn what_is_left_out_is_told() {
    let told = |facts: &str, command: &str| {
        let text = format!("sig P {{}} var sig H in P {{}} fact {{ {facts} }} {command}");
        let spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
        let command = spec.command(None).expect("there is one");
        let texts = |found: &StateSystem| {
            let spans =
                found.left_out.iter().map(|left| left.place.as_ref().expect("it has a place").0);
            spans.map(|span| spec.sources.text(span).to_owned()).collect::<Vec<_>>().join(" / ")
        };
        StateSystem::new(&spec.model, &command).map(|found| texts(&found)).ok()
    };
    let run = "run {}";
    assert_eq!(told("no H and always H in H'", run).as_deref(), Some(""));
    assert_eq!(
        told("no H and always { H in H' and eventually some H }", run).as_deref(),
        Some("eventually some H")
    );
    assert_eq!(told("H in H'", run).as_deref(), Some("H in H'"));
    assert_eq!(told("always H'' = H", run).as_deref(), Some("H'' = H"));
    assert_eq!(told("always once no H", run).as_deref(), Some("once no H"));
    assert_eq!(
        told("some p: P | always p in H", run).as_deref(),
        Some("some p: P | always p in H")
    );
    assert_eq!(told("all p: P | always p in H'", run).as_deref(), Some(""));
    let moving = "all p: H | always p in H'";
    assert_eq!(told(moving, run).as_deref(), Some(moving));
    assert_eq!(told("no H", "check { always lone H }").as_deref(), Some(""));
    assert_eq!(told("no H", "check { eventually some H }"), None);
}
