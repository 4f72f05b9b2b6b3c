//! A command, its expectation, and what is found.
//!
//! Instances are counted as far as the expectation needs it, and no further. Where there should be none, the first one
//! is shown.

use std::fmt;
use std::ops::ControlFlow;

use korrel_enumerate::heap::begin_record;
use korrel_enumerate::unbounded::{UnboundedMethod, UnboundedReach, unmet};
use korrel_enumerate::{
    Bodies, Extras, Instances, LONG, Meaning, Records, Unwritten, list, vacuous,
};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, CommandKind, Declaration, Expect, Model, Node};
use korrel_lang::source::Span;
use korrel_lang::spec::{Spec, chained};
use korrel_lang::unroll::STEPS;
use korrel_sat::{Effort, Step};
use serde::Serialize;
use serde_json::Value as Json;

use crate::answer::FoundAnswer;
use crate::settings::Settings;
use crate::spec::schema;

use super::NoAnswer;
use super::listing::WantedInstance;
use super::posed::PosedQuestion;
use super::unbounded::{AllTraces, ScopedProof, all_traces, up_to};

/// The number of instances that a command expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Expectation {
    pub least: u64,
    /// null: any number from `least` on.
    pub greatest: Option<u64>,
}

/// The finding about a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "FoundAnswer")]
pub enum Finding {
    /// This many and no more.
    Exactly(u64),
    /// At least this many; more were not asked for.
    AtLeast(u64),
    /// At least this many when it was stopped.
    Stopped(u64),
}

/// `none`, `some`, `5`.
impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.greatest) {
            (_, Some(0)) => f.pad("none"),
            (_, Some(count)) => f.pad(&count.to_string()),
            (0, None) => f.pad("anything"),
            (_, None) => f.pad("some"),
        }
    }
}

/// `none`, `5`, `5 or more`, `5 so far`.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Exactly(0) => f.pad("none"),
            Finding::Exactly(count) => f.pad(&count.to_string()),
            Finding::AtLeast(1) => f.pad("some"),
            Finding::AtLeast(count) => f.pad(&format!("{count} or more")),
            Finding::Stopped(count) => f.pad(&format!("{count} so far")),
        }
    }
}

/// The comparison of an expectation with a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Met,
    NotMet,
    /// It was stopped before that was known.
    Incomplete,
}

/// A command that was checked.
#[derive(Clone, Debug)]
pub struct CheckedCommand {
    pub expected: Expectation,
    pub found: Finding,
    /// The record of the first instance, if there should be none.
    pub first: Option<Json>,
    /// The number of states with which Alloy finds a first trace; `None` where there is no trace.
    pub shortest: Option<u32>,
    /// Of a command about traces of any number of states: how it is known that there is none, or how far was looked.
    pub unbounded: Option<Unbounded>,
    /// The warning that a command has no instance whatever it asks for, or that every trace ends.
    pub vacuous: Option<Diagnostic>,
}

/// The point up to which a command is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Until the expectation is known to be met or not to be.
    Enough,
    /// The same, but to the end where a number is expected.
    All,
}

/// What is known about all traces, where none was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unbounded {
    Proven(ScopedProof),
    Stopped(UnboundedReach),
}

/// Checks a command. `warn` is told of what is probably not meant: about the scope and overflows first, then about the
/// result.
///
/// # Errors
/// A command that cannot be asked.
pub fn check(
    spec: &Spec,
    command: &Command,
    meaning: Meaning,
    (count, method): (Count, UnboundedMethod),
    effort: &Effort,
    warn: &mut dyn FnMut(&Diagnostic),
) -> Result<CheckedCommand, NoAnswer> {
    let expected = Expectation::of(command);
    let checked = |found| CheckedCommand::of(expected, found);
    let refused = |mistake| NoAnswer::from(spec.mistake(mistake));
    if command.is_chained {
        return Err(refused(chained(command)));
    }
    if command.scope.is_endless() {
        return check_all_traces(spec, command, (meaning, method), effort, warn);
    }
    let settings = Settings::of(meaning);
    let posed = match PosedQuestion::new(spec, command, &settings, effort) {
        Err(NoAnswer::Stopped) => return Ok(checked(Finding::Stopped(0))),
        posed => posed?,
    };
    posed.cautions().iter().for_each(&mut *warn);
    let enough = match command.expect {
        Some(Expect::Exactly(_)) if count == Count::All => u64::MAX,
        _ => expected.enough(),
    };
    if enough >= LONG {
        posed.endless().iter().for_each(&mut *warn);
    }
    let is_shown = command.kind == CommandKind::Check || expected.is_none();
    // It does not matter which instance it is if nobody sees it.
    let wanted = match enough == 1 && !is_shown {
        true => WantedInstance::Any,
        false => WantedInstance::InOrder,
    };
    let mut listing = posed.open_for(&wanted)?;
    let (mut count, mut first, mut shortest) = (0, None, None);
    let step = list(&mut listing.instances, Bodies::Nothing, 1, |found| {
        count += found.count();
        let instances = found.search().expect("one thread stands at one instance");
        if count == 1 {
            shortest = instances.shortest();
        }
        if count == 1 && is_shown {
            first = record(&posed, command, instances, warn)?;
            let note = first.as_ref().and_then(|first| same_witnesses(&spec.model, command, first));
            note.iter().for_each(&mut *warn);
        }
        let is_enough = count >= enough;
        let flow = if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        Ok::<_, NoAnswer>(flow)
    })?;
    let found = match step {
        Step::Model => Finding::AtLeast(count),
        Step::Exhausted => Finding::Exactly(count),
        Step::Stopped => Finding::Stopped(count),
    };
    let is_empty = found == Finding::Exactly(0);
    let is_wanted = !expected.is_none();
    let vacuous = if is_empty { vacuous(&posed.problem.question, is_wanted, effort) } else { None };
    vacuous.iter().for_each(&mut *warn);
    Ok(CheckedCommand { first, shortest, vacuous, ..checked(found) })
}

