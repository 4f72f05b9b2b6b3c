//! The graph of states, multiplied by an automaton of what the traces must satisfy.
//!
//! *Problem.* A trace is wanted that goes through the graph of states for ever, and of which a formula of linear time
//! holds. *Choice.* What facts and formula say of first states and of steps makes the graph (`StateSystem`). The rest
//! makes an automaton (`automaton`), which reads a trace beside it. A trace is a way through pairs of a state and what is
//! owed there, and a cycle in which each `until` is kept. So one is looked for in the strongly connected components of
//! the pairs (Tarjan 1972): a component in which the steps together keep all is a trace, and any trace ends in one. The
//! graph grows breadth first. Each time that it has doubled its pairs are looked through, so a trace near the first
//! states is found before all states are, and that costs no more than the last look. *Rejected.* A nested depth first
//! search on the fly (Courcoubetis, Vardi, Wolper, Yannakakis 1992): it goes down one long way first, in the graph that
//! has a search in each step, and knows only one set of steps to keep.

use std::rc::Rc;

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Instance;
use korrel_lang::model::{Command, Formula, Model, Type, Variable, VariableId};
use korrel_sat::Effort;
use korrel_translate::TranslationFailure;
use rustc_hash::FxHashMap;

use super::automaton::{Automaton, Kept, Owed, Unread};
use super::ground::Grounding;
use super::propositions::Propositions;
use super::reached::ReachedStates;
use super::{UnboundedAnswer, UnboundedMethod, UnboundedProof, UnboundedReach};
use crate::problem::{Meaning, Problem};
use crate::search::beyond::QuestionStop;
use crate::search::instances::{Instances, Next};
use crate::search::strategy::Strategy;
use crate::states::labelling::StateBits;
use crate::states::system::StateSystem;

/// The pairs are looked through once there are so many states.
const FIRST_LOOK: usize = 32;

/// Decides whether a command has a trace, by the graph of its states. It stops by itself where these are more than
/// `most`, or too many steps lead to them ([`ReachedStates`]).
///
/// # Errors
/// A scope that cannot be, or is too large, a construct that cannot be translated, or a stop before there is a graph.
pub fn decide(
    model: &Model,
    command: &Command,
    meaning: Meaning,
    effort: &Effort,
    most: usize,
) -> Result<UnboundedAnswer, TranslationFailure> {
    let (system, rest) = StateSystem::of_traces(model, command);
    // A parameter is fixed for all time, and so it is part of a state.
    let meaning = Meaning { ignore_parameters: false, ..meaning };
    let states = ReachedStates::new(&system, meaning, most, effort)?;
    let upper = states.upper();
    let (model, tuples) = with_tuples(model);
    let mut graph = LabelledGraph::new(&model, &rest, states, (&upper, &tuples))?;
    let mut look = FIRST_LOOK;
    loop {
        let is_whole = match graph.grow(look) {
            Ok(is_whole) => is_whole,
            Err(QuestionStop) => return Ok(UnboundedAnswer::Stopped(graph.reach())),
        };
        match graph.has_trace(effort) {
            Ok(true) => return Ok(UnboundedAnswer::Something),
            Ok(false) => {}
            Err(Unread::Stopped) => return Ok(UnboundedAnswer::Stopped(graph.reach())),
            Err(Unread::TooManyWays) => {
                let message = "there are too many ways in which this may come true";
                return Err(too_many(message, &rest).into());
            }
        }
        if is_whole {
            let states = graph.states.len() as u64;
            let diameter = graph.depth();
            return Ok(UnboundedAnswer::Nothing(UnboundedProof::Graph { states, diameter }));
        }
        if look >= most {
            return Ok(UnboundedAnswer::Stopped(graph.reach()));
        }
        look *= 2;
    }
}

/// Too much is said of traces.
fn too_many(message: &str, rest: &[Formula]) -> Diagnostic {
    let span = rest.first().map(|formula| formula.span).expect("something is said");
    Diagnostic::new(code::UNSUPPORTED, message)
        .at(span, "of each atom of the scope by itself")
        .help("give a smaller scope, or a greatest number of states: `--steps 10`")
}

/// The model with a variable for a tuple of each number of columns, from one on.
fn with_tuples(model: &Model) -> (Model, Vec<VariableId>) {
    let mut with = model.clone();
    let span =
        model.facts.first().map(|fact| fact.span).or(model.commands.first().map(|of| of.span));
    let span = span.expect("something is asked");
    let tuples = (1..=COLUMNS).map(|arity| {
        let (name, ty) = ("tuple".to_owned(), Type::default());
        with.variables.push(Variable { name, arity, ty, is_sequence: false, span })
    });
    let tuples = tuples.collect();
    (with, tuples)
}

/// The most columns of a relation that is spoken of tuple by tuple.
const COLUMNS: usize = 8;

