//! Commands of a spec.

use std::ops::ControlFlow;
use std::sync::Arc;

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model;
use korrel_lang::spec::Spec;
use num_bigint::BigUint;

use crate::error::Error;
use crate::heap::Heap;
use crate::search::instances::{Instances, each};
use crate::search::{Query, Source, count, on_a_large_stack, types, why_empty};
use crate::settings::Settings;
use crate::typed::Values;

use super::types::Types;

/// A question about a spec, and the settings for its answer.
#[derive(Clone, Debug)]
pub struct Command {
    asked: Query,
}

impl Command {
    pub(crate) fn new(spec: Arc<Spec>, command: model::Command) -> Command {
        Command {
            asked: Query { spec, command, settings: Settings::default(), values: Values::new() },
        }
    }

    /// The same within another scope, such as `5 but exactly 3 Node, 0..4 Int`.
    ///
    /// # Errors
    /// A mistake in the scope.
    pub fn scope(self, scope: &str) -> Result<Command, Error> {
        let mut spec = Spec::clone(&self.asked.spec);
        let command = spec.with_scope(self.asked.command, "scope", scope)?;
        Ok(Command { asked: Query { spec: Arc::new(spec), command, ..self.asked } })
    }

    /// The same with other settings.
    pub fn with(self, settings: Settings) -> Command {
        Command { asked: Query { settings, ..self.asked } }
    }

    /// The same whose atoms and integers stand for the caller's own values.
    ///
    /// # Errors
    /// Values that do not fit the spec.
    pub fn values(self, values: Values) -> Result<Command, Error> {
        let command = Command { asked: Query { values, ..self.asked } };
        command.types().map(|_| command)
    }

    /// The types of the heaps, to write some without a search.
    ///
    /// # Errors
    /// Names in the spec that a reader of a heap would misread.
    pub fn types(&self) -> Result<Types, Error> {
        on_a_large_stack(|| types(&self.asked))?
    }

    /// Starts the search in a thread of its own. Without the feature `threads` it begins with the first instance
    /// that is asked for, and finds all.
    pub fn instances(&self) -> Instances {
        Instances::new(self.asked.clone())
    }

    /// Hands each instance to `visit`, smallest first, until it breaks.
    ///
    /// # Errors
    /// As [`Instances`] gives them.
    pub fn each(&self, visit: impl FnMut(Heap) -> ControlFlow<()>) -> Result<(), Error> {
        each(self.asked.clone(), visit)
    }

    /// The number of instances that are listed.
    ///
    /// # Errors
    /// As [`Instances`] gives them.
    pub fn count(&self) -> Result<u64, Error> {
        let mut count = 0;
        self.each(|_| {
            count += 1;
            ControlFlow::Continue(())
        })?;
        Ok(count)
    }

    /// The number of instances, whatever limit is set: more than can be listed, where they can be
    /// counted without a list.
    ///
    /// ```
    /// let spec = korrel::spec("sig A { r: set A } run {} for exactly 8 A")?;
    /// let relations = spec.command("0")?.count_all()?;
    /// assert_eq!(relations, 458_297_100_061_728_u64.into(), "OEIS A000595");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A construct that cannot be translated; a stop.
    pub fn count_all(&self) -> Result<BigUint, Error> {
        let mut number = None;
        Source::pour(self.asked.clone(), count, &mut |counted| {
            number = Some(counted);
            ControlFlow::Continue(())
        })?;
        Ok(number.expect("a count that ends without an error is one number"))
    }

    /// The reasons why there is no instance: the parts of the spec that contradict each other within the scope. `None` where
    /// there is an instance, or where the reasons are too hard to find.
    ///
    /// ```
    /// let spec = korrel::spec("sig A { r: one A } fact { some A and no r } run {}")?;
    /// let why = spec.command("0")?.why_empty()?.expect("there is nothing");
    /// assert_eq!(&*why.message, "no instance exists within the scope: these contradict each other");
    /// assert!(spec.render(&why).contains("sig A { r: one A }"));
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Instances`] gives them.
    pub fn why_empty(&self) -> Result<Option<Diagnostic>, Error> {
        let mut why = None;
        Source::pour(self.asked.clone(), why_empty, &mut |reasons| {
            why = Some(reasons);
            ControlFlow::Continue(())
        })?;
        Ok(why)
    }
}
