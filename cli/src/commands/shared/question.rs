//! The way from flags to a search.

use std::collections::BTreeSet;
use std::time::Duration;

use korrel::question::{NoAnswer, SpecCommand, lost_range};
use korrel_enumerate::{Classes, Engine, Fault, Instances, Meaning, Problem, Strategy};
use korrel_harness::{counted, verb};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, Model};
use korrel_lang::spec::{Mistakes, Spec};
use korrel_lang::visible::visible;
use korrel_sat::counter::Limits;
use korrel_translate::{Question, TranslationFailure};

use crate::files::read::load;
use crate::flags::usage::scope_without_quotes;
use crate::flags::{self, FindFlags, QuestionFlags, SolverFlag, SymmetryFlag};
use crate::limits::{Stop, memory};
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;
use crate::messages::shell::quoted;

/// The instances that are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WantedInstance {
    /// All, in the one order, as far as somebody takes them.
    InOrder,
    /// One, whichever.
    Any,
    /// The one that this answer of a solver stands for.
    OfModel(String),
}

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
    Ok(SpecCommand { spec, command })
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

/// Looking for rooted classes ends with the flag.
///
/// # Errors
/// A scope that cannot be, or is too large.
pub fn problem<'a>(
    asked: &'a SpecCommand,
    question: &QuestionFlags,
    report: &Reporter,
    stop: &Stop,
) -> Result<Problem<'a>, Error> {
    let problem = quiet_problem(asked, question, stop)?;
    report.cautions(&asked.spec, &problem.question);
    Ok(problem)
}

/// Warns of the command, which speaks of all that is asked.
///
/// # Errors
/// A scope that cannot be, or is too large.
pub fn caution(
    asked: &SpecCommand,
    flag: flags::OverflowFlag,
    report: &Reporter,
    stop: &Stop,
) -> Result<bool, Error> {
    let SpecCommand { spec, command } = asked;
    let question = Question::new(&spec.model, command, overflow(flag), &stop.effort());
    Ok(report.cautions(spec, &ready(spec, question, stop)?))
}

/// Like [`problem`], without a caution.
///
/// # Errors
/// A scope that cannot be, or is too large.
pub fn quiet_problem<'a>(
    asked: &'a SpecCommand,
    question: &QuestionFlags,
    stop: &Stop,
) -> Result<Problem<'a>, Error> {
    answered(asked.problem(meaning(question), &stop.effort()), stop)
}

/// # Errors
/// A construct that cannot be translated.
pub fn instances<'p>(
    asked: &SpecCommand,
    problem: &'p Problem<'p>,
    question: &QuestionFlags,
    flags: &flags::SearchFlags,
    stop: &Stop,
) -> Result<Instances<'p>, Error> {
    wanted(asked, WantedInstance::InOrder, problem, question, flags, stop)
}

/// # Errors
/// A construct that cannot be translated.
pub fn wanted<'p>(
    asked: &SpecCommand,
    found: WantedInstance,
    problem: &'p Problem<'p>,
    question: &QuestionFlags,
    flags: &flags::SearchFlags,
    stop: &Stop,
) -> Result<Instances<'p>, Error> {
    let strategy = Strategy {
        engine: match question.solver {
            SolverFlag::Enumerator => Engine::Enumerator,
            SolverFlag::Varisat => Engine::Varisat,
            SolverFlag::Brute => Engine::Brute,
        },
        classes: classes(question),
        // A dry run only looks, and does not ask first.
        asks_first: !flags.dry_run,
        ..Strategy::default()
    };
    let instances = match (question.solver, found) {
        (SolverFlag::Enumerator, WantedInstance::Any) if !flags.dry_run => {
            Instances::any(problem, strategy, stop.effort())
        }
        (_, WantedInstance::OfModel(answer)) => {
            Instances::of_model(problem, strategy, &answer, stop.effort())
        }
        // The engines that list cannot find an arbitrary instance sooner.
        _ => Instances::new(problem, strategy, stop.effort()),
    };
    let refused = |diagnostic: Diagnostic| match question.solver {
        SolverFlag::Brute => diagnostic.help(
            "brute force is an oracle for tiny scopes; leave `--solver` out, or give a smaller \
             `--scope`",
        ),
        SolverFlag::Enumerator | SolverFlag::Varisat => diagnostic,
    };
    let mut instances =
        instances.map_err(|diagnostic| Error::about(&asked.spec, refused(diagnostic)))?;
    // Without a stream there are no instances to cut.
    if let (Some(shard), Some(stream)) = (flags.shard, instances.stream()) {
        // The limits are not the machine's, for all parts are to be cut alike.
        if !(flags.balanced && stream.restrict_by_counts(shard, BALANCED)) {
            stream.restrict(shard);
        }
    }
    Ok(instances)
}

