//! The number of instances.

use korrel_enumerate::{Estimate, Instances, Problem};
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use korrel_sat::counter::Dice;
use num_bigint::BigUint;

use crate::error::Error;
use crate::question::by_value::ByValue;
use crate::question::count::{CountListener, CountQuestion};
use crate::question::{self, Amount};

use super::{Query, Sink, problem};

/// The number of a query's instances, whatever limit is set.
///
/// # Errors
/// A construct that cannot be translated; a stop.
pub(crate) fn count(
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, BigUint>,
) -> Result<(), Error> {
    let number = number(asked, &asked.spec, &problem(asked, effort)?, effort)?;
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

fn number(
    asked: &Query,
    spec: &Spec,
    problem: &Problem<'_>,
    effort: &Effort,
) -> Result<BigUint, Error> {
    let question = CountQuestion {
        method: asked.settings.method,
        classes: asked.classes(),
        only_listing: None,
        is_judged: false,
        threads: 1,
        effort,
    };
    let tally = question.count(spec, problem, &mut SilentList { asked, spec, effort })?;
    if tally.is_complete { Ok(tally.number) } else { Err(Error::Stopped) }
}

/// A list that nobody watches.
struct SilentList<'a> {
    asked: &'a Query,
    spec: &'a Spec,
    effort: &'a Effort,
}

impl<'p> CountListener<'p> for SilentList<'_> {
    type Error = Error;

    fn open(&mut self, problem: &'p Problem<'p>) -> Result<Instances<'p>, Error> {
        let instances = Instances::new(problem, self.asked.strategy(), self.effort.clone());
        instances.map_err(|mistake| self.spec.mistake(mistake).into())
    }
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
    let problem = problem(asked, effort)?;
    let command = asked.command();
    let parts = ByValue::new(&command, text)?.parts(&command, &problem)?;
    let mut rest = number(asked, &asked.spec, &problem, effort)?;
    for part in parts {
        let problem = part.asked.problem(asked.meaning(), effort)?;
        let number = number(asked, &part.asked.spec, &problem, effort)?;
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

/// Always the same one: an estimate is the same again.
const SEED: u64 = 1;

/// About how many instances there are.
pub(crate) fn estimate(
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, Estimate>,
) -> Result<(), Error> {
    let problem = problem(asked, effort)?;
    let found = Instances::new(&problem, asked.strategy(), effort.clone());
    let mut found = found.map_err(|mistake| asked.spec.mistake(mistake))?;
    let estimate = match found.stream() {
        Some(stream) => stream.estimate(&mut Dice::new(SEED)),
        // The translation shows already that there is no instance.
        None => Some(Estimate { number: 0.0, error: 0.0, runs: 1, least: 0 }),
    };
    let _ = sink(estimate.filter(|_| !effort.is_stopped()).ok_or(Error::Stopped)?);
    Ok(())
}
