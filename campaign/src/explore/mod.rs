//! Explorations: the states of a program that calls lead to.

mod arguments;
mod program;
mod record;
mod search;
mod sequences;
mod state;

use std::collections::HashSet;

use korrel_harness::coverage::InputCoverage;
use korrel_harness::report::{Collector, Report, RunStatus, hash_of};
use korrel_harness::{
    End, Input, Oracle, OracleAnswer, Oracles, Plan, SpecViolation, Stops, TestRun, run,
};
use korrel_heapgraph::Record;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use serde_json::Value as Json;

pub use self::arguments::CallArguments;
pub use self::program::{ExploreQuestion, ExploredProgram};
pub use self::record::ExploreRecord;
use self::search::ExploreCampaign;
pub use self::search::{Call, Exploration, ForbiddenStates, ReachedState};
pub use self::state::size;
pub(crate) use self::state::{objects_of, reached};
use crate::error::CampaignError;
use crate::listing::{ListingEnd, ListingMessage, TestListing};
use crate::oracle::{SpecOracle, SpecOracles};

/// The oracles of an exploration.
pub struct ExploreOracles<'e> {
    spec: &'e Spec,
    program: &'e ExploredProgram,
    calls: SpecOracles<'e>,
    states: SpecOracles<'e>,
}

/// The end of an exploration.
pub struct ExplorationEnd<'e> {
    pub exploration: Exploration<'e>,
    pub report: Report,
    pub covered: Option<InputCoverage>,
    pub end: End,
    /// The comparison with the instances of a predicate, if one was made.
    pub unreached: Option<UnreachedInstances>,
}

/// The result of a comparison with the states.
#[derive(Default)]
pub struct UnreachedInstances {
    /// The number of instances, each counted once by the part that its root reaches.
    pub instances: u64,
    /// The instances that nothing reaches, the smallest first, with their keys.
    pub found: Vec<(String, Json)>,
    /// All instances were listed.
    pub is_whole: bool,
}

impl<'e> ExploreOracles<'e> {
    /// # Errors
    /// Names that clash.
    pub fn new(
        spec: &'e Spec,
        program: &'e ExploredProgram,
    ) -> Result<ExploreOracles<'e>, CampaignError> {
        let calls = SpecOracles::new(spec, &program.subjects)?;
        let states = SpecOracles::new(spec, std::slice::from_ref(&program.states))?;
        Ok(ExploreOracles { spec, program, calls, states })
    }

    /// Explores. If the flag of the effort ends it, `stopped` gives the reason for the flag. `plan.answers` must
    /// be set.
    pub fn explore(
        &self,
        question: &ExploreQuestion,
        plan: &Plan,
        collector: Collector<'_>,
        effort: &Effort,
        stopped: &dyn Fn() -> RunStatus,
    ) -> ExplorationEnd<'_> {
        let states = self.states.spec_oracle();
        let exploration = Exploration::new(self.program, states, self.call_oracle(), question);
        let mut campaign = ExploreCampaign { exploration, collector };
        let stops = Stops::new(effort.flag(), None);
        let question = &self.program.question();
        let end = run(TestRun { plan, question, oracles: self, stops: &stops }, &mut campaign);
        let ExploreCampaign { exploration, mut collector } = campaign;
        let covered = collector.covered.take();
        let mut report = collector.end(&end, stopped());
        if let Some(problem) = &exploration.problem {
            report.problems.push(problem.clone());
            report.status = RunStatus::Refused;
        }
        ExplorationEnd { exploration, report, covered, end, unreached: None }
    }

    /// Compares the instances of the predicate that was asked about with all states.
    ///
    /// # Errors
    /// Instances that cannot be listed.
    pub fn compare(
        &self,
        explored: &mut ExplorationEnd<'_>,
        question: &ExploreQuestion,
        effort: &Effort,
        stopped: &dyn Fn() -> RunStatus,
    ) -> Result<(), CampaignError> {
        let is_whole =
            matches!(explored.end, End::Exhausted) && explored.exploration.problem.is_none();
        if question.against.is_none() || !is_whole {
            return Ok(());
        }
        let unreached = self.unreached(&explored.exploration, question, effort)?;
        if !unreached.is_whole && explored.report.status == RunStatus::Complete {
            explored.report.status = stopped();
        }
        explored.unreached = Some(unreached);
        Ok(())
    }

    fn unreached(
        &self,
        exploration: &Exploration<'_>,
        question: &ExploreQuestion,
        effort: &Effort,
    ) -> Result<UnreachedInstances, CampaignError> {
        let subjects = self.states.subjects;
        let listing = TestListing {
            wants_names: true,
            ..TestListing::new(self.spec, subjects, question.overflow, effort)
        };
        let (mut compared, ended) = listing.beside(|messages| {
            let mut compared = UnreachedInstances::default();
            let (mut oracle, mut seen) = (self.states.spec_oracle(), HashSet::new());
            for message in messages {
                let ListingMessage::Input(input) = message else { continue };
                let (key, heap) = part(input, &mut oracle);
                if seen.insert(key.clone()) {
                    compared.instances += 1;
                    if !exploration.is_reached(&key) {
                        compared.found.push((key, heap));
                    }
                }
            }
            compared
        })?;
        match ended {
            ListingEnd::All => compared.is_whole = true,
            ListingEnd::Cut => {}
            ListingEnd::Refused(_, error) | ListingEnd::Wrong(error) => return Err(error),
        }
        // An instance without its unreached objects may be smaller than those before it.
        compared.found.sort_by_key(|(_, heap)| size(heap));
        Ok(compared)
    }

    fn call_oracle(&self) -> ExploreOracle<'_> {
        ExploreOracle { oracle: self.calls.spec_oracle(), program: self.program }
    }
}

/// Returns the part of an instance that is a state, and its key.
fn part(input: Input, oracle: &mut dyn Oracle) -> (String, Json) {
    let heap = input.heap.json().clone();
    let whole = size(&heap);
    let heap = reached(heap);
    match input.name {
        Some(name) if size(&heap) == whole => (name.key, heap),
        _ => {
            let part = Input { heap: heap.clone().into(), name: None, ..input };
            (oracle.key(&part), heap)
        }
    }
}

impl Oracles for ExploreOracles<'_> {
    fn oracle(&self) -> Box<dyn Oracle + '_> {
        Box::new(self.call_oracle())
    }
}

/// The oracle of calls. The spec does not constrain a constructor that only the driver names.
struct ExploreOracle<'e> {
    oracle: SpecOracle<'e>,
    program: &'e ExploredProgram,
}

impl ExploreOracle<'_> {
    /// True if a heap is an input of an operation.
    ///
    /// # Errors
    /// It does not fit its types, or is too large.
    fn applies(&self, op: usize, heap: &Json) -> Result<bool, String> {
        self.oracle.applies(op, heap)
    }
}

impl Oracle for ExploreOracle<'_> {
    fn key(&mut self, input: &Input) -> String {
        match self.program.is_unsaid(input.op) {
            true => hash_of(std::iter::once(input.heap.text())),
            false => self.oracle.key(input),
        }
    }

    fn canonical(&mut self, input: &Input) -> Record {
        match self.program.is_unsaid(input.op) {
            true => input.heap.clone(),
            false => self.oracle.canonical(input),
        }
    }

    fn throws(&mut self, op: usize, heap: &Record) -> Option<bool> {
        self.oracle.throws(op, heap)
    }

    fn judge(&mut self, answered: &OracleAnswer<'_>) -> Vec<SpecViolation> {
        match self.program.is_unsaid(answered.op) {
            true => Vec::new(),
            false => self.oracle.judge(answered),
        }
    }
}