/// Checks a command about traces of any number of states.
fn check_all_traces(
    spec: &Spec,
    command: &Command,
    (meaning, method): (Meaning, UnboundedMethod),
    effort: &Effort,
    warn: &mut dyn FnMut(&Diagnostic),
) -> Result<CheckedCommand, NoAnswer> {
    let expected = Expectation::of(command);
    if let Some(Expect::Exactly(1..)) = command.expect {
        let several =
            Diagnostic::new(code::TEMPORAL, "traces of any number of states are not counted")
                .at(command.span, "there may be infinitely many")
                .help("expect 0, or 1, or give a greatest number of states");
        return Err(spec.mistake(several).into());
    }
    let of = |found, unbounded| CheckedCommand { unbounded, ..CheckedCommand::of(expected, found) };
    match all_traces(spec, command, (meaning, method), effort) {
        Err(NoAnswer::Stopped) => Ok(of(Finding::Stopped(0), None)),
        Err(why) => Err(why),
        Ok(AllTraces::Stopped(reach)) => {
            Ok(of(Finding::Stopped(0), Some(Unbounded::Stopped(reach))))
        }
        Ok(AllTraces::Something(None)) => {
            let note = "there is a trace; the search for a shortest one was stopped";
            warn(&Diagnostic::note(note).at(command.span, "so none is shown"));
            Ok(of(Finding::AtLeast(1), None))
        }
        Ok(AllTraces::Something(Some(bounded))) => {
            check(spec, &bounded, meaning, (Count::Enough, method), effort, warn)
        }
        Ok(AllTraces::Nothing(proof)) => {
            // Beginnings of all traces: what keeps these from being has no bound.
            let bounded = up_to(command, STEPS);
            let settings = Settings::of(meaning);
            let posed = PosedQuestion::new(spec, &bounded, &settings, effort);
            let vacuous = posed.ok().and_then(|posed| {
                posed.cautions().iter().for_each(&mut *warn);
                vacuous(&posed.problem.question, !expected.is_none(), effort)
            });
            vacuous.iter().for_each(&mut *warn);
            if vacuous.is_none() {
                let unmet =
                    unmet(&spec.model, command, (meaning, method), effort).unwrap_or_default();
                unmet.warnings(&spec.model, command).iter().for_each(&mut *warn);
            }
            Ok(CheckedCommand {
                vacuous,
                ..of(Finding::Exactly(0), Some(Unbounded::Proven(proof)))
            })
        }
    }
}

/// The record of the instance that a search stands at; `None` where a heap cannot show it, or it was
/// stopped.
fn record(
    posed: &PosedQuestion<'_>,
    command: &Command,
    instances: &mut Instances<'_>,
    warn: &mut dyn FnMut(&Diagnostic),
) -> Result<Option<Json>, NoAnswer> {
    let PosedQuestion { spec, problem, settings, effort, .. } = posed;
    let Ok(schema) = schema(spec, command, settings) else { return Ok(None) };
    schema.unnamed.iter().for_each(warn);
    let mut line = Vec::new();
    begin_record(&mut line, &0.into());
    let records = Records::new(problem, &schema, Extras::default(), instances, effort);
    let mut records = records.map_err(|mistake| spec.mistake(mistake))?;
    match records.body(instances) {
        Ok(body) => line.extend_from_slice(body),
        Err(Unwritten::Stopped) => return Ok(None),
        Err(Unwritten::Wrong(fault)) => return Err(NoAnswer::Wrong(fault)),
    }
    Ok(Some(serde_json::from_slice(&line).expect("we write JSON")))
}