/// Returns the way in which shards are cut; `None` if there is no shard. The header states it, so it is determined
/// before there is a stream.
///
/// # Errors
/// Like [`instances`].
pub fn cut(
    asked: &SpecCommand,
    question: &QuestionFlags,
    flags: &flags::SearchFlags,
    stop: &Stop,
) -> Result<Option<&'static str>, Error> {
    if !flags.balanced {
        return Ok(flags.shard.map(|_| CELLS));
    }
    let problem = quiet_problem(asked, question, stop)?;
    let mut instances = instances(asked, &problem, question, flags, stop)?;
    let is_by_counts = instances.stream().is_some_and(|stream| stream.is_cut_by_counts());
    Ok(Some(if is_by_counts { COUNTS } else { CELLS }))
}

/// # Errors
/// A problem that the evaluator would take too long to judge.
pub fn can_verify(asked: &SpecCommand, problem: &Problem<'_>) -> Result<(), Error> {
    let help = "leave `--verify` out, or give a smaller `--scope`";
    problem.check_judged().map_err(|diagnostic| Error::about(&asked.spec, diagnostic.help(help)))
}

/// The name of the way in which shards are cut (`enumerate/regions`). Another way gets another name:
/// shards of both make no whole.
pub const CELLS: &str = "cells";
pub const COUNTS: &str = "counts";

/// The limits of the count of instances by which shards are cut.
const BALANCED: Limits = Limits { nodes: 1 << 18, bytes: 1 << 28 };

/// The meaning of an instance under these flags.
pub fn meaning(question: &QuestionFlags) -> Meaning {
    let ignore_parameters = question.ignore_parameters;
    Meaning { overflow: overflow(question.overflow), ignore_parameters }
}

/// The instances that count as different.
pub fn classes(question: &QuestionFlags) -> Classes {
    match question.symmetry {
        SymmetryFlag::Full => Classes::Isomorphism,
        SymmetryFlag::None => Classes::Labelled,
    }
}

/// An instance that the evaluator refuses.
pub fn wrong(fault: &str) -> Error {
    Fault(fault.to_owned()).into()
}

/// The number of threads that search.
pub fn threads(flags: &flags::SearchFlags, report: &Reporter) -> usize {
    at_most(flags.threads, report)
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

/// Returns the result of a stage. If the stage was stopped, the program ends here and gives the stage's reason:
/// there is nothing yet that could answer.
///
/// # Errors
/// A mistake in the spec.
pub fn ready<T>(spec: &Spec, made: Result<T, TranslationFailure>, stop: &Stop) -> Result<T, Error> {
    made.map_err(|untranslated| refusal(spec, untranslated).unwrap_or_else(|| stop.end()))
}

/// Returns the error that reports an unfinished translation to the user; `None` if it was stopped.
pub fn refusal(spec: &Spec, untranslated: TranslationFailure) -> Option<Error> {
    match untranslated {
        TranslationFailure::Stopped => None,
        TranslationFailure::Refused(diagnostic) => Some(Error::about(spec, *diagnostic)),
    }
}

/// Returns an answer of the library. If it was stopped, the program ends here and gives the reason.
///
/// # Errors
/// A mistake in the spec; a mistake of ours.
pub fn answered<T>(answer: Result<T, NoAnswer>, stop: &Stop) -> Result<T, Error> {
    answer.map_err(|unanswered| match unanswered {
        NoAnswer::Stopped => stop.end(),
        NoAnswer::Mistakes(mistakes) => mistakes.into(),
        NoAnswer::Wrong(fault) => wrong(&fault),
    })
}

fn memory_unknown(error: &std::io::Error) -> Error {
    let message = format!("--memory does not work on this system: {error}");
    Error::usage(message)
}

pub fn overflow(flag: flags::OverflowFlag) -> korrel_translate::Overflow {
    match flag {
        flags::OverflowFlag::Forbid => korrel_translate::Overflow::Forbid,
        flags::OverflowFlag::Wrap => korrel_translate::Overflow::Wrap,
    }
}
