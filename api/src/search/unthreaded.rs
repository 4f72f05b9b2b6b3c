//! Work where it is asked for, without a thread, a clock or a flag.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use korrel_sat::Effort;

use crate::error::Error;

use super::{Query, SearchWork, Sink};

/// The findings of work, one after the other: all of it is found when the first is asked for.
pub(crate) struct Source<T> {
    asked: Option<(Query, BoxedWork<T>)>,
    findings: VecDeque<T>,
    error: Option<Error>,
}

type BoxedWork<T> = Box<dyn FnOnce(&Query, &Effort, &mut Sink<'_, T>) -> Result<(), Error> + Send>;

impl<T> std::fmt::Debug for Source<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source").finish_non_exhaustive()
    }
}

impl<T> Source<T> {
    /// The work begins later.
    pub fn new(asked: Query, work: impl SearchWork<T>) -> Source<T> {
        Source { asked: Some((asked, Box::new(work))), findings: VecDeque::new(), error: None }
    }

    /// The next finding, or `None` if the work is done.
    ///
    /// # Errors
    /// That of the work. Nothing comes after it.
    pub fn next(&mut self) -> Result<Option<T>, Error> {
        if let Some((asked, work)) = self.asked.take() {
            // The types come first, and are no instance.
            let most = asked.settings.limit.map_or(u64::MAX, |limit| limit.saturating_add(1));
            let findings = &mut self.findings;
            let mut sink = |finding| {
                findings.push_back(finding);
                let is_enough = findings.len() as u64 >= most;
                if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            self.error = work(&asked, &asked.settings.effort(), &mut sink).err();
        }
        match self.findings.pop_front() {
            Some(finding) => Ok(Some(finding)),
            None => self.error.take().map_or(Ok(None), Err),
        }
    }

    /// Hands all that comes to a sink, until it takes no more. Nothing is kept.
    ///
    /// # Errors
    /// That of the work.
    pub fn pour(
        asked: Query,
        work: impl SearchWork<T>,
        sink: &mut Sink<'_, T>,
    ) -> Result<(), Error> {
        work(&asked, &asked.settings.effort(), sink)
    }
}

/// Runs something on the only stack that there is.
///
/// # Errors
/// None, or with threads there may be no memory for one.
pub(crate) fn on_a_large_stack<T>(run: impl FnOnce() -> T) -> Result<T, Error> {
    Ok(run())
}
