//! The states that can be reached from the first ones, each once up to renaming, nearest first.
//!
//! *Problem.* Protocols have millions of states, and for each one the question is which states can come next.
//! *Choice.* Breadth first: each state is entered into one search among all behaviours of two states, which lists the
//! next states. Each of them is renamed to the representative of its class and looked up in a table. A state takes its
//! bits, and a dozen bytes more. It is written out only if somebody is shown it. What the search learns at one state
//! holds at all others. Where a state's next ones are functions of it, they are computed instead (`ahead`). *Rejected.* To list the whole step relation first, states that are never reached included.
//! Also a search among behaviours of k states, in which each state comes as often as there are ways to it.

use korrel_lang::evaluate::{ActionPredicate, ArgumentChoices, Evaluator};
use korrel_lang::instance::Instance;
use korrel_lang::model::FunctionId;
use korrel_lang::source::Span;
use korrel_lang::trace::Trace;
use korrel_sat::{Effort, Lit, Models, Step, Var};
use korrel_translate::TranslationFailure;

use super::ahead::{NearStates, StepsAhead};
use super::behaviours::TraceModels;
use super::crew::Crew;
use super::known::{KnownStates, RowForm};
use super::labelling::StateBits;
use super::layout::{StateLayout, StateWindow};
use super::store::StatesAway;
use super::system::StateSystem;
use crate::problem::{Meaning, Problem};
use crate::search::beyond::QuestionStop;
use crate::search::instances::{Instances, Next};
use crate::search::strategy::Strategy;

/// The exploration of a system's states.
pub struct StateGraph<'s> {
    pub(super) system: &'s StateSystem,
    pub(super) layout: StateLayout<'s>,
    pub(super) steps: TraceModels<'s>,
    pub(super) window: StateWindow,
    pub(super) claims: Vec<ClaimSearch<'s>>,
    pub(super) known: KnownStates,
    /// The state from which each one was reached first. That of a first one is itself.
    pub(super) parents: Vec<u32>,
    /// The place of the states that memory has no room for, if there is one.
    pub(super) away: Option<StatesAway<'s>>,
    /// The number of the first state of each depth.
    pub(super) levels: Vec<u32>,
    /// The number behind the last state of the depth that is looked at.
    pub(super) level_end: u32,
    /// The state that is looked at next.
    pub(super) next: u32,
    /// States at this depth are not left.
    depth: Option<u64>,
    pub(super) tally: GraphTally,
    pub(super) effort: Effort,
    pub(super) literals: Vec<Lit>,
    pub(super) row: Vec<u8>,
    /// The actions by which steps are called, if they are.
    pub(super) actions: Option<Vec<ActionPredicate<'s>>>,
    pub(super) ahead: StepsAhead,
    pub(super) near: NearStates,
    pub(super) searched: u64,
    /// The form of rows that hold all cells.
    pub(super) plain: RowForm,
    pub(super) meaning: Meaning,
    /// Other threads that look at states, if there are any.
    pub(super) crew: Option<Crew<'s>>,
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
    /// The next states, each once, or `None` where they were not looked for. Where states were put away, these are places
    /// among those that were found since, and only how many there are is of use.
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

impl ViolatedClaim {
    /// Its number among the claims of the graph.
    pub fn number(&self) -> usize {
        self.claim
    }
}

