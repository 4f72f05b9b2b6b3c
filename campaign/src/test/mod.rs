//! The test of a program on every input: inputs are listed, sent and judged.

mod inputs;
mod right;

use korrel_enumerate::Shard;
use korrel_harness::corpus::RecordedInput;
use korrel_harness::report::{Collector, Grown};
use korrel_harness::{
    End, Growing, Input, InputName, ListedInputs, Plan, Stops, TestQuestion, TestRun, run, run_lazy,
};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use korrel_translate::Overflow;

use self::inputs::InputNumbering;
pub use self::inputs::{After, TestInputs, WantedInputs, after_report, after_text};
pub use self::right::{RightAnswer, right_answer};
use crate::error::{CampaignError, OnRemark, Remark};
use crate::listing::{ListingEnd, Messages, TestListing};
use crate::oracle::SpecOracles;
use crate::scope::{InputSize, may_repeat};

/// A test of a program.
#[derive(Clone, Copy)]
pub struct TestCampaign<'t> {
    pub spec: &'t Spec,
    pub oracles: &'t SpecOracles<'t>,
    pub plan: &'t Plan,
    pub question: &'t TestQuestion,
    pub inputs: &'t TestInputs,
    pub overflow: Overflow,
    pub shard: Option<Shard>,
    /// Inputs in which the program would read just what it has read in another one are not sent.
    /// `plan.answers` is set.
    pub is_lazy: bool,
    /// Gets the number of inputs, if that is soon known.
    pub expect: Option<&'t (dyn Fn(u64) + Sync)>,
    pub effort: &'t Effort,
}

/// The end of a test.
#[derive(Debug)]
pub struct TestEnd {
    pub end: End,
    /// The n that was reached, if the scope grows.
    pub grown: Option<Grown>,
}

/// The result of trying the listed inputs.
struct TrialEnd {
    end: End,
    /// The input that was asked for, if it did not come.
    missing: Option<InputName>,
    /// The reason why the labelling that was asked for is not there.
    no_labelling: Option<String>,
    /// The error of a run that is to continue after an id that does not exist.
    beyond: Option<CampaignError>,
    grown: Option<Grown>,
    /// The last n that was begun, where the scope grows.
    n: Option<u64>,
}

