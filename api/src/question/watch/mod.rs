//! What a command allows now, and what the last edit changed: for whoever writes a spec, at each save.
//!
//! *Problem.* After each save, the writer wants to see what the edit did, before the next one. *Choice.* One look at a
//! command, in the order in which people read: warnings, the instances from the smallest on, what has come and gone since an
//! earlier look, what each conjunct excludes. Each step is told as it becomes known, so a look that is stopped by the
//! next save has told what it knew. What has come and gone is found by keys, which outlive the spec: two lists
//! are compared as far as both are whole. A list is whole up to a size, so the size is that by which the search ascends: the
//! number of objects, and of traces the number of states. *Rejected.* `diff` of the old predicate and the new one: an edit changes
//! sigs, facts and scopes as well, and two specs have no common model.

mod change;
mod conjuncts;

use std::collections::BTreeMap;
use std::sync::Arc;

use korrel_enumerate::heap::{self, Heading, Schema, TraceHeading};
use korrel_enumerate::{Meaning, Problem};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::CommandKind;
use korrel_sat::{Effort, Step};
use korrel_translate::Question;

use crate::question::first::{amount, each_shown};
use crate::question::posed::{PosedQuestion, cautions};
use crate::question::{Amount, NoAnswer, SpecCommand};
use crate::settings::Settings;

pub use change::{Change, InstanceChange};
pub use conjuncts::WatchedConjunct;

/// The instances that are listed, and compared by their keys; the rest are counted only.
pub const LISTED: usize = 5_000;

/// The instances that are there to be drawn.
pub const SHOWN: usize = 100;

/// What is known of a command.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// What is probably not meant by the command. What the spec itself warns of is not among it.
    pub warnings: Vec<Diagnostic>,
    /// The header of a stream of the instances, which says how they are drawn; empty until it is known.
    pub header: String,
    /// The instances are counterexamples.
    pub is_of_check: bool,
    /// The instances are traces.
    pub is_of_traces: bool,
    /// The number of instances of each size, of those that are listed; [`View::is_whole`] says whether these are all.
    pub sizes: BTreeMap<usize, u64>,
    /// As [`CommandList::whole_below`], of what is listed so far.
    whole_below: Option<usize>,
    /// The first instances, `SHOWN` or fewer.
    pub first: Vec<WatchedInstance>,
    /// The list, once it ends.
    pub listed: Option<Arc<CommandList>>,
    /// The parts of the spec that contradict each other, if there is no instance and nothing else says why.
    pub why: Option<Diagnostic>,
    /// The number of all instances; `None` until it is known.
    pub total: Option<Amount>,
    /// What has come and gone since the earlier look; `None` without one, and until it is known.
    pub change: Option<Change>,
    /// The conjuncts of what the command runs, in their order; none of a `check`.
    pub conjuncts: Vec<WatchedConjunct>,
    /// All of this is known.
    pub is_finished: bool,
}

impl View {
    /// True if all instances of this size are among those that are counted.
    pub fn is_whole(&self, size: usize) -> bool {
        self.whole_below.is_none_or(|below| size < below)
    }
}

/// An instance as it is drawn and compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedInstance {
    pub key: String,
    /// The number of objects; of a trace, the number of states.
    pub size: usize,
    /// The record, a line without its break.
    pub record: String,
}

/// The list of a command's instances.
///
/// Invariant: sizes ascend up to `whole_below`, and no instance below it is missing.
#[derive(Clone, Debug)]
pub struct CommandList {
    /// In the order of the stream.
    pub instances: Vec<WatchedInstance>,
    /// The instances of smaller sizes are all there; `None`: all are.
    pub whole_below: Option<usize>,
    /// What keys depend on, of the declarations of the heaps: only heaps of the same ones are compared.
    declarations: Vec<(String, serde_json::Value)>,
    /// As [`View::header`].
    header: String,
}

