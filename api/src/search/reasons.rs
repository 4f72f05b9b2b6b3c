//! The reasons why there is nothing.

use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::{Effort, Step};

use crate::error::Error;

use super::{Query, Sink};

/// The reasons why a query has no instance, if it has none and they can be found.
///
/// # Errors
/// A construct that cannot be translated; a stop.
pub(crate) fn why_empty(
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, Diagnostic>,
) -> Result<(), Error> {
    let posed = asked.posed(effort)?;
    let mut listing = posed.open()?;
    match listing.instances.advance() {
        Step::Model => return Ok(()),
        Step::Stopped => return Err(Error::Stopped),
        Step::Exhausted => {}
    }
    if let Some(why) = posed.why_nothing(listing.cost().conflicts, effort)? {
        let _ = sink(why);
    }
    Ok(())
}
