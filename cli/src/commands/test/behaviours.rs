//! A run of behaviours, wherever they are from.

use korrel_campaign::{CampaignError, TOOL, TestEnd};
use korrel_draw::Hints;
use korrel_harness::emit::emit_behaviours;
use korrel_harness::report::{Collector, Report, ReportHeading, RunStatus};
use korrel_harness::{End, InputName, Plan, Relabel, TestQuestion};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::spec::Spec;
use serde_json::{Map, Value as Json, json};

use super::drivers::{AGAINST, plan_of};
use super::inputs::Replay;
use super::trial::Trial;
use super::{Artist, known, outcome};
use crate::commands::shared::question::limited;
use crate::files::fresh::FreshFile;
use crate::files::theme::{self, ThemeFile};
use crate::flags::TestFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;

/// The settings that all such runs share.
pub struct BehaviourTrial<'t> {
    test: &'t TestFlags,
    pub plan: Plan,
    pub stop: Stop,
    /// The behaviour that is replayed.
    pub only: Option<InputName>,
    page: Option<FreshFile>,
    /// How the pictures of the page are drawn: what the spec says, and a theme after it.
    hints: Hints,
    theme: Option<ThemeFile>,
}

impl<'t> BehaviourTrial<'t> {
    /// # Errors
    /// Settings that cannot be.
    pub fn new(test: &'t TestFlags, report: &Reporter) -> Result<BehaviourTrial<'t>, Error> {
        refuse(test)?;
        let stop = limited(Stop::new(), test.drivers.total_timeout, None)?;
        let only = match Replay::new(test.inputs.replay.as_deref())? {
            Replay::No => None,
            Replay::Name(name) => Some(name),
            Replay::Recorded(_) => {
                let message =
                    "a folder holds inputs of a spec; of a behaviour, `--replay` takes the key";
                return Err(Error::usage(message));
            }
        };
        let plan = Plan {
            stop_after: test.outcome.stop_after.map(Into::into),
            give_up_after: test.outcome.give_up_after(),
            budget: test.inputs.budget,
            relabel: match &only {
                Some(name) if test.behaviours.itf.is_empty() => name.labelling.map(Relabel::Only),
                Some(_) => None,
                None => test.inputs.relabel,
            },
            // The labelling is made alone, unless it is to agree.
            relabel_only_judged: test.judging.relabel_judge
                || only.is_some() && test.inputs.relabel.is_none(),
            seed: test.inputs.seed,
            has_spoken: only.is_some(),
            coverage: test.outcome.select,
            checks: test.outcome.emit_test.is_some(),
            ..plan_of(&test.driver, &test.drivers, report)?
        };
        let page = test.outcome.told.html.as_deref().map(FreshFile::at).transpose()?;
        let theme = theme::told(test.outcome.told.theme.as_deref(), report)?;
        let hints = Hints::default();
        Ok(BehaviourTrial { test, plan, stop, only, page, hints, theme })
    }

    /// The same, drawn as the spec says in its comments, too.
    pub fn hinted(self, spec: &Spec) -> BehaviourTrial<'t> {
        let hints = Hints::read(spec.texts().next().unwrap_or_default());
        BehaviourTrial { hints, ..self }
    }

    /// The number of the part of all calls that is to be made, and that of all parts.
    pub fn shard(&self) -> Option<(u32, u32)> {
        self.test.inputs.shard.map(|shard| (shard.part, shard.of))
    }

    /// The heading of a report on a spec, or on traces of another program. `replay`: the words that make the calls again.
    pub fn heading(
        &self,
        spec: &str,
        scope: String,
        question: &TestQuestion,
        replay: Vec<String>,
    ) -> ReportHeading {
        ReportHeading {
            tool: TOOL.to_owned(),
            spec: spec.to_owned(),
            scope,
            driver: self.plan.driver.words(),
            shard: self.shard(),
            declarations: declared_by(question),
            replay,
            ..ReportHeading::default()
        }
    }

