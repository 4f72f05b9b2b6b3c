//! The states that can be reached from the first ones, each once up to renaming, nearest first.
//!
//! *Problem.* Protocols have millions of states, and of each one wants to know who can come next. *Choice.* Breadth first:
//! each state is entered into one search among all behaviours of two states, which lists the next states; each of them is
//! renamed to what stands for its class and looked up in a table. A state takes its bits, and a dozen bytes more; it is
//! written out only for whom it is shown to. What the search learns at one state holds at all others. *Rejected.* To list
//! the whole step relation first, states that are never reached included; a search among behaviours of k states, in which
//! each state comes as often as there are ways to it.

use korrel_lang::arena::Id;
use korrel_lang::instance::Instance;
use korrel_lang::model::{Command, Model, StepScope, TraceKind};
use korrel_lang::source::Span;
use korrel_lang::trace::Trace;
use korrel_lang::universe::AtomId;
use korrel_sat::{Effort, Lit, Models, Step, Var};
use korrel_translate::Untranslated;

use super::behaviours::Behaviours;
use super::continuations::Stopped;
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
                    let mut bits = self.layout.of_instance(&instance);
                    let (number, is_new) =
                        self.number_of(&mut bits).ok_or(Untranslated::Stopped)?;
                    if is_new {
                        self.parents.push(number);
                    }
                }
                Next::Exhausted => return Ok(()),
                Next::Stopped => return Err(Untranslated::Stopped),
            }
        }
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
        let bits = self.layout.unpack(self.table.row(number));
        let (depth, is_new_level) = self.depth_of_next();
        let is_left = self.depth.is_none_or(|most| depth < most);
        let visited = self.violated(&bits, depth == 0).and_then(|violated| {
            let next = if is_left { Some(self.followers(number, &bits)?) } else { None };
            Ok((violated, next))
        });
        let Ok((violated, next)) = visited else { return Visit::Stopped };
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
        Visit::State(VisitedState { number, depth, from, next, violated })
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

    /// The states that follow one, each once, new ones numbered.
    fn followers(&mut self, number: u32, bits: &Bits) -> Result<Vec<u32>, Stopped> {
        self.enter(bits);
        let mut found = Vec::new();
        let mut next = Bits::new();
        loop {
            match self.steps.search.next() {
                Step::Model => {}
                Step::Exhausted => break,
                Step::Stopped => return Err(Stopped),
            }
            let search = &self.steps.search;
            self.window.next(|var: Var| search.value(var), &mut next);
            let (follower, is_new) = self.number_of(&mut next).ok_or(Stopped)?;
            if is_new {
                self.parents.push(number);
            }
            found.push(follower);
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    fn enter(&mut self, bits: &Bits) {
        self.literals.clear();
        self.window.enter(bits, &mut self.literals);
        self.steps.search.enter_where(&self.literals);
    }

    /// The number of a state, and whether it is new; `None` if it was stopped.
    fn number_of(&mut self, bits: &mut Bits) -> Option<(u32, bool)> {
        self.layout.canonical(bits)?;
        self.layout.pack(bits, &mut self.row);
        Some(self.table.insert(&self.row))
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

    /// A state, in the labelling that stands for its class.
    pub fn state(&self, number: u32) -> Instance {
        let bits = self.layout.unpack(self.table.row(number));
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
    /// the one before.
    ///
    /// # Errors
    /// A stop.
    pub fn behaviour(&mut self, way: &[u32]) -> Result<Trace, Stopped> {
        Ok(self.walk(way)?.behaviour())
    }

    fn walk(&mut self, way: &[u32]) -> Result<Walked, Stopped> {
        let bits = self.layout.unpack(self.table.row(way[0]));
        let mut walked = Walked { states: Vec::new(), bits: bits.clone(), called: None };
        walked.go_on(&self.layout, &self.system.step.model, bits);
        for &number in &way[1..] {
            let next = self.follower(&walked.bits, number)?;
            walked.go_on(&self.layout, &self.system.step.model, next);
        }
        Ok(walked)
    }

    /// A state of this number that follows another one, with the other one's atoms.
    fn follower(&mut self, bits: &Bits, number: u32) -> Result<Bits, Stopped> {
        self.enter(bits);
        let mut next = Bits::new();
        loop {
            match self.steps.search.next() {
                Step::Model => {}
                Step::Exhausted => panic!("the state follows the one before"),
                Step::Stopped => return Err(Stopped),
            }
            let search = &self.steps.search;
            self.window.next(|var: Var| search.value(var), &mut next);
            let mut canonical = next.clone();
            self.layout.canonical(&mut canonical).ok_or(Stopped)?;
            self.layout.pack(&canonical, &mut self.row);
            if self.table.row(number) == &self.row[..] {
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
        let mut walked = self.walk(&self.way_to(number))?;
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

fn inverse(renaming: &Renaming) -> Renaming {
    let mut inverse = renaming.clone();
    for (at, atom) in (0..).map(AtomId).zip(renaming) {
        inverse[atom.index()] = at;
    }
    inverse
}
