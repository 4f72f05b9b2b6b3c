//! Commands against their expectations, and parts of a spec that say nothing.

use korrel_enumerate::idle_parts;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model;
use korrel_sat::Effort;
use serde_json::Value as Json;

use crate::error::Error;
use crate::heap::Heap;
use crate::question::check::{self as questions, Count};
use crate::search::{Query, Sink, all, types};
use crate::settings::Settings;
use crate::spec::{Command, Spec};

pub use crate::question::check::{Expectation, Finding, Unbounded, Verdict};

/// A command that was checked.
#[derive(Clone, Debug)]
pub struct CommandCheck {
    /// The number of instances that the command expects: its `expect`, or none of a `check` without one.
    pub expected: Expectation,
    /// The number that was found, as far as the expectation needs it.
    pub found: Finding,
    /// The comparison of both.
    pub verdict: Verdict,
    /// The first instance, if there should be none.
    pub first: Option<Heap>,
    /// Of a command about traces of any number of states: how it is known that there is none, or how far was looked.
    pub unbounded: Option<Unbounded>,
    /// The warnings about scope, overflows and facts, and the remark on a counterexample.
    pub warnings: Vec<Diagnostic>,
}

impl Spec {
    /// Checks each command, in order. A command that cannot be asked gives its error.
    ///
    /// ```
    /// use korrel::{Settings, Verdict};
    ///
    /// let spec = korrel::spec("sig A { r: lone A }
    ///     assert acyclic { no ^r & iden }
    ///     check acyclic for 2
    ///     run { some A } for 2 expect 8")?;
    /// let checked = spec.check(&Settings::new());
    /// let verdicts: Vec<Verdict> = checked.iter().flatten().map(|one| one.verdict).collect();
    /// assert_eq!(verdicts, [Verdict::NotMet, Verdict::Met]);
    /// let counterexample = checked[0].as_ref().ok().and_then(|one| one.first.as_ref());
    /// assert_eq!(counterexample.expect("there is a circle").drawing(80), "A$0\n└─ r: ^A$0\n");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    pub fn check(&self, settings: &Settings) -> Vec<Result<CommandCheck, Error>> {
        self.each_command(settings).map(|command| command.check()).collect()
    }

    /// Warns of the parts of the spec that say nothing within the scopes of its commands: conjuncts that the others
    /// imply, and checks that hold for want of instances.
    ///
    /// ```
    /// let spec = korrel::spec("sig N { next: lone N }
    ///     run { all n: N | n !in n.^next
    ///           no iden & next } for 3")?;
    /// let idle = spec.vacuity(&korrel::Settings::new())?;
    /// assert_eq!(idle.len(), 1);
    /// assert!(spec.render(&idle[0]).contains("no iden & next"));
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A construct that cannot be translated, or a stop.
    pub fn vacuity(&self, settings: &Settings) -> Result<Vec<Diagnostic>, Error> {
        match self.each_command(settings).next() {
            Some(first) => all(first.query(), |asked, effort, sink| {
                idle(asked, &asked.spec.model.commands, effort, sink)
            }),
            None => Ok(Vec::new()),
        }
    }
}

impl Command {
    /// Counts as far as the expectation needs it.
    ///
    /// ```
    /// use korrel::{Finding, Settings};
    ///
    /// let spec = korrel::spec("sig A {} pred two[a, b: A] { a != b } run two for 2 expect 0")?;
    /// let checked = spec.command("two")?.check()?;
    /// assert_eq!((checked.found, checked.first.is_some()), (Finding::AtLeast(1), true));
    /// let settings = Settings::new().ignore_parameters();
    /// let first = spec.command("two")?.with(settings).check()?.first.expect("there is one");
    /// assert!(first.record()["roots"].as_object().is_some_and(|roots| roots.is_empty()));
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A construct that cannot be translated, or a stop.
    pub fn check(&self) -> Result<CommandCheck, Error> {
        let mut found = all(self.query(), check)?;
        Ok(found.pop().expect("a check that ends without an error has one outcome"))
    }

    /// Like [`Spec::vacuity`], within the scope of this command alone.
    ///
    /// ```
    /// let spec = korrel::spec("sig A {} fact { lone A } fact { #A < 3 } run {} for 4")?;
    /// let idle = spec.command("0")?.vacuity()?;
    /// assert!(spec.render(&idle[0]).contains("#A < 3"));
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A construct that cannot be translated, or a stop.
    pub fn vacuity(&self) -> Result<Vec<Diagnostic>, Error> {
        all(self.query(), |asked, effort, sink| {
            idle(asked, std::slice::from_ref(&asked.command), effort, sink)
        })
    }
}

fn check(asked: &Query, effort: &Effort, sink: &mut Sink<'_, CommandCheck>) -> Result<(), Error> {
    let mut warnings = Vec::new();
    let warn = &mut |warning: &Diagnostic| warnings.push(warning.clone());
    let (spec, command) = (&asked.spec, &asked.command);
    let checked = questions::check(
        spec,
        command,
        asked.meaning(),
        (Count::Enough, asked.settings.unbounded),
        effort,
        warn,
    )?;
    let heap =
        |record: &Json| -> Result<Heap, Error> { Ok(Heap::new(types(asked)?, record.to_string())) };
    let first = checked.first.as_ref().map(heap).transpose()?;
    let (expected, found, verdict) = (checked.expected, checked.found, checked.verdict());
    let unbounded = checked.unbounded;
    let _ = sink(CommandCheck { expected, found, verdict, first, unbounded, warnings });
    Ok(())
}

fn idle(
    asked: &Query,
    commands: &[model::Command],
    effort: &Effort,
    sink: &mut Sink<'_, Diagnostic>,
) -> Result<(), Error> {
    let spec = &asked.spec;
    let commands: Vec<model::Command> =
        commands.iter().filter(|command| !command.is_chained).cloned().collect();
    let parts = idle_parts(&spec.model, &commands, asked.meaning(), effort);
    let parts = parts.map_err(|mistake| spec.mistake(mistake))?.ok_or(Error::Stopped)?;
    for part in parts {
        if sink(part.warning(spec, &commands)).is_break() {
            break;
        }
    }
    Ok(())
}
