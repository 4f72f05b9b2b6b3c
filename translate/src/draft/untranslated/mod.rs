//! The reason why there is no translation: a construct of the spec is to blame, or it was stopped.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Span;
use korrel_sat::Effort;

use crate::circuit::{Circuit, GivenUp};
use crate::encode::{HigherOrder, Obstacle, Unsupported};
use crate::question::Question;

/// The outcome of a translation that did not come to its end.
#[derive(Clone, Debug)]
pub enum Untranslated {
    /// A construct that can be neither grounded nor Skolemised, or a spec with more gates than fit
    /// into memory.
    Refused(Box<Diagnostic>),
    /// Somebody stopped it.
    Stopped,
}

impl From<Diagnostic> for Untranslated {
    fn from(diagnostic: Diagnostic) -> Untranslated {
        Untranslated::Refused(Box::new(diagnostic))
    }
}

/// A glance at the flag, for what is made before there is a circuit.
///
/// # Errors
/// A stop.
pub fn unless_stopped(effort: &Effort) -> Result<(), Untranslated> {
    if effort.is_stopped() { Err(Untranslated::Stopped) } else { Ok(()) }
}

/// The message for a construct that has no translation.
fn untranslatable(unsupported: Unsupported) -> Diagnostic {
    let Unsupported { span, obstacle } = unsupported;
    let reason = match obstacle {
        Obstacle::TooLarge(construct) => {
            let message = format!("{construct} cannot be translated");
            return Diagnostic::new(code::TOO_LARGE, message)
                .at(span, "too large within this scope")
                .help("a smaller scope, or a narrower expression");
        }
        Obstacle::HigherOrder(HigherOrder::TwoSided) => {
            "here it matters both that there is one and that there is none"
        }
        Obstacle::HigherOrder(HigherOrder::Universal | HigherOrder::Collected) => {
            "every such set or relation would have to be tried"
        }
    };
    let message = "this needs higher-order quantification that cannot be Skolemised";
    Diagnostic::new(code::HIGHER_ORDER, message).at(span, reason).help(
        "what is asserted to exist can be a set: `some`, or `all` in a checked assertion; \
         else quantify over single atoms, or run a predicate that has it as a parameter",
    )
}

/// # Errors
/// If the circuit was given up, and nothing in the spec is to blame more than the scope.
pub fn check_size(circuit: &Circuit, question: &Question<'_>) -> Result<(), Untranslated> {
    let command = question.command;
    let span = command.scope.span.unwrap_or(command.span);
    match circuit.given_up() {
        None => Ok(()),
        Some(GivenUp::Stopped) => Err(Untranslated::Stopped),
        Some(GivenUp::TooLarge(needed)) => Err(too_large(span, needed, question).into()),
    }
}

/// The explanation of what is wrong with a construct, or that the circuit was given up.
pub fn explained(
    unsupported: Unsupported,
    circuit: &Circuit,
    question: &Question<'_>,
) -> Untranslated {
    match circuit.given_up() {
        Some(GivenUp::Stopped) => Untranslated::Stopped,
        Some(GivenUp::TooLarge(needed)) => too_large(unsupported.span, needed, question).into(),
        None => untranslatable(unsupported).into(),
    }
}

fn too_large(span: Span, needed: usize, question: &Question<'_>) -> Diagnostic {
    Diagnostic::new(code::TOO_LARGE, "the translation would not fit into memory")
        .at(span, format!("with this, it has {} gates or more", rounded(needed)))
        .help(format!("a smaller scope; there are {}", population(question)))
}

/// Rounds downwards to one digit: the known number is a lower bound.
fn rounded(number: usize) -> String {
    let unit = 10usize.pow(number.max(1).ilog10());
    let (number, name) = match number / unit * unit {
        number @ 1_000_000_000.. => (number / 1_000_000_000, " billion"),
        number @ 1_000_000.. => (number / 1_000_000, " million"),
        number => (number, ""),
    };
    format!("{number}{name}")
}

/// The sigs that have most atoms, and the integers.
fn population(question: &Question<'_>) -> String {
    let Question { model, scopes, .. } = question;
    let mut sizes: Vec<(u64, &str)> = model
        .top_level()
        .map(|sig| (u64::from(scopes.top_level(sig).max), model.sigs[sig].name.as_str()))
        .collect();
    let (least, greatest) = scopes.integers;
    sizes.push(((greatest - least + 1) as u64, "Int"));
    sizes.sort_by_key(|&(size, _)| std::cmp::Reverse(size));
    let named = sizes.iter().take(3).map(|(size, name)| format!("{size} `{name}`"));
    named.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