/// Looks at a command, and compares it with an earlier look. `tell` is given what is known, again and again.
///
/// # Errors
/// A construct that cannot be translated; a stop.
pub fn look(
    asked: &SpecCommand,
    before: Option<&View>,
    meaning: Meaning,
    effort: &Effort,
    tell: &mut dyn FnMut(&View),
) -> Result<View, NoAnswer> {
    let SpecCommand { spec, command } = asked;
    let question = Question::new(&spec.model, command, meaning.overflow, effort)
        .map_err(|why| NoAnswer::untranslated(spec, why))?;
    let mut view = View { warnings: cautions(spec, &question), ..View::default() };
    tell(&view);
    let schema = Schema::of(spec, command)?;
    view.header = header(asked, &schema);
    view.is_of_check = command.kind == CommandKind::Check;
    view.is_of_traces = TraceHeading::of(&spec.model, command).is_some();
    let settings = Settings::of(meaning).keys();
    let problem = Problem::of(question, meaning, effort);
    let posed = PosedQuestion::of(spec, problem, &settings, effort)?;
    let (listed, searched) = listed(asked, &posed, &schema, &mut view, tell)?;
    let is_whole = listed.whole_below.is_none();
    if is_whole {
        let number = listed.instances.len().into();
        view.total = Some(Amount { number, is_least: false });
    }
    // An assertion that holds needs no excuse.
    let mut is_told = view.is_of_check;
    if view.first.is_empty() {
        let vacuous = posed.vacuous();
        is_told = vacuous.is_some();
        view.warnings.extend(vacuous);
    }
    view.change = before
        .and_then(|before| before.listed.as_ref())
        .map(|before| Change::between(before, &listed));
    view.listed = Some(Arc::new(listed));
    tell(&view);
    if view.first.is_empty() && is_whole && !is_told {
        view.why = posed.why_nothing(searched, effort)?;
        tell(&view);
    }
    if !is_whole {
        view.total = Some(amount(asked, command.goal.clone(), meaning, effort)?);
        tell(&view);
    }
    conjuncts::fill(asked, before, (meaning, effort), &mut view, tell)?;
    view.is_finished = true;
    Ok(view)
}

fn header(asked: &SpecCommand, schema: &Schema) -> String {
    let command = asked.spec.text(&asked.command);
    let traces = TraceHeading::of(&asked.spec.model, &asked.command);
    let heading = Heading { traces, ..Heading::plain("", &asked.spec.name, &command) };
    heap::header(schema, &heading)
}

/// Lists the first instances, and counts them by size in `view`; the conflicts that it took, too.
fn listed(
    asked: &SpecCommand,
    posed: &PosedQuestion<'_>,
    schema: &Schema,
    view: &mut View,
    tell: &mut dyn FnMut(&View),
) -> Result<(CommandList, u64), NoAnswer> {
    let mut listing = posed.open()?;
    let (mut instances, mut is_ascending) = (Vec::<WatchedInstance>::new(), true);
    let mut next = 1;
    let step = each_shown(&mut listing, schema, |shown| {
        let record = shown.record(instances.len() as u64);
        let size = if view.is_of_traces { states(&record) } else { shown.size };
        is_ascending &= instances.last().is_none_or(|last| last.size <= size);
        let one = WatchedInstance { key: shown.key, size, record };
        *view.sizes.entry(size).or_default() += 1;
        view.whole_below = Some(if is_ascending { size } else { 0 });
        if view.first.len() < SHOWN {
            view.first.push(one.clone());
        }
        instances.push(one);
        // Told at 1, 2, 4, 8: seldom enough to cost nothing.
        if instances.len() == next {
            next *= 2;
            tell(view);
        }
        instances.len() < LISTED
    })?;
    match step {
        Step::Stopped => return Err(NoAnswer::Stopped),
        Step::Exhausted => view.whole_below = None,
        // As the last one has left it.
        Step::Model => {}
    }
    if posed.effort.is_stopped() {
        return Err(NoAnswer::Stopped);
    }
    let (whole_below, header) = (view.whole_below, view.header.clone());
    let declarations = declarations(asked, schema);
    let searched = listing.cost().conflicts;
    Ok((CommandList { instances, whole_below, declarations, header }, searched))
}

/// What keys depend on. The names of steps and the witnesses of a failure are shown beside an instance, and are no part of it.
fn declarations(asked: &SpecCommand, schema: &Schema) -> Vec<(String, serde_json::Value)> {
    let declared = schema.header().declarations().into_iter();
    let declared = declared.filter(|(name, _)| !["actions", "witness"].contains(name));
    let traces = TraceHeading::of(&asked.spec.model, &asked.command);
    let traces = traces.map(|traces| ("traces".to_owned(), traces.name().into()));
    declared.map(|(name, what)| (name.to_owned(), what)).chain(traces).collect()
}

/// The number of states of a trace, by its record.
fn states(record: &str) -> usize {
    let record: serde_json::Value = serde_json::from_str(record).expect("it was written here");
    record["states"].as_array().expect("a trace has states").len()
}

#[cfg(test)]
mod tests;