    /// Makes the calls, and writes the report. Returns it, and whether it is on all behaviours.
    ///
    /// # Errors
    /// Behaviours that cannot be listed; output that cannot be written.
    pub fn tried(
        self,
        question: &TestQuestion,
        heading: ReportHeading,
        report: &Reporter,
        run: impl FnOnce(&mut Collector<'_>) -> Result<End, CampaignError>,
    ) -> Result<(Report, bool), Error> {
        let BehaviourTrial { test, plan, stop, only, page, hints, mut theme } = self;
        let artist = Artist::new(&heading).themed(&hints, theme.as_mut(), report);
        let (known, recorder) = (known(test)?, None);
        let (plan, flags, stop) = (&plan, test, &stop);
        let begun = None;
        let trial = Trial { heading, plan, question, flags, stop, known, recorder, begun };
        stop.heed(Stop::tell);
        stop.take_over();
        let (outcome, covered, refusal) =
            trial.run(|collector, _| Ok(TestEnd { end: run(collector)?, grown: None }))?;
        let is_refused = refusal.is_some();
        refusal.into_iter().for_each(|error| {
            report.error(error);
        });
        let tests = |report: &Report, framework| emit_behaviours(framework, report, question);
        let drawn = (&outcome, &artist);
        outcome::write_outcome(&test.outcome, (None, page), drawn, covered.as_ref(), &tests)?;
        let is_whole = outcome.status == RunStatus::Complete
            && only.is_none()
            && !is_refused
            && test.inputs.shard.is_none();
        Ok((outcome, is_whole))
    }
}

/// Refuses the flags that speak of inputs which are sent whole.
fn refuse(test: &TestFlags) -> Result<(), Error> {
    let TestFlags { inputs, judging, outcome, .. } = test;
    let own = "a behaviour is judged by the facts and the actions of the spec";
    let replay = "`--replay KEY` makes the calls of a failure again, and `--format json` writes them as `calls`";
    let once = "a call whose answer does not come again is found by itself: `not repeatable`";
    let refused = [
        (!inputs.ops.is_empty(), "--op", "`--actions NAME,…` names the predicates that are calls"),
        (
            inputs.grow.is_some(),
            "--grow",
            "behaviours have the size of `--scope`, and grow by `--steps`",
        ),
        (
            inputs.after.is_some(),
            "--after",
            "calls depend on the answers before them; deal them out: `--shard I/N`",
        ),
        (
            inputs.relabel.is_some() && !test.behaviours.itf.is_empty(),
            "--relabel",
            "the values of a trace have no names to exchange",
        ),
        (
            inputs.relabel.is_some() && test.behaviours.clients.is_some(),
            "--relabel",
            "their schedules differ from run to run; `korrel test --traces` without `--clients` relabels",
        ),
        (
            inputs.relabel.is_some() && test.behaviours.cover_traces.is_some(),
            "--relabel",
            "a short suite makes each call once in each state, up to the names of objects",
        ),
        (
            inputs.seed != 0 && inputs.relabel.is_none(),
            "--seed",
            "only `--relabel N` draws at random",
        ),
        (inputs.repeat.get() > 1 && test.behaviours.clients.is_none(), "--repeat", once),
        (
            inputs.lazy,
            "--lazy",
            "what a program has read it may keep; snapshots save calls: `{\"ready\":true,\"snapshots\":true}`",
        ),
        (inputs.keyed.keys, "--keys", "the key of a behaviour is not known before its last call"),
        (judging.invariant.is_some(), "--invariant", own),
        (
            test.driver.windows(2).any(|two| two == AGAINST),
            "--against",
            "run each program by itself, and compare the reports in JSON",
        ),
        (outcome.record.is_some(), "--record", replay),
        (
            outcome.emit_test.is_some() && !test.behaviours.itf.is_empty(),
            "--emit-test",
            "values of ITF are compared by Korrel; `--replay KEY` makes the calls of a failure again",
        ),
        (
            outcome.emit_test.is_some() && test.behaviours.clients.is_some(),
            "--emit-test",
            "a program of clients fails in some schedules only; `--replay KEY` runs it again",
        ),
        (
            outcome.certificate.is_some(),
            "--certificate",
            "a certificate is about a list of inputs; the report in JSON has all counts",
        ),
    ];
    let of_clients = [(
        test.drivers.drivers != 1,
        "-j",
        "one driver runs all of them: their clients are to meet, and other drivers would take the processors",
    )];
    let is_given = |(is_given, ..): &&(bool, &'static str, &'static str)| *is_given;
    let is_clients = test.behaviours.clients.is_some();
    let given = refused.iter().find(is_given).map(|given| (given, "behaviours"));
    let of_clients = of_clients.iter().filter(|_| is_clients).find(is_given);
    match given.or(of_clients.map(|given| (given, "programs of clients"))) {
        None => Ok(()),
        Some(((_, flag, instead), of)) => {
            let mistake = Diagnostic::new(code::FILE, format!("`{flag}` is not for {of}"));
            Err(Error::Usage(mistake.help(*instead)))
        }
    }
}

/// The declarations of a report, with the operations.
fn declared_by(question: &TestQuestion) -> Map<String, Json> {
    let mut declarations = question.declarations.clone();
    let ops = question.operations.iter().map(|op| {
        let parameters = korrel_heapgraph::shapes(&op.parameters);
        (op.name.clone(), json!({ "parameters": parameters }))
    });
    declarations.insert("ops".to_owned(), Json::Object(ops.collect()));
    for own in ["tool", "spec"] {
        declarations.shift_remove(own);
    }
    declarations
}
