//! The way from flags to a search.

use std::time::Duration;

use korrel_enumerate::{Classes, Engine, Instances, Meaning, Problem, Strategy};
use korrel_harness::{counted, verb};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Command;
use korrel_lang::spec::Spec;
use korrel_sat::counter::Limits;
use korrel_sat::{AnySolver, Effort};
use korrel_translate::{Question, Untranslated};

use crate::files::spec::load;
use crate::flags::{self, QuestionFlags, SolverFlag, SymmetryFlag};
use crate::limits::memory;
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;
use crate::solver::ProgramSolver;

/// The instances that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedInstance {
    /// All, in the one order, as far as somebody takes them.
    InOrder,
    /// One, whichever.
    Any,
}

/// A spec and the command that is asked about.
#[derive(Clone)]
pub struct AskedCommand {
    pub spec: Spec,
    pub command: Command,
}

impl AskedCommand {
    pub fn load(question: &QuestionFlags, report: &Reporter) -> Result<AskedCommand, Error> {
        let mut spec = load(&question.spec, &question.language)?;
        report.remarks(&spec.sources, &spec.warnings);
        let mut command = spec.command(question.command.as_deref())?;
        if let Some(scope) = &question.scope {
            command = spec.with_scope(command, "--scope", scope)?;
        }
        Ok(AskedCommand { spec, command })
    }

    /// Returns the same question, to be changed.
    pub fn again(&self) -> AskedCommand {
        AskedCommand { spec: self.spec.clone(), command: self.command.clone() }
    }

    /// Looking for rooted classes ends with the flag.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large.
    pub fn problem(
        &self,
        question: &QuestionFlags,
        report: &Reporter,
        stop: &Stop,
    ) -> Result<Problem<'_>, Error> {
        let problem = self.quiet_problem(question, stop)?;
        report.cautions(&self.spec.sources, &problem.question);
        Ok(problem)
    }

    /// Warns of a command that speaks of all that is asked of this one.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large.
    pub fn caution(
        &self,
        command: &Command,
        flag: flags::OverflowFlag,
        report: &Reporter,
        stop: &Stop,
    ) -> Result<bool, Error> {
        let question = Question::new(&self.spec.model, command, overflow(flag), &stop.effort());
        let question = ready(&self.spec, question, stop)?;
        Ok(report.cautions(&self.spec.sources, &question))
    }

    /// Like [`AskedCommand::problem`], without a caution.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large.
    pub fn quiet_problem(
        &self,
        question: &QuestionFlags,
        stop: &Stop,
    ) -> Result<Problem<'_>, Error> {
        let meaning = meaning(question);
        let problem = Problem::new(&self.spec.model, &self.command, meaning, &stop.effort());
        ready(&self.spec, problem, stop)
    }

    /// # Errors
    /// A construct that cannot be translated.
    pub fn instances<'p>(
        &self,
        problem: &'p Problem<'p>,
        question: &QuestionFlags,
        flags: &flags::SearchFlags,
        stop: &Stop,
    ) -> Result<Instances<'p>, Error> {
        self.wanted(WantedInstance::InOrder, problem, question, flags, stop)
    }

    /// # Errors
    /// A construct that cannot be translated.
    pub fn wanted<'p>(
        &self,
        found: WantedInstance,
        problem: &'p Problem<'p>,
        question: &QuestionFlags,
        flags: &flags::SearchFlags,
        stop: &Stop,
    ) -> Result<Instances<'p>, Error> {
        let strategy = Strategy {
            engine: match question.solver {
                SolverFlag::Enumerator | SolverFlag::Program(_) => Engine::Enumerator,
                SolverFlag::Varisat => Engine::Varisat,
                SolverFlag::Brute => Engine::Brute,
            },
            classes: classes(question),
            // A dry run only looks, and does not ask first.
            asks_first: !flags.dry_run,
            ..Strategy::default()
        };
        let instances = match (&question.solver, found) {
            (SolverFlag::Enumerator, WantedInstance::Any) if !flags.dry_run => {
                Instances::any(problem, strategy, None, stop.effort())
            }
            (SolverFlag::Program(program), _) if !flags.dry_run => {
                let maker = |_: &Effort| -> AnySolver {
                    Box::new(ProgramSolver::new(program.clone(), stop.clone()))
                };
                match found {
                    WantedInstance::Any => {
                        Instances::any(problem, strategy, Some(&maker), stop.effort())
                    }
                    WantedInstance::InOrder => {
                        Instances::asking(problem, strategy, &maker, stop.effort())
                    }
                }
            }
            // The engines that list cannot find an arbitrary instance sooner.
            _ => Instances::new(problem, strategy, stop.effort()),
        };
        let refused = |diagnostic: Diagnostic| match question.solver {
            SolverFlag::Brute => diagnostic.help(
                "brute force is an oracle for tiny scopes; leave `--solver` out, or give a smaller \
                 `--scope`",
            ),
            SolverFlag::Enumerator | SolverFlag::Varisat | SolverFlag::Program(_) => diagnostic,
        };
        let mut instances =
            instances.map_err(|diagnostic| Error::about(&self.spec, refused(diagnostic)))?;
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
    /// Like [`AskedCommand::instances`].
    pub fn cut(
        &self,
        question: &QuestionFlags,
        flags: &flags::SearchFlags,
        stop: &Stop,
    ) -> Result<Option<&'static str>, Error> {
        if !flags.balanced {
            return Ok(flags.shard.map(|_| CELLS));
        }
        let problem = self.quiet_problem(question, stop)?;
        let mut instances = self.instances(&problem, question, flags, stop)?;
        let is_by_counts = instances.stream().is_some_and(|stream| stream.is_cut_by_counts());
        Ok(Some(if is_by_counts { COUNTS } else { CELLS }))
    }

    /// # Errors
    /// A problem that the evaluator would take too long to judge.
    pub fn can_verify(&self, problem: &Problem<'_>) -> Result<(), Error> {
        let help = "leave `--verify` out, or give a smaller `--scope`";
        problem.check_judged().map_err(|diagnostic| Error::about(&self.spec, diagnostic.help(help)))
    }

    /// An instance that the evaluator refuses is a bug of ours.
    pub fn verify(
        &self,
        problem: &Problem<'_>,
        instance: &korrel_lang::instance::Instance,
    ) -> Result<(), Error> {
        match problem.fault(instance) {
            None => Ok(()),
            Some(fault) => Err(wrong(&fault)),
        }
    }
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
    Error::Internal(format!("an instance was found, but {fault}"))
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
pub fn ready<T>(spec: &Spec, made: Result<T, Untranslated>, stop: &Stop) -> Result<T, Error> {
    made.map_err(|untranslated| refusal(spec, untranslated).unwrap_or_else(|| stop.end()))
}

/// Returns the error that reports an unfinished translation to the user; `None` if it was stopped.
pub fn refusal(spec: &Spec, untranslated: Untranslated) -> Option<Error> {
    match untranslated {
        Untranslated::Stopped => None,
        Untranslated::Refused(diagnostic) => Some(Error::about(spec, *diagnostic)),
    }
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
