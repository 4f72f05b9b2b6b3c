//! The way from flags to a search.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use korrel::question::{PosedQuestion, SpecCommand, beginning_as, lost_range};
use korrel::stream::{StreamQuestion, StreamSubject};
use korrel::{Overflow, Settings, ShardCut};
use korrel_enumerate::heap::Schema;
use korrel_harness::{counted, verb};
use korrel_lang::model::{Command, Model};
use korrel_lang::spec::{Mistakes, Spec};
use korrel_lang::visible::visible;

use crate::commands::shared::given::heaps_of;
use crate::files::read::load;
use crate::flags::usage::scope_without_quotes;
use crate::flags::{FindFlags, OverflowFlag, QuestionFlags, SearchFlags, SymmetryFlag};
use crate::limits::{Stop, memory};
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;
use crate::messages::shell::quoted;

/// # Errors
/// A file that cannot be read; a mistake in the spec, or in which command is meant.
pub fn asked(question: &QuestionFlags, report: &Reporter) -> Result<SpecCommand, Error> {
    let mut spec = load(&question.spec, &question.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let mut command = spec.command(question.command.as_deref()).map_err(|mistakes| {
        let scope = question.scope.as_deref().zip(question.command.as_deref());
        let whole = scope.and_then(|(scope, command)| scope_without_quotes(scope, command));
        with_help(
            mistakes,
            whole.map(|whole| format!("put the scope in quotes: `--scope \"{whole}\"`")),
        )
    })?;
    if let Some(scope) = &question.scope {
        command = with_scope(&mut spec, command, scope, report)?;
    }
    if let Some(steps) = &question.steps {
        command = spec.with_steps(command, "--steps", steps)?;
    }
    if question.prefixes {
        command = spec.with_prefixes(command)?;
    }
    let asked = SpecCommand { spec, command };
    match &question.prefix {
        Some(file) => begun(asked, file, report),
        None => Ok(asked),
    }
}

/// The same question of traces that begin as the one in a file.
fn begun(asked: SpecCommand, file: &Path, report: &Reporter) -> Result<SpecCommand, Error> {
    let schema = Schema::of(&asked.spec, &asked.command)?;
    let mut traces = heaps_of(file, &|_| schema.header(), report)?;
    match (traces.pop(), traces.len()) {
        (Some((name, trace)), 0) => Ok(beginning_as(asked, &trace, &visible(&name))?),
        (None, _) => Err(Error::usage(format!(
            "{}: there is no trace in it",
            visible(&file.display().to_string())
        ))),
        (Some(_), more) => {
            let message = format!(
                "{}: there are {} traces in it: write one into a file by `korrel find … --id N`",
                visible(&file.display().to_string()),
                more + 1
            );
            Err(Error::usage(message))
        }
    }
}

/// The mistakes, with this help instead of their own, if there is one.
fn with_help(mut mistakes: Mistakes, help: Option<String>) -> Mistakes {
    if let (Some(help), Some(first)) = (help, mistakes.diagnostics.first_mut()) {
        first.help = vec![help];
    }
    mistakes
}

/// A command with the scope of `--scope`.
///
/// # Errors
/// A scope that is wrong.
pub fn with_scope(
    spec: &mut Spec,
    command: Command,
    scope: &str,
    report: &Reporter,
) -> Result<Command, Error> {
    let other = spec.with_scope(command.clone(), "--scope", scope)?;
    tell_lost_ranges(&spec.model, [(&command, &other)], report);
    Ok(other)
}

/// Says once of each range of integers that `--scope` leaves it out. `commands`: each as it was, and with the scope.
pub fn tell_lost_ranges<'c>(
    model: &Model,
    commands: impl IntoIterator<Item = (&'c Command, &'c Command)>,
    report: &Reporter,
) {
    let lost = commands.into_iter().filter_map(|(before, after)| lost_range(model, before, after));
    for (range, scope) in lost.collect::<BTreeSet<_>>() {
        let scope = quoted(&scope);
        report.note(&format!(
            "`--scope` replaces the whole scope, and has no range of integers; to keep `{range}`: --scope {}",
            visible(&scope)
        ));
    }
}

/// What `korrel find` asks.
///
/// # Errors
/// As [`asked`]; a flag about traces, and the command is about single states.
pub fn asked_by(find: &FindFlags, report: &Reporter) -> Result<SpecCommand, Error> {
    let asked = find.naming.applied(asked(&find.question, report)?)?;
    let asked = if find.maximal { maximal(asked)? } else { asked };
    if find.changes {
        let what = "changes are those from state to state of a trace";
        asked.spec.of_traces(&asked.command, what, "--changes")?;
    }
    Ok(asked)
}

/// The same question for beginnings that do not go on.
///
/// # Errors
/// A command that is about single states.
pub fn maximal(SpecCommand { spec, command }: SpecCommand) -> Result<SpecCommand, Error> {
    let command = spec.with_maximal(command)?;
    Ok(SpecCommand { spec, command })
}

