//! How many instances there are.
//!
//! They are counted without a list as long as that stays small, and else listed. All of it is
//! measured in nodes, never in seconds: the same question takes the same way on every machine.

use korrel_enumerate::counting;
use korrel_enumerate::{Instances, Strategy};
use korrel_sat::counter::{Limits, Outcome};
use korrel_sat::{Effort, Step};
use num_bigint::BigUint;

use crate::error::Error;

use super::{Query, Sink, classes, problem, unanswered};

/// So much is spent on counting before instances are listed.
const NODES: u64 = 1 << 18;

/// The number of a query's instances, whatever limit is set.
///
/// # Errors
/// What cannot be translated; a stop.
pub(crate) fn count(
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, BigUint>,
) -> Result<(), Error> {
    let problem = problem(asked, effort)?;
    let limits = Limits { nodes: NODES, ..Limits::within(effort) };
    let counted = counting::count(&problem, classes(asked), limits, effort);
    let number = match counted.map_err(|refused| unanswered(asked, refused))?.outcome {
        Outcome::Done(number) => number,
        Outcome::Stopped => return Err(Error::Stopped),
        Outcome::Outgrown => {
            let strategy = Strategy { classes: classes(asked), ..Strategy::default() };
            let found = Instances::new(&problem, strategy, effort.clone());
            listed(found.map_err(|mistake| asked.spec.mistake(mistake))?)?.into()
        }
    };
    // One number is all there is to take.
    let _ = sink(number);
    Ok(())
}

fn listed(mut found: Instances<'_>) -> Result<u64, Error> {
    let mut number = 0;
    loop {
        match found.advance() {
            Step::Model => number += 1,
            Step::Exhausted => return Ok(number),
            Step::Stopped => return Err(Error::Stopped),
        }
    }
}
