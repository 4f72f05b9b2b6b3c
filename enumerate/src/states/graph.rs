//! The states that can be reached from the first ones, each once up to renaming, nearest first.
//!
//! *Problem.* Protocols have millions of states, and of each one wants to know who can come next. *Choice.* Breadth first:
//! each state is entered into one search among all behaviours of two states, which lists the next states; each of them is
//! renamed to what stands for its class and looked up in a table. A state takes its bits, and a dozen bytes more; it is
//! written out only for whom it is shown to. What the search learns at one state holds at all others. *Rejected.* To list
//! the whole step relation first, states that are never reached included; a search among behaviours of k states, in which
//! each state comes as often as there are ways to it.

use std::collections::BTreeMap;

use korrel_lang::arena::Id;
use korrel_lang::evaluate::{Action, Choices, Evaluator};
use korrel_lang::instance::Instance;
use korrel_lang::model::{Command, FunctionId, Model, StepScope, TraceKind};
use korrel_lang::source::Span;
use korrel_lang::trace::Trace;
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::AtomId;
use korrel_sat::{Effort, Lit, Models, Step, Var};
use korrel_translate::Untranslated;

use super::behaviours::Behaviours;
use super::continuations::Stopped;
use super::cover::CoverWay;
use super::layout::{Bits, Renaming, StateLayout, StateWindow};
use super::system::StateSystem;
use super::table::RowTable;
use crate::problem::{Meaning, Problem};
use crate::search::instances::{Instances, Next};
use crate::search::strategy::Strategy;

/// The exploration of a system's states.
pub struct StateGraph<'s> {
    system: &'s StateSystem,
    layout: StateLayout<'s>,
    steps: Behaviours<'s>,
    window: StateWindow,
    claims: Vec<ClaimSearch<'s>>,
    table: RowTable,
    /// The state from which each one was reached first; that of a first one is itself.
    parents: Vec<u32>,
    /// The number of the first state of each depth.
    levels: Vec<u32>,
    /// The state that is looked at next.
    next: u32,
    /// States at this depth are not left.
    depth: Option<u64>,
    tally: GraphTally,
    effort: Effort,
    literals: Vec<Lit>,
    row: Vec<u8>,
    /// The actions by which steps are called, if they are.
    actions: Option<Vec<Action<'s>>>,
}

/// What is known of a graph so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphTally {
    /// The pairs of a state and a next one, both up to renaming.
    pub transitions: u64,
    /// The states without a next one.
    pub deadlocks: u64,
    /// The states whose next ones were not looked for.
    pub left: u64,
    /// The states that something was claimed of that does not hold.
    pub violating: u64,
}

/// A state that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisitedState {
    pub number: u32,
    /// The number of steps that lead to it.
    pub depth: u64,
    /// The state from which it was reached first.
    pub from: Option<u32>,
    /// The next states, each once; `None` where they were not looked for.
    pub next: Option<Vec<u32>>,
    /// For each of them, if steps are named, and for each action the arguments with which a step there takes it. Their atoms
    /// are those of the state as [`StateGraph::state`] has it.
    pub steps: Vec<Vec<Choices>>,
    /// The claims that do not hold here.
    pub violated: Vec<Violated>,
}

/// A claim that does not hold of a state, or of a step from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violated {
    /// The place of what is claimed.
    pub span: Span,
    claim: usize,
}

/// The result of [`StateGraph::visit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visit {
    State(VisitedState),
    /// All states were visited.
    Exhausted,
    Stopped,
}

struct ClaimSearch<'s> {
    all: Behaviours<'s>,
    window: StateWindow,
    is_of_first: bool,
    is_of_step: bool,
    span: Span,
}

