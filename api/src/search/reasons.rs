//! The reasons why there is nothing.

use korrel_enumerate::{Instances, conflict, explained};
use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::{Effort, Step};

use crate::error::Error;

use super::{Query, Sink, problem};

/// The reasons why a query has no instance, if it has none and they can be found.
///
/// # Errors
/// A construct that cannot be translated; a stop.
pub(crate) fn why_empty(
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, Diagnostic>,
) -> Result<(), Error> {
    let mistake = |diagnostic| Error::from(asked.spec.mistake(diagnostic));
    let problem = problem(asked, effort)?;
    let mut found = Instances::new(&problem, asked.strategy(), effort.clone()).map_err(mistake)?;
    match found.advance() {
        Step::Model => return Ok(()),
        Step::Stopped => return Err(Error::Stopped),
        Step::Exhausted => {}
    }
    let searched = found.statistics().conflicts;
    if let Some(found) = conflict(&problem.question, searched, effort).map_err(mistake)? {
        let _ = sink(explained(&problem.question, &found));
    }
    Ok(())
}