impl CheckedCommand {
    /// Of which no more is known than how many were found.
    pub fn of(expected: Expectation, found: Finding) -> CheckedCommand {
        CheckedCommand {
            expected,
            found,
            first: None,
            shortest: None,
            unbounded: None,
            vacuous: None,
        }
    }

    /// The verdict on what was found.
    pub fn verdict(&self) -> Verdict {
        self.expected.verdict(self.found)
    }
}

impl Expectation {
    /// A `check` without an `expect` is expected to have no counterexample.
    pub fn of(command: &Command) -> Expectation {
        let (least, greatest) = match (command.expect, command.kind) {
            (Some(Expect::Unsatisfiable), _) | (None, CommandKind::Check) => (0, Some(0)),
            (Some(Expect::Satisfiable), _) => (1, None),
            (Some(Expect::Exactly(count)), _) => (count, Some(count)),
            (None, CommandKind::Run) => (0, None),
        };
        Expectation { least, greatest }
    }

    /// The number of instances that decides whether it is met.
    fn enough(self) -> u64 {
        self.greatest.map_or(1, |greatest| greatest + 1)
    }

    /// True if any instance would be one too many.
    pub fn is_none(self) -> bool {
        self.greatest == Some(0)
    }

    /// True if a finding is within the expectation, as far as that is known.
    pub fn verdict(self, found: Finding) -> Verdict {
        let (least, greatest) = match found {
            Finding::Exactly(count) => (count, Some(count)),
            Finding::AtLeast(count) | Finding::Stopped(count) => (count, None),
        };
        let is_exceeded = self.greatest.is_some_and(|most| least > most);
        if is_exceeded || greatest.is_some_and(|greatest| greatest < self.least) {
            return Verdict::NotMet;
        }
        let is_certain = least >= self.least && (self.greatest.is_none() || greatest.is_some());
        // A command about which nothing is known does not even meet that much.
        let is_certain = is_certain && found != Finding::Stopped(0);
        if is_certain { Verdict::Met } else { Verdict::Incomplete }
    }
}

impl Finding {
    /// The number of instances, as far as they were counted.
    pub fn count(self) -> u64 {
        match self {
            Finding::Exactly(count) | Finding::AtLeast(count) | Finding::Stopped(count) => count,
        }
    }

    /// The count as the command would expect it, and where that is written, if the command expects another one. `expect
    /// 0` and `expect 1` are verdicts: one that no longer holds is a fault in the spec or in the verdict, and a person
    /// has to say in which. A count that is not known to its end corrects nothing.
    pub fn correction(self, command: &Command) -> Option<(Span, String)> {
        let (Some(Expect::Exactly(expected)), Finding::Exactly(count)) = (command.expect, self)
        else {
            return None;
        };
        let written = command.written.filter(|_| count != expected)?;
        let is_verdict = count == 1 && !written.is_count;
        let text = if is_verdict { "= 1".to_string() } else { count.to_string() };
        Some((written.expected?, text))
    }
}

/// The remark on the first counterexample if two of its witnesses are the same: `all a, b: A` includes a = b.
fn same_witnesses(model: &Model, command: &Command, first: &Json) -> Option<Diagnostic> {
    if command.kind != CommandKind::Check {
        return None;
    }
    let quantifiers = Node::Formula(&command.goal).descendants();
    let quantifiers = quantifiers.filter(|node| matches!(node, Node::Formula(_)));
    let mut declarations = quantifiers.flat_map(Node::declarations);
    declarations.find_map(|declaration| same_value(model, declaration, first.get("witness")?))
}

fn same_value(model: &Model, declaration: &Declaration, witnesses: &Json) -> Option<Diagnostic> {
    if declaration.is_disjoint {
        return None;
    }
    let name = |at: usize| model.variables[declaration.variables[at]].name.as_str();
    for b in 1..declaration.variables.len() {
        let value = witnesses.get(name(b)).filter(|value| value.is_string());
        let twin = (0..b).find(|&a| value.is_some() && witnesses.get(name(a)) == value);
        if let Some(a) = twin {
            let (a, b) = (name(a), name(b));
            let message = format!("it fails for {a} = {b}: two variables can stand for one atom");
            return Some(
                Diagnostic::note(message)
                    .at(declaration.span, "these need not differ")
                    .help(format!("`all disj {a}, {b}: …` speaks of two atoms")),
            );
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, a report calls a command fine that was never looked into.
    #[test]
    fn nothing_so_far_is_no_verdict() {
        let anything = Expectation { least: 0, greatest: None };
        assert_eq!(anything.verdict(Finding::Stopped(0)), Verdict::Incomplete);
        assert_eq!(anything.verdict(Finding::Stopped(1)), Verdict::Met);
        assert_eq!(anything.verdict(Finding::Exactly(0)), Verdict::Met);
    }
}