/// Decides it where nothing changes: a trace is one state for ever.
///
/// # Errors
/// As [`decide`].
pub fn of_one_state(
    model: &Model,
    command: &Command,
    meaning: Meaning,
    effort: &Effort,
) -> Result<UnboundedAnswer, TranslationFailure> {
    let scope = command.scope.with_steps(1, 1, command.span);
    let command = Command { scope, ..command.clone() };
    let problem = Problem::new(model, &command, meaning, effort)?;
    Ok(match Instances::any(&problem, Strategy::default(), effort.clone())?.next() {
        Next::Instance(_) => UnboundedAnswer::Something,
        Next::Exhausted => {
            UnboundedAnswer::Nothing(UnboundedProof::Graph { states: 0, diameter: 0 })
        }
        Next::Stopped => return Err(TranslationFailure::Stopped),
    })
}

/// A set of propositions, by its number.
type Label = u32;

/// What the automaton does at a label.
type Moves = Rc<[(Owed, Kept)]>;

/// The states that are reached, and the steps between them with what holds there.
struct LabelledGraph<'s> {
    model: &'s Model,
    states: ReachedStates<'s>,
    first: u32,
    /// Of each state that was left its steps.
    steps: Vec<Vec<(u32, Label)>>,
    /// The number of the first state of each depth.
    levels: Vec<u32>,
    propositions: Propositions,
    labels: Vec<Rc<[u64]>>,
    numbers: FxHashMap<Rc<[u64]>, Label>,
    automaton: Automaton,
    /// What the automaton does at a label.
    moves: FxHashMap<(Owed, Label), Moves>,
}

