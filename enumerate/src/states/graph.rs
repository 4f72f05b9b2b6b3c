//! The states that can be reached from the first ones, each once up to renaming, nearest first.
//!
//! *Problem.* Protocols have millions of states, and for each one the question is which states can come next.
//! *Choice.* Breadth first: each state is entered into one search among all behaviours of two states, which lists the
//! next states. Each of them is renamed to the representative of its class and looked up in a table. A state takes its
//! bits, and a dozen bytes more. It is written out only if somebody is shown it. What the search learns at one state
//! holds at all others. *Rejected.* To list the whole step relation first, states that are never reached included.
//! Also a search among behaviours of k states, in which each state comes as often as there are ways to it.

use std::collections::BTreeMap;

use korrel_lang::evaluate::{ActionPredicate, ArgumentChoices, Evaluator};
use korrel_lang::instance::Instance;
use korrel_lang::model::FunctionId;
use korrel_lang::source::Span;
use korrel_lang::trace::Trace;
use korrel_lang::tuples::TupleSet;
use korrel_sat::{Effort, Lit, Models, Step, Var};
use korrel_translate::TranslationFailure;

use super::behaviours::TraceModels;
use super::labelling::StateBits;
use super::layout::{StateLayout, StateWindow};
use super::system::StateSystem;
use super::table::RowTable;
use crate::problem::{Meaning, Problem};
use crate::search::beyond::QuestionStop;
use crate::search::instances::{Instances, Next};
use crate::search::strategy::Strategy;

/// The exploration of a system's states.
pub struct StateGraph<'s> {
    pub(super) system: &'s StateSystem,
    pub(super) layout: StateLayout<'s>,
    steps: TraceModels<'s>,
    window: StateWindow,
    pub(super) claims: Vec<ClaimSearch<'s>>,
    pub(super) table: RowTable,
    /// The state from which each one was reached first. That of a first one is itself.
    parents: Vec<u32>,
    /// The number of the first state of each depth.
    levels: Vec<u32>,
    /// The state that is looked at next.
    next: u32,
    /// States at this depth are not left.
    depth: Option<u64>,
    tally: GraphTally,
    effort: Effort,
    pub(super) literals: Vec<Lit>,
    pub(super) row: Vec<u8>,
    /// The actions by which steps are called, if they are.
    actions: Option<Vec<ActionPredicate<'s>>>,
}

/// What is known about a graph so far.
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
    /// The next states, each once, or `None` where they were not looked for.
    pub next: Option<Vec<u32>>,
    /// For each of them, if steps are named, and for each action the arguments with which a step there takes it.
    /// Their atoms are those of the state as [`StateGraph::state`] has it.
    pub steps: Vec<Vec<ArgumentChoices>>,
    /// The claims that do not hold here.
    pub violated: Vec<ViolatedClaim>,
}

/// A claim that does not hold of a state, or of a step from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViolatedClaim {
    /// The place of the claim.
    pub span: Span,
    pub(super) claim: usize,
}

/// The result of [`StateGraph::visit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visit {
    State(VisitedState),
    /// All states were visited.
    Exhausted,
    Stopped,
}

pub(super) struct ClaimSearch<'s> {
    pub all: TraceModels<'s>,
    pub window: StateWindow,
    is_of_first: bool,
    pub is_of_step: bool,
    span: Span,
}

impl<'s> StateGraph<'s> {
    /// The graph, with only its first states known. `depth`: the states that so many steps lead to are not
    /// left.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large, a construct that cannot be translated, or a stop.
    pub fn new(
        system: &'s StateSystem,
        depth: Option<u64>,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<StateGraph<'s>, TranslationFailure> {
        // A parameter is fixed for all time, and so it is part of a state.
        let meaning = Meaning { ignore_parameters: false, ..meaning };
        let layout = StateLayout::new(&system.state, meaning, effort)?;
        let behaviours = |part: &'s super::system::SystemPart, states| {
            TraceModels::new(&part.model, &part.command, (states, states), meaning, effort)
        };
        let steps = behaviours(&system.step, 2)?;
        let window = layout.window(&steps);
        let claims = system.claims.iter().map(|claim| {
            let all = behaviours(&claim.denial, claim.states)?;
            let window = layout.window(&all);
            let (is_of_first, is_of_step) = (claim.is_of_first, claim.states > 1);
            Ok(ClaimSearch { all, window, is_of_first, is_of_step, span: claim.span })
        });
        let claims = claims.collect::<Result<Vec<_>, TranslationFailure>>()?;
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
    fn begin(&mut self, meaning: Meaning) -> Result<(), TranslationFailure> {
        let (model, command) = (&self.system.first.model, self.system.first_command());
        let problem = Problem::new(model, &command, meaning, &self.effort)?;
        let mut found = Instances::new(&problem, Strategy::default(), self.effort.clone())?;
        loop {
            match found.next() {
                Next::Instance(instance) => {
                    let bits = self.layout.of_instance(&instance);
                    self.layout.row(&bits, &mut self.row).ok_or(TranslationFailure::Stopped)?;
                    let (number, is_new) = self.table.insert(&self.row);
                    if is_new {
                        self.parents.push(number);
                    }
                }
                Next::Exhausted => return Ok(()),
                Next::Stopped => return Err(TranslationFailure::Stopped),
            }
        }
    }

