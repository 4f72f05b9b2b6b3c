//! The number of instances.

use std::ops::ControlFlow;

use korrel_enumerate::counting::{self, ListedSoFar, Number};
use korrel_enumerate::{Bodies, Estimate, Instances, Problem, list};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::spec::Spec;
use korrel_sat::counter::{Dice, Limits};
use korrel_sat::{Effort, Step};
use num_bigint::BigUint;

use crate::error::Error;
use crate::question::by_value::ByValue;
use crate::question::{self, Amount};
use crate::settings::Method;

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
    let (classes, mut found, mut count) = (asked.classes(), None, 0);
    let refused = |mistake| Error::from(spec.mistake(mistake));
    let mut list = |most| -> Result<ListedSoFar, Error> {
        let found = match &mut found {
            Some(found) => found,
            none => {
                let begun = Instances::new(problem, asked.strategy(), effort.clone());
                none.insert(begun.map_err(refused)?)
            }
        };
        let step = match count < most {
            true => list(found, Bodies::Nothing, 1, |found| {
                count += found.count();
                let is_enough = count >= most;
                Ok::<_, Error>(match is_enough {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                })
            })?,
            false => Step::Model,
        };
        Ok(ListedSoFar { count, is_complete: step == Step::Exhausted })
    };
    let number = match asked.settings.method {
        Method::Auto => counting::number(problem, classes, false, effort, refused, list)?,
        Method::List => Number::Listed(list(u64::MAX)?, ""),
        Method::Compile if !counting::is_direct(problem, classes) && !effort.is_stopped() => {
            let message = "models are not classes: no symmetry-breaking predicate is complete";
            return Err(refused(Diagnostic::new(code::FILE, message)));
        }
        Method::Compile | Method::Burnside => {
            let counted = counting::count(problem, classes, Limits::within(effort), effort);
            let counted = counted.map_err(|why| asked.unanswered(why))?;
            let number = counted.outcome.done().ok_or(Error::Stopped)?;
            Number::Counted(number, counted.cost)
        }
    };
    match number {
        Number::Counted(number, _) => Ok(number),
        Number::Listed(listed, _) if listed.is_complete => Ok(listed.count.into()),
        Number::Listed(..) => Err(Error::Stopped),
    }
}

/// A value, and the number of instances in which an expression has it; no value stands for none in the scope.
pub(crate) type Row = (Option<String>, BigUint);

/// The number of instances for each value of an expression that some instance has, and then that of the others.
pub(crate) fn count_by(
    text: &str,
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, Row>,
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
