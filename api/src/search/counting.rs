//! The number of instances.

use korrel_enumerate::Instances;
use korrel_enumerate::counting::{self, ListedSoFar, Number};
use korrel_sat::{Effort, Step};
use num_bigint::BigUint;

use crate::error::Error;

use super::{Query, Sink, problem, strategy};

/// The number of a query's instances, whatever limit is set.
///
/// # Errors
/// A construct that cannot be translated; a stop.
pub(crate) fn count(
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, BigUint>,
) -> Result<(), Error> {
    let problem = problem(asked, effort)?;
    let strategy = strategy(asked);
    let (classes, mut found, mut count) = (strategy.classes, None, 0);
    let refused = |mistake| Error::from(asked.spec.mistake(mistake));
    let list = |most| {
        let found = match &mut found {
            Some(found) => found,
            none => {
                let begun = Instances::new(&problem, strategy, effort.clone());
                none.insert(begun.map_err(refused)?)
            }
        };
        let mut step = Step::Model;
        while step == Step::Model && count < most {
            step = found.advance();
            count += u64::from(step == Step::Model);
        }
        Ok(ListedSoFar { count, is_complete: step == Step::Exhausted })
    };
    let number = match counting::number(&problem, classes, false, effort, refused, list)? {
        Number::Counted(number, _) => number,
        Number::Listed(listed, _) if listed.is_complete => listed.count.into(),
        Number::Listed(..) => return Err(Error::Stopped),
    };
    // One number is all there is to take.
    let _ = sink(number);
    Ok(())
}