    /// Names steps from now on by these predicates.
    pub fn name_steps(&mut self, actions: impl IntoIterator<Item = FunctionId>) {
        let model = &self.system.step.model;
        let actions = actions.into_iter().map(|action| ActionPredicate::new(model, action));
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
            // Names of steps are given for states as they are shown.
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
    pub(super) fn from(&self, number: u32) -> Option<u32> {
        Some(self.parents[number as usize]).filter(|&from| from != number)
    }

    /// The states that follow one, each once. New ones are numbered in the order of their rows, so that a number
    /// does not depend on how atoms are called.
    fn followers(
        &mut self,
        number: u32,
        bits: &StateBits,
    ) -> Result<(Vec<u32>, Vec<Vec<ArgumentChoices>>), QuestionStop> {
        self.enter(bits);
        let mut rows: BTreeMap<Vec<u8>, Vec<ArgumentChoices>> = BTreeMap::new();
        let mut next = StateBits::new();
        while self.next_state(&mut next)? {
            self.layout.row(&next, &mut self.row).ok_or(QuestionStop)?;
            if !rows.contains_key(&self.row) {
                rows.insert(self.row.clone(), Vec::new());
            }
            if let Some(taken) = self.taken(bits, &next) {
                add_choices(rows.get_mut(&self.row).expect("it is there"), taken);
            }
        }
        let mut found: Vec<(u32, Vec<ArgumentChoices>)> = Vec::with_capacity(rows.len());
        for (row, choices) in rows {
            let (follower, is_new) = self.table.insert(&row);
            if is_new {
                self.parents.push(number);
            }
            found.push((follower, choices));
        }
        found.sort_unstable_by_key(|(follower, _)| *follower);
        let (next, mut steps): (Vec<u32>, Vec<Vec<ArgumentChoices>>) = found.into_iter().unzip();
        if self.actions.is_none() {
            steps.clear();
        }
        Ok((next, steps))
    }

    /// For each action the arguments with which the step from one state to another one takes it, or `None` if steps
    /// have no names.
    pub(super) fn taken(&self, from: &StateBits, to: &StateBits) -> Option<Vec<ArgumentChoices>> {
        let actions = self.actions.as_ref()?;
        let model = &self.system.step.model;
        let states = [from, to].map(|bits| self.layout.state(model, bits)).to_vec();
        Some(Evaluator::of_trace(model, &Trace { states, back: None }).taken(actions))
    }

    /// Goes to the next one of the states that follow the one that was entered. Returns false if there is no other.
    pub(super) fn next_state(&mut self, next: &mut StateBits) -> Result<bool, QuestionStop> {
        match self.steps.search.next() {
            Step::Model => {}
            Step::Exhausted => return Ok(false),
            Step::Stopped => return Err(QuestionStop),
        }
        let search = &self.steps.search;
        self.window.next(|var: Var| search.value(var), next);
        Ok(true)
    }

    pub(super) fn enter(&mut self, bits: &StateBits) {
        self.literals.clear();
        self.window.enter(bits, &mut self.literals);
        self.steps.search.enter_where(&self.literals);
    }

    fn violated(
        &mut self,
        bits: &StateBits,
        is_first: bool,
    ) -> Result<Vec<ViolatedClaim>, QuestionStop> {
        let mut violated = Vec::new();
        for (at, claim) in self.claims.iter_mut().enumerate() {
            if claim.is_of_first && !is_first {
                continue;
            }
            let mut literals = Vec::new();
            claim.window.enter(bits, &mut literals);
            claim.all.search.enter_where(&literals);
            match claim.all.search.next() {
                Step::Model => violated.push(ViolatedClaim { span: claim.span, claim: at }),
                Step::Exhausted => {}
                Step::Stopped => return Err(QuestionStop),
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
}

/// Adds the choices of another step. They stay in the order of the first parameter's values, then of the second's. Of
/// two sets, that without the last tuple that only the other one has comes first.
fn add_choices(all: &mut Vec<ArgumentChoices>, taken: Vec<ArgumentChoices>) {
    all.resize(taken.len(), ArgumentChoices::new());
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
