//! The cases that overflows leave open.
//!
//! If arithmetic overflows, a formula neither holds nor fails, and such instances are left out. A claim that
//! there is no instance of a kind is then true within these integers, and claims no more.

use korrel_enumerate::{Meaning, Undecided};
use korrel_lang::model::{Command, Comparison, Formula, FormulaKind, Value};

use super::question::AskedCommand;
use crate::limits::stop::Stop;
use crate::messages::error::Error;

/// The restriction of a claim that overflows could refute.
pub const WITHIN: &str = "within these integers";

/// The advice that tells which instances are left out, and how to take them in.
pub const ADVICE: &str = "instances in which arithmetic overflows are left out; `--overflow wrap` takes them in, and so \
                          does a `--scope` with a range such as `0..7 Int`, in which arithmetic is exact";

/// Returns the kinds of instances of a command that there could be if there were more integers.
///
/// # Errors
/// A scope that cannot be, or is too large.
pub fn undecided(
    asked: &AskedCommand,
    command: &Command,
    formulas: &[Formula],
    meaning: Meaning,
    stop: &Stop,
) -> Result<Undecided, Error> {
    Undecided::new(&asked.spec.model, command, formulas, meaning, &stop.effort())
        .map_err(|diagnostic| Error::about(&asked.spec, diagnostic))
}

/// The command with its roots and scope that asks for nothing.
pub fn unasked(command: &Command) -> Command {
    command.asking(Formula { kind: FormulaKind::Constant(true), span: command.goal.span })
}

/// The command that asks for all of them, to be warned of.
pub fn asking_all(command: &Command, formulas: &[Formula]) -> Command {
    let kind = FormulaKind::And(formulas.to_vec());
    command.asking(Formula { kind, span: command.goal.span })
}

/// The command with these values beside what it asks for, to be warned of.
pub fn beside(command: &Command, values: &[Value]) -> Command {
    let values = values.iter().map(evaluated);
    let all: Vec<Formula> = [command.goal.clone()].into_iter().chain(values).collect();
    asking_all(command, &all)
}

/// A formula that computes a value.
fn evaluated(value: &Value) -> Formula {
    let (kind, span) = match value {
        Value::Formula(formula) => return formula.clone(),
        Value::Integer(number) => {
            let kind = FormulaKind::Compare(Comparison::Equal, number.clone(), number.clone());
            (kind, number.span)
        }
        Value::Relation(expr) => (FormulaKind::Subset(expr.clone(), expr.clone()), expr.span),
    };
    Formula { kind, span }
}
