//! Ways through the graph, as behaviours in which each atom keeps its name.

use korrel_lang::arena::Id;
use korrel_lang::instance::Instance;
use korrel_lang::model::Model;
use korrel_lang::trace::Trace;
use korrel_lang::universe::AtomId;
use korrel_sat::{Models, Step, Var};

use super::cover::CoverWay;
use super::graph::{StateGraph, ViolatedClaim};
use super::labelling::StateBits;
use super::layout::{AtomRenaming, StateLayout};
use crate::search::beyond::QuestionStop;

impl StateGraph<'_> {
    /// The states on a shortest way to one, the first one first.
    ///
    /// # Errors
    /// A stop, by the store of the states if one was given.
    pub fn way_to(&self, number: u32) -> Result<Vec<u32>, QuestionStop> {
        let mut way = vec![number];
        while let Some(from) = self.from(*way.last().expect("it has a state"))? {
            way.push(from);
        }
        way.reverse();
        Ok(way)
    }

    /// A behaviour that goes through states, in which each atom keeps its name. Each must be one of the next states of
    /// the one before, by a step that takes the action that the way names.
    ///
    /// # Errors
    /// A stop.
    pub fn behaviour(&mut self, way: &CoverWay) -> Result<Trace, QuestionStop> {
        Ok(self.walk(way)?.behaviour())
    }

    fn walk(&mut self, way: &CoverWay) -> Result<WalkedStates, QuestionStop> {
        let bits = self.bits(way.states[0])?;
        let mut walked = WalkedStates { states: Vec::new(), bits: bits.clone(), called: None };
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
        bits: &StateBits,
        number: u32,
        takes: Option<usize>,
    ) -> Result<StateBits, QuestionStop> {
        self.enter(bits);
        let row = self.row_of(number)?;
        let mut next = StateBits::new();
        loop {
            assert!(self.next_state(&mut next)?, "the state follows the one before");
            self.known.row_of(&mut self.layout, &next, &mut self.row).ok_or(QuestionStop)?;
            let takes_it = |action: usize| {
                self.taken(bits, &next).is_none_or(|taken| !taken[action].is_empty())
            };
            if row == self.row && takes.is_none_or(takes_it) {
                return Ok(next);
            }
        }
    }

    /// The behaviour that shows that a claim does not hold of a state: a shortest way to it, and one state more if
    /// it does not hold of a step.
    ///
    /// # Errors
    /// A stop.
    pub fn counterexample(
        &mut self,
        number: u32,
        violated: ViolatedClaim,
    ) -> Result<Trace, QuestionStop> {
        let mut walked = self.walk(&CoverWay::through(self.way_to(number)?))?;
        let claim = &mut self.claims[violated.claim];
        if claim.is_of_step {
            let mut next = StateBits::new();
            self.literals.clear();
            claim.window.enter(&walked.bits, &mut self.literals);
            claim.all.search.enter_where(&self.literals);
            match claim.all.search.next() {
                Step::Model => {}
                Step::Exhausted => panic!("the claim does not hold here"),
                Step::Stopped => return Err(QuestionStop),
            }
            claim.window.next(|var: Var| claim.all.search.value(var), &mut next);
            walked.go_on(&self.layout, &self.system.step.model, next);
        }
        Ok(walked.behaviour())
    }
}

/// States on a way, in which each atom keeps its name.
struct WalkedStates {
    states: Vec<Instance>,
    /// The last one, with the atoms that are there in front.
    bits: StateBits,
    /// For each atom of the behaviour the one that it is there, or `None` while no two differ.
    called: Option<AtomRenaming>,
}

impl WalkedStates {
    /// Adds a state that has the atoms of the last one.
    fn go_on(&mut self, layout: &StateLayout<'_>, model: &Model, mut next: StateBits) {
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

fn inverse(renaming: &AtomRenaming) -> AtomRenaming {
    let mut inverse = renaming.clone();
    for (at, atom) in (0..).map(AtomId).zip(renaming) {
        inverse[atom.index()] = at;
    }
    inverse
}