impl<'s> StateGraph<'s> {
    /// The graph, of which only the first states are known. `depth`: the states that so many steps lead to are not left.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large; a construct that cannot be translated; a stop.
    pub fn new(
        system: &'s StateSystem,
        depth: Option<u64>,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<StateGraph<'s>, Untranslated> {
        // A parameter is fixed for all time, and so it is part of a state.
        let meaning = Meaning { ignore_parameters: false, ..meaning };
        let layout = StateLayout::new(&system.state, meaning, effort)?;
        let behaviours = |part: &'s super::system::SystemPart, states| {
            Behaviours::new(&part.model, &part.command, (states, states), meaning, effort)
        };
        let steps = behaviours(&system.step, 2)?;
        let window = layout.window(&steps);
        let claims = system.claims.iter().map(|claim| {
            let all = behaviours(&claim.denial, claim.states)?;
            let window = layout.window(&all);
            let (is_of_first, is_of_step) = (claim.is_of_first, claim.states > 1);
            Ok(ClaimSearch { all, window, is_of_first, is_of_step, span: claim.span })
        });
        let claims = claims.collect::<Result<Vec<_>, Untranslated>>()?;
        let table = RowTable::new(layout.width().div_ceil(8));
        let mut graph = StateGraph {
            system,
            layout,
            steps,
            window,
            claims,
            table,
            parents: Vec::new(),
            levels: vec![0],
            next: 0,
            depth,
            tally: GraphTally::default(),
            effort: effort.clone(),
            literals: Vec::new(),
            row: Vec::new(),
            actions: None,
        };
        graph.begin(meaning)?;
        Ok(graph)
    }

    /// Finds the first states.
    fn begin(&mut self, meaning: Meaning) -> Result<(), Untranslated> {
        let first = &self.system.first;
        let steps = Some(StepScope { min: 1, max: 1, span: first.command.span });
        let mut command = Command { traces: TraceKind::Prefixes, ..first.command.clone() };
        command.scope.steps = steps;
        let problem = Problem::new(&first.model, &command, meaning, &self.effort)?;
        let mut found = Instances::new(&problem, Strategy::default(), self.effort.clone())?;
        loop {
            match found.next() {
                Next::Instance(instance) => {
                    let bits = self.layout.of_instance(&instance);
                    self.layout.row(&bits, &mut self.row).ok_or(Untranslated::Stopped)?;
                    let (number, is_new) = self.table.insert(&self.row);
                    if is_new {
                        self.parents.push(number);
                    }
                }
                Next::Exhausted => return Ok(()),
                Next::Stopped => return Err(Untranslated::Stopped),
            }
        }
    }

    /// Names steps from now on by these predicates.
    pub fn name_steps(&mut self, actions: impl IntoIterator<Item = FunctionId>) {
        let model = &self.system.step.model;
        let actions = actions.into_iter().map(|action| Action::new(model, action));
        self.actions = Some(actions.collect());
    }

    /// Goes to the next state, in the order in which they were reached.
    pub fn visit(&mut self) -> Visit {
        if self.next as usize >= self.table.len() {
            return Visit::Exhausted;
        }
        if self.effort.is_stopped() {
            return Visit::Stopped;
        }
        let number = self.next;
        let row = self.table.row(number);
        let bits = match &self.actions {
            // Names are told of a state as it is shown.
            Some(_) => self.layout.shown(row),
            None => self.layout.unpack(row),
        };
        let (depth, is_new_level) = self.depth_of_next();
        let is_left = self.depth.is_none_or(|most| depth < most);
        let visited = self.violated(&bits, depth == 0).and_then(|violated| {
            let followers = if is_left { Some(self.followers(number, &bits)?) } else { None };
            let (next, steps) =
                followers.map_or((None, Vec::new()), |(next, steps)| (Some(next), steps));
            Ok((violated, next, steps))
        });
        let Ok((violated, next, steps)) = visited else { return Visit::Stopped };
        if is_new_level {
            self.levels.push(number);
        }
        self.next += 1;
        self.tally.violating += u64::from(!violated.is_empty());
        match &next {
            Some(next) => {
                self.tally.transitions += next.len() as u64;
                self.tally.deadlocks += u64::from(next.is_empty());
            }
            None => self.tally.left += 1,
        }
        let from = self.from(number);
        Visit::State(VisitedState { number, depth, from, next, steps, violated })
    }

    /// The depth of the state that is looked at next, and whether it is the first one of it.
    fn depth_of_next(&self) -> (u64, bool) {
        let last = self.levels.len() as u64 - 1;
        // A state is one deeper than the one from which it was reached first.
        let begins = self.levels[last as usize];
        let parent = self.parents[self.next as usize];
        let is_deeper = parent != self.next && parent >= begins;
        (last + u64::from(is_deeper), is_deeper)
    }

    /// The state from which one was reached first.
    fn from(&self, number: u32) -> Option<u32> {
        Some(self.parents[number as usize]).filter(|&from| from != number)
    }

    /// The states that follow one, each once. New ones are numbered in the order of their rows, so that a number does not
    /// depend on how atoms are called.
    fn followers(
        &mut self,
        number: u32,
        bits: &Bits,
    ) -> Result<(Vec<u32>, Vec<Vec<Choices>>), Stopped> {
        self.enter(bits);
        let mut rows: BTreeMap<Vec<u8>, Vec<Choices>> = BTreeMap::new();
        let mut next = Bits::new();
        while self.next_state(&mut next)? {
            self.layout.row(&next, &mut self.row).ok_or(Stopped)?;
            if !rows.contains_key(&self.row) {
                rows.insert(self.row.clone(), Vec::new());
            }
            if let Some(taken) = self.taken(bits, &next) {
                add_choices(rows.get_mut(&self.row).expect("it is there"), taken);
            }
        }
        let mut found: Vec<(u32, Vec<Choices>)> = Vec::with_capacity(rows.len());
        for (row, choices) in rows {
            let (follower, is_new) = self.table.insert(&row);
            if is_new {
                self.parents.push(number);
            }
            found.push((follower, choices));
        }
        found.sort_unstable_by_key(|(follower, _)| *follower);
        let (next, mut steps): (Vec<u32>, Vec<Vec<Choices>>) = found.into_iter().unzip();
        if self.actions.is_none() {
            steps.clear();
        }
        Ok((next, steps))
    }

    /// For each action the arguments with which the step from one state to another one takes it; `None` if steps have no names.
    fn taken(&self, from: &Bits, to: &Bits) -> Option<Vec<Choices>> {
        let actions = self.actions.as_ref()?;
        let model = &self.system.step.model;
        let states = [from, to].map(|bits| self.layout.state(model, bits)).to_vec();
        Some(Evaluator::of_trace(model, &Trace { states, back: None }).taken(actions))
    }

    /// Goes to the next one of the states that follow the one that was entered; false if there is no other.
    fn next_state(&mut self, next: &mut Bits) -> Result<bool, Stopped> {
        match self.steps.search.next() {
            Step::Model => {}
            Step::Exhausted => return Ok(false),
            Step::Stopped => return Err(Stopped),
        }
        let search = &self.steps.search;
        self.window.next(|var: Var| search.value(var), next);
        Ok(true)
    }

    fn enter(&mut self, bits: &Bits) {
        self.literals.clear();
        self.window.enter(bits, &mut self.literals);
        self.steps.search.enter_where(&self.literals);
    }

    fn violated(&mut self, bits: &Bits, is_first: bool) -> Result<Vec<Violated>, Stopped> {
        let mut violated = Vec::new();
        for (at, claim) in self.claims.iter_mut().enumerate() {
            if claim.is_of_first && !is_first {
                continue;
            }
            let mut literals = Vec::new();
            claim.window.enter(bits, &mut literals);
            claim.all.search.enter_where(&literals);
            match claim.all.search.next() {
                Step::Model => violated.push(Violated { span: claim.span, claim: at }),
                Step::Exhausted => {}
                Step::Stopped => return Err(Stopped),
            }
        }
        Ok(violated)
    }

    /// The number of states that were reached.
    pub fn states(&self) -> u64 {
        self.table.len() as u64
    }

    /// The number of states that were visited at each depth.
    pub fn by_depth(&self) -> Vec<u64> {
        let ends = self.levels[1..].iter().copied().chain([self.next]);
        let counts = self.levels.iter().zip(ends).map(|(&first, end)| u64::from(end - first));
        counts.filter(|&count| count > 0).collect()
    }

    pub fn tally(&self) -> &GraphTally {
        &self.tally
    }

    /// A state, in the labelling that a listing would give it.
    pub fn state(&mut self, number: u32) -> Instance {
        let bits = self.layout.shown(self.table.row(number));
        self.layout.state(&self.system.step.model, &bits)
    }

    /// The states on a shortest way to one, the first one first.
    pub fn way_to(&self, number: u32) -> Vec<u32> {
        let mut way = vec![number];
        while let Some(from) = self.from(*way.last().expect("it has a state")) {
            way.push(from);
        }
        way.reverse();
        way
    }

    /// A behaviour that goes through states, in which each atom keeps its name. Each must be one of the next states of
    /// the one before, by a step that takes the action that the way names.
    ///
    /// # Errors
    /// A stop.
    pub fn behaviour(&mut self, way: &CoverWay) -> Result<Trace, Stopped> {
        Ok(self.walk(way)?.behaviour())
    }

    fn walk(&mut self, way: &CoverWay) -> Result<Walked, Stopped> {
        let bits = self.layout.shown(self.table.row(way.states[0]));
        let mut walked = Walked { states: Vec::new(), bits: bits.clone(), called: None };
        walked.go_on(&self.layout, &self.system.step.model, bits);
        for (&number, &takes) in way.states[1..].iter().zip(&way.takes) {
            let next = self.follower(&walked.bits, number, takes)?;
            walked.go_on(&self.layout, &self.system.step.model, next);
        }
        Ok(walked)
    }

    /// A state of this number that follows another one, with the other one's atoms.
    fn follower(
        &mut self,
        bits: &Bits,
        number: u32,
        takes: Option<usize>,
    ) -> Result<Bits, Stopped> {
        self.enter(bits);
        let mut next = Bits::new();
        loop {
            assert!(self.next_state(&mut next)?, "the state follows the one before");
            self.layout.row(&next, &mut self.row).ok_or(Stopped)?;
            let takes_it = |action: usize| {
                self.taken(bits, &next).is_none_or(|taken| !taken[action].is_empty())
            };
            if self.table.row(number) == &self.row[..] && takes.is_none_or(takes_it) {
                return Ok(next);
            }
        }
    }

    /// The behaviour that shows that a claim does not hold of a state: a shortest way to it, and one state more if it does
    /// not hold of a step.
    ///
    /// # Errors
    /// A stop.
    pub fn counterexample(&mut self, number: u32, violated: Violated) -> Result<Trace, Stopped> {
        let mut walked = self.walk(&CoverWay::through(self.way_to(number)))?;
        let claim = &mut self.claims[violated.claim];
        if claim.is_of_step {
            let mut next = Bits::new();
            self.literals.clear();
            claim.window.enter(&walked.bits, &mut self.literals);
            claim.all.search.enter_where(&self.literals);
            match claim.all.search.next() {
                Step::Model => {}
                Step::Exhausted => panic!("the claim does not hold here"),
                Step::Stopped => return Err(Stopped),
            }
            claim.window.next(|var: Var| claim.all.search.value(var), &mut next);
            walked.go_on(&self.layout, &self.system.step.model, next);
        }
        Ok(walked.behaviour())
    }
}