impl<'s> LabelledGraph<'s> {
    fn new(
        model: &'s Model,
        rest: &'s [Formula],
        mut states: ReachedStates<'s>,
        (upper, tuples): (&'s Instance, &'s [VariableId]),
    ) -> Result<LabelledGraph<'s>, TranslationFailure> {
        let mut grounding = Grounding::new(model, upper, tuples);
        let mut parts = Vec::new();
        for formula in rest {
            parts.push(grounding.of(formula)?);
        }
        let all = grounding.table.and(parts);
        let Grounding { table, propositions, .. } = grounding;
        let automaton = Automaton::new(table, all)
            .ok_or_else(|| too_many("these are too many temporal operators", rest))?;
        states.begin(propositions.are_closed())?;
        let first = states.len() as u32;
        Ok(LabelledGraph {
            model,
            states,
            first,
            steps: Vec::new(),
            levels: vec![0, first],
            propositions,
            labels: Vec::new(),
            numbers: FxHashMap::default(),
            automaton,
            moves: FxHashMap::default(),
        })
    }

    /// Finds the steps from states until there are so many states. Returns true if all are left.
    fn grow(&mut self, many: usize) -> Result<bool, QuestionStop> {
        while self.steps.len() < self.states.len() {
            if self.states.len() > many {
                return Ok(false);
            }
            let number = self.steps.len() as u32;
            if self.levels.last() == Some(&number) {
                self.levels.push(self.states.len() as u32);
            }
            let next = self.states.next(number)?;
            let steps = self.labelled(number, next);
            self.steps.push(steps);
        }
        Ok(true)
    }

    /// The steps from a state, each once.
    fn labelled(&mut self, number: u32, next: Vec<(u32, StateBits)>) -> Vec<(u32, Label)> {
        let mut holds = vec![0_u64; self.propositions.len().div_ceil(64)];
        if self.propositions.len() == 0 {
            let label = self.label(holds);
            return once(next.into_iter().map(|(next, _)| (next, label)).collect());
        }
        let instance = self.states.instance(number);
        self.propositions.of_state(self.model, instance.clone(), &mut holds);
        let steps = match self.propositions.are_of_states() {
            true => {
                let label = self.label(holds);
                next.into_iter().map(|(next, _)| (next, label)).collect()
            }
            false => next
                .into_iter()
                .map(|(next, named)| {
                    let mut holds = holds.clone();
                    let states = [instance.clone(), self.states.named(&named)];
                    self.propositions.of_step(self.model, states, &mut holds);
                    (next, self.label(holds))
                })
                .collect(),
        };
        once(steps)
    }

    fn label(&mut self, holds: Vec<u64>) -> Label {
        let holds: Rc<[u64]> = holds.into();
        let next = self.labels.len() as Label;
        *self.numbers.entry(Rc::clone(&holds)).or_insert_with(|| {
            self.labels.push(holds);
            next
        })
    }

    fn moves(&mut self, owed: Owed, label: Label, effort: &Effort) -> Result<Moves, Unread> {
        if let Some(known) = self.moves.get(&(owed, label)) {
            return Ok(Rc::clone(known));
        }
        let holds = &self.labels[label as usize];
        let is_held = |at: u32| holds[at as usize / 64] >> (at % 64) & 1 == 1;
        let found: Moves = self.automaton.next(owed, &is_held, effort)?.into();
        self.moves.insert((owed, label), Rc::clone(&found));
        Ok(found)
    }

    /// The steps to the farthest state that was reached.
    fn depth(&self) -> u64 {
        let states = self.states.len() as u32;
        let is_level = |&&first: &&u32| first < states;
        (self.levels.iter().filter(is_level).count() as u64).saturating_sub(1)
    }

    fn reach(&self) -> UnboundedReach {
        let states = Some(self.states.len() as u64);
        // The states of the last level were not all left.
        let left = self.steps.len() as u32;
        let depth = self.levels.iter().filter(|&&first| first <= left).count() as u64;
        let depth = depth.saturating_sub(1).min(self.depth());
        UnboundedReach { method: UnboundedMethod::Graph, states, depth }
    }

    /// True if the states that are known have a trace.
    ///
    /// # Errors
    /// A stop, or too many ways in which what is said may come true.
    fn has_trace(&mut self, effort: &Effort) -> Result<bool, Unread> {
        let mut search =
            ComponentSearch { all_kept: self.automaton.all_kept(), ..Default::default() };
        for state in 0..self.first {
            let pair = search.number((state, 0));
            if search.orders[pair as usize] == UNSEEN && self.search(pair, &mut search, effort)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Looks through all pairs that one leads to. True if there is a component in which all is kept.
    fn search(
        &mut self,
        from: u32,
        search: &mut ComponentSearch,
        effort: &Effort,
    ) -> Result<bool, Unread> {
        search.enter(from, Kept::MAX, self.next_pairs(search.pairs[from as usize], effort)?);
        while let Some(last) = search.path.last_mut() {
            let Some((to, kept)) = last.next.pop() else {
                search.leave();
                continue;
            };
            let to = search.number(to);
            match search.orders[to as usize] {
                UNSEEN => {
                    if to.is_multiple_of(1024) && effort.is_stopped() {
                        return Err(Unread::Stopped);
                    }
                    let next = self.next_pairs(search.pairs[to as usize], effort)?;
                    search.enter(to, kept, next);
                }
                CLOSED => {}
                order => {
                    if search.join(order, kept) {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// The pairs after one, each with what the step there keeps.
    fn next_pairs(
        &mut self,
        (state, owed): Pair,
        effort: &Effort,
    ) -> Result<Vec<(Pair, Kept)>, Unread> {
        let mut next = Vec::new();
        for at in 0..self.steps.get(state as usize).map_or(0, Vec::len) {
            let (to, label) = self.steps[state as usize][at];
            let moves = self.moves(owed, label, effort)?;
            next.extend(moves.iter().map(|&(owed, kept)| ((to, owed), kept)));
        }
        Ok(next)
    }
}

/// Each step once.
fn once(mut steps: Vec<(u32, Label)>) -> Vec<(u32, Label)> {
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// A state, and what is owed there.
type Pair = (u32, Owed);

/// The order of a pair that was not entered, and of one whose component is whole.
const UNSEEN: u32 = u32::MAX;
const CLOSED: u32 = u32::MAX - 1;

/// The search for components, among the pairs that were met (Couvreur 1999).
#[derive(Default)]
struct ComponentSearch {
    all_kept: Kept,
    pairs: Vec<Pair>,
    numbers: FxHashMap<Pair, u32>,
    /// For each pair its place in `open`, while it is there.
    orders: Vec<u32>,
    /// The pairs from the first one to that at hand.
    path: Vec<VisitedPair>,
    /// The pairs whose components are not whole, in the order in which they were entered.
    open: Vec<u32>,
    /// The components on the path, as far as they are known.
    components: Vec<Component>,
}

struct VisitedPair {
    order: u32,
    next: Vec<(Pair, Kept)>,
}

struct Component {
    /// The order of its first pair.
    order: u32,
    /// What steps within it keep.
    kept: Kept,
    /// What the step into it keeps.
    entered: Kept,
}

impl ComponentSearch {
    fn number(&mut self, pair: Pair) -> u32 {
        let next = self.pairs.len() as u32;
        *self.numbers.entry(pair).or_insert_with(|| {
            self.pairs.push(pair);
            self.orders.push(UNSEEN);
            next
        })
    }

    fn enter(&mut self, pair: u32, entered: Kept, next: Vec<(Pair, Kept)>) {
        let order = self.open.len() as u32;
        self.orders[pair as usize] = order;
        self.open.push(pair);
        self.components.push(Component { order, kept: 0, entered });
        self.path.push(VisitedPair { order, next });
    }

    /// A step leads back: all components from there on are one. True if all is kept in it.
    fn join(&mut self, order: u32, mut kept: Kept) -> bool {
        while let Some(last) = self.components.pop_if(|last| last.order > order) {
            kept |= last.kept | last.entered;
        }
        let joined = self.components.last_mut().expect("the pair is in one");
        joined.kept |= kept;
        joined.kept == self.all_kept
    }

    /// Goes back from a pair. If it is the first one of its component, that is whole.
    fn leave(&mut self) {
        let left = self.path.pop().expect("there is one");
        if self.components.pop_if(|last| last.order == left.order).is_some() {
            for pair in self.open.drain(left.order as usize..) {
                self.orders[pair as usize] = CLOSED;
            }
        }
    }
}