impl TestCampaign<'_> {
    /// Tries the inputs. The collector gets the outcomes.
    ///
    /// # Errors
    /// Inputs that cannot be listed, or that do not exist.
    pub fn run(
        &self,
        collector: &mut Collector<'_>,
        remark: OnRemark<'_>,
    ) -> Result<TestEnd, CampaignError> {
        match self.inputs {
            TestInputs::Recorded(recorded) => {
                let mut inputs = self.recorded(recorded, remark).into_iter();
                Ok(TestEnd { end: self.try_all(&mut inputs, collector, &|| {}), grown: None })
            }
            TestInputs::Listed(wanted) => self.listed(wanted, collector, remark),
        }
    }

    /// The recorded inputs that are of the tested operations.
    fn recorded(&self, recorded: &[RecordedInput], remark: OnRemark<'_>) -> Vec<Input> {
        let operations = &self.question.operations;
        let numbered = (0..).zip(recorded);
        let inputs: Vec<Input> =
            numbered.filter_map(|(id, recorded)| recorded.input(operations, id)).collect();
        if inputs.len() < recorded.len() {
            remark(Remark::OtherOperations(recorded.len() - inputs.len()));
        }
        inputs
    }

    fn try_all(
        &self,
        inputs: &mut dyn Iterator<Item = Input>,
        collector: &mut Collector<'_>,
        enough: &(dyn Fn() + Sync),
    ) -> End {
        let stops = Stops::new(self.effort.flag(), None).telling(enough);
        let &TestCampaign { plan, question, oracles, .. } = self;
        let tested = TestRun { plan, question, oracles, stops: &stops };
        let mut listed = ListedInputs { inputs, collector };
        match self.is_lazy {
            true => run_lazy(tested, &mut listed),
            false => run(tested, &mut listed),
        }
    }

    /// Tries the inputs that another thread lists.
    fn listed(
        &self,
        wanted: &WantedInputs,
        collector: &mut Collector<'_>,
        remark: OnRemark<'_>,
    ) -> Result<TestEnd, CampaignError> {
        let may_repeat = self.may_repeat()?;
        let is_one = matches!(wanted, WantedInputs::Only { .. });
        let listing = TestListing {
            shard: self.shard,
            may_repeat,
            wants_names: self.plan.keys || collector.wants_keys() || is_one || may_repeat,
            expect: self.expect,
            budget: self.plan.budget,
            ..TestListing::new(self.spec, self.oracles.subjects, self.overflow, self.effort)
        };
        let (tried, ended) = listing.beside(|mut messages| {
            let listing = messages.effort().clone();
            self.try_listed(wanted, &mut messages, collector, &|| listing.stop())
        })?;
        let TrialEnd { end, missing, no_labelling, beyond, mut grown, n } = tried;
        let missing = missing.map(|name| match (&ended, n) {
            (ListingEnd::All, _) | (_, None) => format!("no input has the key {name}"),
            (_, Some(n)) => format!(
                "no input was found that has the key {name}; the budget ended the search: not all of n = {n} were listed"
            ),
        });
        if let (End::Exhausted, Some(message)) = (&end, no_labelling.or(missing)) {
            let mistake = Diagnostic::new(code::KEY, message).help(KEY_HELP);
            return Err(CampaignError::Settings(mistake));
        }
        if let (End::Exhausted, ListingEnd::All, Some(error)) = (&end, &ended, beyond) {
            return Err(error);
        }
        if let (End::Exhausted, ListingEnd::Refused(..), Some(grown)) = (&end, &ended, &mut grown) {
            grown.then = None;
        }
        Ok(TestEnd { end: self.end(end, ended, is_one, remark)?, grown })
    }

    /// Tries the inputs that are wanted, among those that the listing sends.
    fn try_listed(
        &self,
        wanted: &WantedInputs,
        messages: &mut Messages,
        collector: &mut Collector<'_>,
        enough: &(dyn Fn() + Sync),
    ) -> TrialEnd {
        let mut growing = Growing::new(messages);
        let mut numbered = InputNumbering::new(&mut growing, wanted, self.oracles.spec_oracle());
        let end = self.try_all(&mut numbered, collector, enough);
        let missing = numbered.missing().cloned();
        let no_labelling = numbered
            .no_labelling
            .map(|count| format!("there is no such labelling; there are {count}, from 0"));
        let beyond = numbered.beyond().map(|(id, listed)| beyond(id, listed));
        let tried = collector.report.inputs();
        let is_extent_told = self.grows() && matches!(wanted, WantedInputs::After(_));
        let grown = is_extent_told.then(|| growing.grown(tried));
        let n = self.grows().then(|| growing.n().unwrap_or(0));
        TrialEnd { end, missing, no_labelling, beyond, grown, n }
    }

    /// The reason why a run ended, if its inputs were not all listed.
    fn end(
        &self,
        end: End,
        ended: ListingEnd,
        is_one: bool,
        remark: OnRemark<'_>,
    ) -> Result<End, CampaignError> {
        match (end, ended) {
            (_, ListingEnd::Wrong(error)) => Err(error),
            (End::Exhausted, ListingEnd::Refused(_, error)) if !self.grows() => Err(error),
            (End::Exhausted, ListingEnd::Refused(n, error)) => {
                remark(Remark::NotGrown(n, error));
                Ok(End::Budget)
            }
            (End::Exhausted, ListingEnd::Cut) if is_one => Ok(End::Exhausted),
            (End::Exhausted, ListingEnd::Cut) if self.effort.is_stopped() => Ok(End::Stopped),
            (End::Exhausted, ListingEnd::Cut) => Ok(End::Budget),
            (end, _) => Ok(end),
        }
    }

    /// True if some scope grows.
    fn grows(&self) -> bool {
        self.oracles.subjects.iter().any(|subject| matches!(subject.size, InputSize::Growing(_)))
    }

    fn may_repeat(&self) -> Result<bool, CampaignError> {
        let mut spec = self.spec.clone();
        for subject in self.oracles.subjects {
            if may_repeat(&mut spec, &subject.command, &subject.size)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// There are no inputs up to this id. `listed`: how many there are.
fn beyond(id: u64, listed: u64) -> CampaignError {
    let message = format!("there is no input with the id {id} to go on after");
    let help = match listed.checked_sub(1) {
        Some(last) => format!("the last one has the id {last}"),
        None => "there is no input at all".to_owned(),
    };
    CampaignError::Settings(Diagnostic::new(code::AFTER, message).help(help))
}

/// The help for a user who looks for a key.
const KEY_HELP: &str = "a key is of one operation, within its scope: `--op`, `--scope` and `--grow` must be as in \
                        the run that told it";
