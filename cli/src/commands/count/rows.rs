//! `--table SCOPE A..B` and `--by EXPR`: a line for each n, or for each value.

use std::io::Write;

use korrel::answer::Number;
use korrel::question::by_value::{ByValue, ValuePart};
use korrel::question::count::Tally;
use korrel::question::{PosedQuestion, SpecCommand};
use korrel::stream::StreamQuestion;
use num_bigint::BigUint;
use serde_json::json;

use crate::commands::shared::question::{answered, caution};
use crate::commands::shared::statistics::Timing;
use crate::flags::{CountFlags, CountFormatFlag};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::tell::tell;
use crate::output::answer;

use super::method::Counter;

/// A line for each n: the scope with n in it, counted.
///
/// # Errors
/// A scope that cannot be; a construct that cannot be translated.
pub fn table(counter: &Counter<'_>, given: &[String]) -> Result<Exit, Error> {
    let [scope, range] = given else { unreachable!("the flag takes two values") };
    let row = |n: u64| -> Result<SpecCommand, Error> {
        let mut row = counter.question.asked.clone();
        row.command = row.spec.with_pattern(row.command, "--table", scope, n)?;
        Ok(row)
    };
    let (settings, mut is_warned) = (counter.question.settings, false);
    for n in numbers(range)? {
        let row = row(n)?;
        // One warning is enough: arithmetic that overflows in one row overflows in others.
        is_warned = is_warned || caution(&row, settings, counter.report, counter.stop)?;
        if !line(counter, &row, &n.to_string())?.1 {
            return Ok(counter.stop.exit());
        }
    }
    Ok(Exit::Success)
}

/// A line for each value that some instance has; those in which it has none, for it overflows or is of
/// several values, are the last one.
///
/// # Errors
/// An expression whose values depend on the labelling; a construct that cannot be translated.
pub fn by(counter: &Counter<'_>, posed: &PosedQuestion<'_>, text: &str) -> Result<Exit, Error> {
    let mut sum = BigUint::ZERO;
    let StreamQuestion { asked, settings, .. } = counter.question;
    let by_value = ByValue::new(asked, text)?;
    caution(&by_value.whole, settings, counter.report, counter.stop)?;
    for ValuePart { value, asked } in by_value.parts(asked, posed)? {
        let (number, is_complete) = line(counter, &asked, &value)?;
        if !is_complete {
            return Ok(counter.stop.exit());
        }
        sum += number;
    }
    let all = counter.count(posed, &mut Timing::start())?;
    if !all.is_complete {
        return Ok(counter.stop.exit());
    }
    if sum > all.number {
        return Err(Error::Internal("an instance has two values".to_owned()));
    }
    if sum < all.number {
        row(counter.flags, asked, None, &(all.number - sum))?;
    }
    Ok(Exit::Success)
}

/// Counts and prints one line, unless the count is that of a value that nothing has; the number, and
/// whether it is that of all.
fn line(counter: &Counter<'_>, asked: &SpecCommand, title: &str) -> Result<(BigUint, bool), Error> {
    let posed = asked.posed(counter.question.settings, &counter.stop.effort());
    let posed = answered(posed, counter.stop)?;
    let Tally { number, is_complete, way, .. } = counter.count(&posed, &mut Timing::start())?;
    if counter.flags.search.stats {
        tell(format_args!("{title}: {way}"));
    }
    if !is_complete {
        tell(format_args!("{title}: at least {number}"));
    } else if number != BigUint::ZERO || counter.flags.by.is_none() {
        row(counter.flags, asked, Some(title), &number)?;
    }
    Ok((number, is_complete))
}

/// Writes a row: of a table that of an n, else that of a value, or of those without one.
fn row(
    flags: &CountFlags,
    asked: &SpecCommand,
    title: Option<&str>,
    number: &BigUint,
) -> Result<(), Error> {
    if flags.answer.format == CountFormatFlag::Text {
        let mut out = std::io::stdout();
        writeln!(out, "{}\t{number}", title.unwrap_or("?"))?;
        return Ok(out.flush()?);
    }
    let mut record = json!({ "kind": "row", "spec": asked.spec.name });
    match &flags.by {
        None => {
            record["command"] = json!(asked.spec.text(&asked.command));
            record["n"] = json!(title.and_then(|n| n.parse::<u64>().ok()));
        }
        Some(expression) => {
            record["by"] = json!(expression);
            record["value"] = json!(title);
        }
    }
    record["count"] = json!(Number::from(number));
    Ok(answer(&record)?)
}

/// `2..9`, or one number.
fn numbers(range: &str) -> Result<std::ops::RangeInclusive<u64>, Error> {
    let (first, last) = range.split_once("..").unwrap_or((range, range));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err(Error::usage(format!("`{range}`: the numbers of a table are written `2..9`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a table would have other rows than were asked for.
    #[test]
    fn a_range_has_both_of_its_ends() {
        assert_eq!(numbers("2..9").map(|range| (*range.start(), *range.end())).ok(), Some((2, 9)));
        assert!(numbers("9..2").is_err() && numbers("x").is_err());
    }
}
