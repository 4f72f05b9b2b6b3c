//! `--weight EXPR`: the instances of each weight are a question of their own.

use num_bigint::BigUint;

use korrel_enumerate::{Problem, counting};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Span;
use korrel_lang::visible::visible;
use korrel_sat::counter::{Limits, Outcome};
use korrel_translate::Untranslated;

use super::NODES;
use crate::commands::counting::count::parts::{ValuePart, parts};
use crate::commands::shared::question::{AskedCommand, classes};
use crate::flags::SampleFlags;
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;

/// The weights of instances.
pub enum Weights {
    /// The instances of each weight above 0.
    Of(Vec<(u64, AskedCommand)>),
    /// Limits or a stop came before.
    Unknown,
}

/// # Errors
/// An expression that is no number, or not in each instance one from 0 on.
pub fn weighed(
    asked: &AskedCommand,
    problem: &Problem<'_>,
    weight: &str,
    flags: &SampleFlags,
    stop: &Stop,
    report: &Reporter,
) -> Result<Weights, Error> {
    let (mut weighed, mut sum) = (Vec::new(), BigUint::ZERO);
    let overflow = flags.question.overflow;
    for ValuePart { value, asked: part } in parts(asked, problem, weight, overflow, (report, stop))?
    {
        let number = match value.as_str() {
            "true" => 1,
            "false" | "none" => 0,
            number => number.parse::<i64>().map_err(|_| {
                no_weight(asked, weight, &format!("`{}` is no number", visible(number)))
            })?,
        };
        let problem = part.quiet_problem(&flags.question, stop)?;
        let Some(count) = counted(&part, &problem, flags, stop)? else {
            return Ok(Weights::Unknown);
        };
        if number < 0 && count > BigUint::ZERO {
            return Err(no_weight(asked, weight, &format!("it is {number} in some instance")));
        }
        sum += count;
        if let Ok(number @ 1..) = u64::try_from(number) {
            weighed.push((number, part));
        }
    }
    match counted(asked, problem, flags, stop)? {
        None => Ok(Weights::Unknown),
        Some(all) if sum < all => {
            Err(no_weight(asked, weight, "in some instance it overflows, or has several values"))
        }
        Some(_) => Ok(Weights::Of(weighed)),
    }
}

fn counted(
    asked: &AskedCommand,
    problem: &Problem<'_>,
    flags: &SampleFlags,
    stop: &Stop,
) -> Result<Option<BigUint>, Error> {
    let effort = stop.effort();
    let limits = Limits { nodes: NODES, ..Limits::within(&effort) };
    match counting::count(problem, classes(&flags.question), limits, &effort) {
        Ok(counted) => Ok(match counted.outcome {
            Outcome::Done(count) => Some(count),
            Outcome::Outgrown | Outcome::Stopped => None,
        }),
        Err(Untranslated::Stopped) => Ok(None),
        Err(Untranslated::Refused(mistake)) => Err(Error::about(&asked.spec, *mistake)),
    }
}

fn no_weight(asked: &AskedCommand, weight: &str, why: &str) -> Error {
    let mut spec = asked.spec.clone();
    let file = spec.sources.add("--weight", weight);
    let span = Span { file, start: 0, end: weight.len() as u32 };
    let message = format!("`{}` is no weight: {why}", visible(weight));
    let diagnostic = Diagnostic::new(code::WEIGHT, message).at(span, "");
    let help = "a weight is a number from 0 on, or a truth value, in each instance";
    Error::about(&spec, diagnostic.help(help))
}