/// The settings of a question, whoever answers it.
pub fn settings(question: &QuestionFlags) -> Settings {
    let settings =
        Settings::new().overflow(overflow(question.overflow)).solver(question.solver.into());
    let settings = match question.symmetry {
        SymmetryFlag::Full => settings,
        SymmetryFlag::None => settings.every_labelling(),
    };
    if question.ignore_parameters { settings.ignore_parameters() } else { settings }
}

/// The same with how records are written.
pub fn written(settings: Settings, keys: bool, verify: bool) -> Settings {
    let settings = if keys { settings.keys() } else { settings };
    if verify { settings.verify() } else { settings }
}

/// The same with the course of the search.
pub fn searched(settings: Settings, search: &SearchFlags, report: &Reporter) -> Settings {
    let cut = if search.balanced { ShardCut::Counts } else { ShardCut::Cells };
    let settings = match search.shard {
        Some(shard) => settings.shard(shard, cut),
        None => settings,
    };
    match search.dry_run {
        true => settings.looks_only(),
        false => settings.threads(at_most(search.threads, report)),
    }
}

/// What `korrel find` searches. `has_keys`: its records have keys that nobody asked for.
pub fn listed(find: &FindFlags, has_keys: bool, report: &Reporter) -> Settings {
    let settings = written(
        settings(&find.question),
        find.stream.keyed.keys || has_keys,
        find.stream.judged.verify,
    );
    let settings = if find.changes { settings.changes() } else { settings };
    let settings = if find.certify.is_some() { settings.certified() } else { settings };
    searched(settings, &find.search, report)
}

/// A question whose answer is a stream. It warns of actions that name no step.
///
/// # Errors
/// Names that a reader of a heap would misread.
pub fn streamed<'a>(
    asked: &'a SpecCommand,
    settings: &'a Settings,
    flags: &QuestionFlags,
    subject: StreamSubject,
    report: &Reporter,
) -> Result<StreamQuestion<'a>, Error> {
    let question = StreamQuestion::new(asked, settings, subject, flags.steps.is_some())?;
    report.remarks(&asked.spec.sources, question.warnings());
    Ok(question)
}

/// The question, ready to be answered; warns of what is probably not meant. Looking for rooted classes ends with the flag.
///
/// # Errors
/// A scope that cannot be, or is too large.
pub fn posed<'q>(
    asked: &'q SpecCommand,
    settings: &'q Settings,
    report: &Reporter,
    stop: &Stop,
) -> Result<PosedQuestion<'q>, Error> {
    let posed = answered(asked.posed(settings, &stop.effort()), stop)?;
    report.cautions(&asked.spec, || posed.cautions());
    Ok(posed)
}

/// Warns of a command, which speaks of all that is asked. True if there was anything to report.
///
/// # Errors
/// A scope that cannot be, or is too large.
pub fn caution(
    asked: &SpecCommand,
    settings: &Settings,
    report: &Reporter,
    stop: &Stop,
) -> Result<bool, Error> {
    let found = answered(asked.cautions(settings, &stop.effort()), stop)?;
    Ok(report.cautions(&asked.spec, || found))
}

/// `-j N`: as many as are asked for, as long as that makes sense; 0 asks for one for each processor.
pub fn at_most(flag: usize, report: &Reporter) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let asked = if flag == 0 { processors } else { flag };
    let most = (processors * PER_PROCESSOR).max(THREADS);
    let most = memory::address_space().map_or(most, |limit| most.min(threads_within(limit)));
    if asked > most {
        let why = if most < THREADS {
            "there is not enough memory for more"
        } else {
            "more would not help"
        };
        report.note(&format!(
            "note: -j {asked}: only {} {}; {why}",
            counted(most, "thread"),
            verb(most, "searches", "search")
        ));
    }
    asked.min(most)
}

/// More threads for each processor only take turns, each with a search of its own in memory; fewer
/// than this are never refused.
const PER_PROCESSOR: usize = 4;
const THREADS: usize = 64;

/// Half of the address space may be taken by threads, each with its stack and a small search.
fn threads_within(limit: u64) -> usize {
    usize::try_from(limit / 2 / (32 << 20)).unwrap_or(usize::MAX).max(1)
}

/// Returns the stop with these limits; the clock runs from here on.
///
/// # Errors
/// A system that does not tell how much memory is taken.
pub fn limited(stop: Stop, timeout: Option<Duration>, memory: Option<u64>) -> Result<Stop, Error> {
    if let Some(time) = timeout {
        stop.after(time);
    }
    if let Some(bytes) = memory {
        stop.above(bytes).map_err(|error| memory_unknown(&error))?;
    }
    Ok(stop)
}

/// Returns an answer of the library. If it was stopped, the program ends here and gives the reason.
///
/// # Errors
/// A mistake in the spec; a mistake of ours.
pub fn answered<T>(answer: Result<T, impl Into<Error>>, stop: &Stop) -> Result<T, Error> {
    answer.map_err(|unanswered| match unanswered.into() {
        Error::Stopped => stop.end(),
        error => error,
    })
}

fn memory_unknown(error: &std::io::Error) -> Error {
    let message = format!("--memory does not work on this system: {error}");
    Error::usage(message)
}

pub fn overflow(flag: OverflowFlag) -> Overflow {
    flag.into()
}
