//! The number of instances.

use korrel_enumerate::Estimate;
use korrel_sat::Effort;
use num_bigint::BigUint;

use crate::error::Error;
use crate::question::by_value::ByValue;
use crate::question::count::Silence;
use crate::question::{self, Amount, PosedQuestion};

use super::{Query, Sink};

/// The number of a query's instances, whatever limit is set.
///
/// # Errors
/// A construct that cannot be translated; a stop.
pub(crate) fn count(
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, BigUint>,
) -> Result<(), Error> {
    let number = number(&asked.posed(effort)?)?;
    // One number is all there is to take.
    let _ = sink(number);
    Ok(())
}

/// As [`count`], but what only a list counts is counted as far as it goes quickly: of the command's formula, or of its roots'
/// declarations alone.
///
/// # Errors
/// A construct that cannot be translated; a stop.
pub(crate) fn amount(
    of_roots: bool,
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, Amount>,
) -> Result<(), Error> {
    let Query { command, .. } = asked;
    let formula = if of_roots { command.declared.clone() } else { command.goal.clone() };
    let found = question::amount(&asked.command(), formula, asked.meaning(), effort)?;
    // One number is all there is to take.
    let _ = sink(found);
    Ok(())
}

fn number(posed: &PosedQuestion<'_>) -> Result<BigUint, Error> {
    let tally = posed.count(&mut Silence)?;
    if tally.is_complete { Ok(tally.number) } else { Err(Error::Stopped) }
}

/// A value, and the number of instances in which an expression has it; no value stands for none in the scope.
pub(crate) type ValueRow = (Option<String>, BigUint);

/// The number of instances for each value of an expression that some instance has, and then that of the others.
pub(crate) fn count_by(
    text: &str,
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, ValueRow>,
) -> Result<(), Error> {
    let (command, posed) = (asked.command(), asked.posed(effort)?);
    let parts = ByValue::new(&command, text)?.parts(&command, &posed)?;
    let mut rest = number(&posed)?;
    for part in parts {
        let number = number(&part.asked.posed(&asked.settings, effort)?)?;
        if number > rest {
            return Err(Error::Internal("an instance has two values".to_owned()));
        }
        rest -= &number;
        if number != BigUint::ZERO && sink((Some(part.value), number)).is_break() {
            return Ok(());
        }
    }
    if rest != BigUint::ZERO {
        let _ = sink((None, rest));
    }
    Ok(())
}

/// About how many instances there are.
pub(crate) fn estimate(
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, Estimate>,
) -> Result<(), Error> {
    let _ = sink(asked.posed(effort)?.estimate()?.ok_or(Error::Stopped)?);
    Ok(())
}