/// The result of [`StateGraph::visit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visit {
    State(VisitedState),
    /// Memory has no room for more states: they are to be [put away](StateGraph::put_away). It comes only where a
    /// [store](StateGraph::kept_in) was given.
    Full,
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
    pub ahead: StepsAhead,
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
        let mut graph = StateGraph::unbegun(system, depth, meaning, effort)?;
        graph.begin()?;
        Ok(graph)
    }

    /// The graph, with no state known.
    pub(super) fn unbegun(
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
            let (span, ahead) = (claim.span, StepsAhead::default());
            Ok(ClaimSearch { all, window, is_of_first, is_of_step, span, ahead })
        });
        let claims = claims.collect::<Result<Vec<_>, TranslationFailure>>()?;
        let known = KnownStates::new(layout.width());
        let plain = RowForm::whole(layout.width());
        Ok(StateGraph {
            system,
            layout,
            steps,
            window,
            claims,
            known,
            plain,
            parents: Vec::new(),
            away: None,
            levels: vec![0],
            level_end: 0,
            next: 0,
            depth,
            tally: GraphTally::default(),
            effort: effort.clone(),
            literals: Vec::new(),
            row: Vec::new(),
            actions: None,
            ahead: StepsAhead::default(),
            near: NearStates::default(),
            searched: 0,
            meaning,
            crew: None,
        })
    }

    /// The same graph, where no next states are computed and all are searched.
    #[must_use]
    pub fn by_search(mut self) -> StateGraph<'s> {
        self.ahead.give_up();
        self.claims.iter_mut().for_each(|claim| claim.ahead.give_up());
        self
    }

    /// Finds the first states.
    fn begin(&mut self) -> Result<(), TranslationFailure> {
        let (model, command) = (&self.system.first.model, self.system.first_command());
        let problem = Problem::new(model, &command, self.meaning, &self.effort)?;
        let mut found = Instances::new(&problem, Strategy::default(), self.effort.clone())?;
        loop {
            match found.next() {
                Next::Instance(instance) => {
                    let bits = self.layout.of_instance(&instance);
                    self.layout.row(&bits, &mut self.row).ok_or(TranslationFailure::Stopped)?;
                    let (number, is_new) = self.known.table.insert(&self.row);
                    if is_new {
                        self.parents.push(number);
                    }
                }
                Next::Exhausted => break,
                Next::Stopped => return Err(TranslationFailure::Stopped),
            }
        }
        let known = std::mem::replace(&mut self.known, KnownStates::new(0));
        self.known = known.settled(&mut self.layout, self.window.fixed());
        self.level_end = self.numbered();
        Ok(())
    }

    /// Names steps from now on by these predicates.
    pub fn name_steps(&mut self, actions: impl IntoIterator<Item = FunctionId>) {
        let model = &self.system.step.model;
        let actions = actions.into_iter().map(|action| ActionPredicate::new(model, action));
        self.actions = Some(actions.collect());
    }

    /// Goes to the next state, in the order in which they were reached.
    pub fn visit(&mut self) -> Visit {
        if self.is_full() {
            return Visit::Full;
        }
        if self.next >= self.numbered() {
            return Visit::Exhausted;
        }
        if self.effort.is_stopped() {
            return Visit::Stopped;
        }
        let number = self.next;
        let (depth, is_new_level) = self.depth_of_next();
        let end = if is_new_level { self.numbered() } else { self.level_end };
        let is_left = self.depth.is_none_or(|most| depth < most);
        let visited = self.seen(end, depth == 0, is_left).and_then(|seen| {
            self.searched += u64::from(seen.is_searched);
            let followers = match seen.followers {
                Some(followers) => Some(self.numbers_of(followers)?),
                None => None,
            };
            let (next, steps) =
                followers.map_or((None, Vec::new()), |(next, steps)| (Some(next), steps));
            Ok((seen.violated, next, steps, self.from(number)?))
        });
        let Ok((violated, next, steps, from)) = visited else { return Visit::Stopped };
        if is_new_level {
            self.levels.push(number);
            self.level_end = end;
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
        Visit::State(VisitedState { number, depth, from, next, steps, violated })
    }

    /// The depth of the state that is looked at next, and whether it is the first one of it.
    fn depth_of_next(&self) -> (u64, bool) {
        let last = self.levels.len() as u64 - 1;
        // All states of the next depth, and no others, are known when this one was visited.
        let is_deeper = self.next == self.level_end;
        (last + u64::from(is_deeper), is_deeper)
    }

    /// The state from which one was reached first.
    pub(super) fn from(&self, number: u32) -> Result<Option<u32>, QuestionStop> {
        Ok(Some(self.parent(number)?).filter(|&from| from != number))
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

    pub(super) fn violated(
        &mut self,
        at: usize,
        is_first: bool,
    ) -> Result<Vec<ViolatedClaim>, QuestionStop> {
        let mut violated = Vec::new();
        let form = if self.actions.is_some() { &self.plain } else { &self.known.form };
        for (number, claim) in self.claims.iter_mut().enumerate() {
            if claim.is_of_first && !is_first {
                continue;
            }
            let (denied, searched) = self.near.denied[number];
            let is_denied = match searched >> at & 1 {
                0 => denied >> at & 1 == 1,
                _ => claim.denies(&self.near.bits(at, form))?,
            };
            if is_denied {
                violated.push(ViolatedClaim { span: claim.span, claim: number });
            }
        }
        Ok(violated)
    }

    /// A claim by its number, as one that does not hold.
    pub fn claim(&self, number: usize) -> Option<ViolatedClaim> {
        let claim = self.claims.get(number)?;
        Some(ViolatedClaim { span: claim.span, claim: number })
    }

    /// The number of states that were reached.
    pub fn states(&self) -> u64 {
        u64::from(self.numbered())
    }

    /// The number of states that were visited at each depth.
    pub fn by_depth(&self) -> Vec<u64> {
        let ends = self.levels[1..].iter().copied().chain([self.next]);
        let counts = self.levels.iter().zip(ends).map(|(&first, end)| u64::from(end - first));
        counts.filter(|&count| count > 0).collect()
    }

    /// The states whose next ones were searched, and not computed.
    pub fn searched(&self) -> u64 {
        self.searched
    }

    pub fn tally(&self) -> &GraphTally {
        &self.tally
    }

    /// A state, in the labelling that a listing would give it.
    ///
    /// # Panics
    /// If a store was given, and fails.
    pub fn state(&mut self, number: u32) -> Instance {
        let bits = self.bits(number).expect("what memory holds can be read");
        self.layout.state(&self.system.step.model, &bits)
    }

    /// The same as bits.
    pub(super) fn bits(&mut self, number: u32) -> Result<StateBits, QuestionStop> {
        let bits = self.known.form.bits(&self.row_of(number)?);
        Ok(self.layout.shown(bits))
    }
}

impl ClaimSearch<'_> {
    /// True if the claim does not hold of a state.
    fn denies(&mut self, bits: &StateBits) -> Result<bool, QuestionStop> {
        let mut literals = Vec::new();
        self.window.enter(bits, &mut literals);
        self.all.search.enter_where(&literals);
        match self.all.search.next() {
            Step::Model => Ok(true),
            Step::Exhausted => Ok(false),
            Step::Stopped => Err(QuestionStop),
        }
    }
}