/// States on a way, in which each atom keeps its name.
struct Walked {
    states: Vec<Instance>,
    /// The last one, with the atoms that are there in front.
    bits: Bits,
    /// For each atom of the behaviour the one that it is there; `None` while no two differ.
    called: Option<Renaming>,
}

impl Walked {
    /// Adds a state that has the atoms of the last one.
    fn go_on(&mut self, layout: &StateLayout<'_>, model: &Model, mut next: Bits) {
        let told = self.called.as_ref().map(|called| layout.renamed(&next, called));
        self.states.push(layout.state(model, told.as_ref().unwrap_or(&next)));
        if let Some(before) = layout.gather(&mut next) {
            let now = inverse(&before);
            self.called = Some(match self.called.take() {
                None => now,
                Some(called) => called.iter().map(|atom| now[atom.index()]).collect(),
            });
        }
        self.bits = next;
    }

    fn behaviour(self) -> Trace {
        Trace { states: self.states, back: None }
    }
}

/// Adds the choices of another step. They stay in the order of the first parameter's values, then of the second's; of two
/// sets, that without the last tuple that only the other one has comes first.
fn add_choices(all: &mut Vec<Choices>, taken: Vec<Choices>) {
    all.resize(taken.len(), Choices::new());
    for (all, taken) in all.iter_mut().zip(taken) {
        for choice in taken {
            if !all.contains(&choice) {
                all.push(choice);
            }
        }
        all.sort_by_cached_key(|choice| {
            let descending = |value: &TupleSet| {
                let mut indices: Vec<usize> = value.indices().collect();
                indices.reverse();
                indices
            };
            choice.iter().map(descending).collect::<Vec<_>>()
        });
    }
}

fn inverse(renaming: &Renaming) -> Renaming {
    let mut inverse = renaming.clone();
    for (at, atom) in (0..).map(AtomId).zip(renaming) {
        inverse[atom.index()] = at;
    }
    inverse
}
