//! Minimisations: the smallest input that fails for the same cause.

mod search;
mod shrink;

use std::time::{Duration, Instant};

use korrel_harness::{
    Done, End, FailedInput, Input, InputOutcome, Plan, Refusal, Stops, TestRun, run,
};
use korrel_lang::code;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use korrel_translate::Overflow;
use serde::Serialize;
use serde_json::Value as Json;

use crate::error::{CampaignError, OnRemark, Remark};
use crate::listing::{ListingEnd, TestListing};
use crate::oracle::SpecOracles;
use crate::subject::{OperationChoice, Subject, question, subjects};

use self::search::{KeptSizes, Minimisation, extent};
use self::shrink::measure;

/// The question for a smaller input.
pub struct MinimiseQuestion<'m> {
    spec: &'m Spec,
    /// The operation and its scope, as they were chosen.
    choice: OperationChoice,
    overflow: Overflow,
    oracles: &'m SpecOracles<'m>,
    heap: Json,
    kept: KeptSizes<'m>,
    is_allowed: bool,
}

/// The end of a minimisation.
pub enum MinimisationEnd {
    Found(Box<SmallestInput>),
    /// The given input does not fail: the outcome.
    Passed(String),
    /// It was stopped before the given input was tried.
    Stopped,
    /// The driver cannot be asked.
    Refused(Refusal),
}

/// The smallest input that was found.
pub struct SmallestInput {
    /// Its outcome, which is a failure.
    pub done: Done,
    /// The number of its objects, and of those of the given input.
    pub objects: u64,
    pub given: u64,
    /// The number of inputs tried that have fewer objects.
    pub tried: u64,
    /// All of them were tried.
    pub is_minimal: bool,
    /// The spec does not allow the given input, and nothing smaller that it allows was found.
    pub is_forbidden: bool,
}

/// A record of a minimisation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MinimiseRecord<'m> {
    Failure(&'m FailedInput),
    End {
        /// `complete`: no smaller input fails so. Else why the search ended: `budget`, `interrupted`.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["complete", "budget", "interrupted"])))]
        status: &'static str,
        /// The number of objects of the given input, and of the one that was found.
        given: u64,
        objects: u64,
        /// The number of inputs tried that have fewer objects.
        smaller: u64,
        /// `false`: the spec does not allow the input.
        #[serde(skip_serializing_if = "Option::is_none")]
        allowed: Option<bool>,
    },
}

impl SmallestInput {
    /// The failure, and the end; the status is `complete` whatever it was if no smaller input is left.
    pub fn records(&self, status: &'static str) -> [MinimiseRecord<'_>; 2] {
        let InputOutcome::Failed(failure) = &self.done.outcome else { unreachable!("it failed") };
        let end = MinimiseRecord::End {
            status: if self.is_minimal { "complete" } else { status },
            given: self.given,
            objects: self.objects,
            smaller: self.tried,
            allowed: self.is_forbidden.then_some(false),
        };
        [MinimiseRecord::Failure(failure), end]
    }
}

impl<'m> MinimiseQuestion<'m> {
    /// The oracles are of the one operation that fails.
    ///
    /// # Errors
    /// A heap that is no input of the operation, or a scope that cannot be.
    pub fn new(
        spec: &'m Spec,
        choice: OperationChoice,
        overflow: Overflow,
        oracles: &'m SpecOracles<'m>,
        heap: Json,
        remark: OnRemark<'_>,
    ) -> Result<MinimiseQuestion<'m>, CampaignError> {
        let subject: &Subject = &oracles.subjects[0];
        let oracle = oracles.spec_oracle();
        if let Some(why) = oracle.misfit(0, &heap) {
            let name = &subject.operation.name;
            return Err(CampaignError::settings(format!(
                "the heap is no input of `{name}`: {why}"
            )));
        }
        let is_allowed = match oracle.applies(0, &heap) {
            Ok(is_allowed) => is_allowed,
            Err(why) => {
                remark(Remark::Undecided(why));
                true
            }
        };
        if !is_allowed {
            remark(Remark::Forbidden);
        }
        let kept = KeptSizes::new(spec, subject, choice.scope.is_some(), &heap)?;
        Ok(MinimiseQuestion { spec, choice, overflow, oracles, heap, kept, is_allowed })
    }

    /// Looks for the smallest input until the budget is spent, or the flag of the effort is raised.
    ///
    /// # Errors
    /// Smaller inputs that cannot be listed.
    pub fn minimise(
        self,
        plan: &Plan,
        budget: Duration,
        effort: &Effort,
        remark: OnRemark<'_>,
    ) -> Result<MinimisationEnd, CampaignError> {
        let MinimiseQuestion { spec, choice, overflow, oracles, heap, kept, is_allowed } = self;
        let given = measure(&heap).0 as u64;
        let input = Input { op: 0, id: 0, size: given, heap: heap.into(), name: None };
        let mut search = Minimisation::new(oracles.spec_oracle(), kept, input);
        let begun = Instant::now();
        let plan = Plan { budget: Some(budget), ..plan.clone() };
        match tried(&plan, oracles, effort, &mut search) {
            End::Refused(refusal) => return Ok(MinimisationEnd::Refused(refusal)),
            _ if search.passed.is_some() => {}
            End::Exhausted if search.best.is_some() => {
                let budget = budget.saturating_sub(begun.elapsed());
                let plan = Plan { budget: Some(budget), has_spoken: true, ..plan };
                let below = Below { spec, choice, overflow, plan: &plan, budget, effort };
                below.try_all(&mut search, remark)?;
            }
            _ => {}
        }
        let is_forbidden = !is_allowed && search.improved == 0;
        let (objects, tried, is_minimal) = (search.objects(), search.tried, search.is_minimal);
        Ok(match (search.passed, search.best) {
            (Some(why), _) => MinimisationEnd::Passed(why),
            (None, None) => MinimisationEnd::Stopped,
            (None, Some((done, _))) => MinimisationEnd::Found(Box::new(SmallestInput {
                done,
                objects,
                given,
                tried,
                is_minimal,
                is_forbidden,
            })),
        })
    }
}

fn tried(
    plan: &Plan,
    oracles: &SpecOracles<'_>,
    effort: &Effort,
    search: &mut Minimisation<'_>,
) -> End {
    let stops = Stops::new(effort.flag(), None);
    let question = &question(oracles.subjects);
    run(TestRun { plan, question, oracles, stops: &stops }, search)
}

/// All inputs with fewer objects than the best.
struct Below<'b> {
    spec: &'b Spec,
    choice: OperationChoice,
    overflow: Overflow,
    plan: &'b Plan,
    budget: Duration,
    effort: &'b Effort,
}

impl Below<'_> {
    fn try_all(
        mut self,
        search: &mut Minimisation<'_>,
        remark: OnRemark<'_>,
    ) -> Result<(), CampaignError> {
        let has_scope = self.choice.scope.is_some();
        if let (false, Some((_, heap))) = (has_scope, &search.best) {
            let most = search.objects().saturating_sub(1);
            let (least, greatest, length) = extent(heap);
            self.choice.scope = Some(format!("{most} but {least}..{greatest} Int, {length} seq"));
        }
        let mut spec = self.spec.clone();
        let subjects = match subjects(&mut spec, &self.choice) {
            Ok(subjects) => subjects,
            // There is no scope so small: some sig has more objects in each input.
            Err(CampaignError::Spec(mistakes))
                if !has_scope
                    && mistakes
                        .diagnostics
                        .iter()
                        .all(|mistake| mistake.code != Some(code::TOO_LARGE)) =>
            {
                search.is_minimal = true;
                return Ok(());
            }
            Err(error) if !has_scope => {
                remark(Remark::NoSmallerScope(error));
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let oracles = SpecOracles::new(&spec, &subjects)?;
        let listing = TestListing {
            budget: Some(self.budget),
            ..TestListing::new(&spec, &subjects, self.overflow, self.effort)
        };
        let ((), ended) = listing.beside(|messages| {
            search.listed = Some(messages);
            let end = tried(self.plan, &oracles, self.effort, search);
            search.listed = None;
            // An input that was sent and not answered may fail, too.
            search.is_minimal &= matches!(end, End::Exhausted);
            if let End::Refused(refusal) = end {
                remark(Remark::GivenUp(refusal));
            }
        })?;
        match ended {
            ListingEnd::Wrong(error) => return Err(error),
            ListingEnd::Refused(_, error) if !search.is_minimal => remark(Remark::Unlisted(error)),
            ListingEnd::All | ListingEnd::Cut | ListingEnd::Refused(..) => {}
        }
        Ok(())
    }
}
