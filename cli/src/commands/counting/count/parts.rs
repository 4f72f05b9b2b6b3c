//! `--by EXPR`: the instances in which an expression has this value or that.
//!
//! Each value is a question of its own, the command's with `EXPR = value` beside it, so it is counted like
//! any other. This is right for values that no permutation of atoms changes.

use korrel_enumerate::Problem;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Formula, FormulaKind, SigId, Value};
use korrel_lang::universe::{Atom, AtomId};
use korrel_lang::visible::visible;
use korrel_translate::upper_of;

use crate::commands::shared::expressions;
use crate::commands::shared::question::AskedCommand;
use crate::commands::shared::undecided::beside;
use crate::flags::OverflowFlag;
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;

/// The instances with one value.
pub struct ValuePart {
    /// The value as it is printed.
    pub value: String,
    pub asked: AskedCommand,
}

/// One for each value that the expression can have.
///
/// # Errors
/// An expression that means nothing in the spec, or whose values are not the same for all labellings.
pub fn parts(
    asked: &AskedCommand,
    problem: &Problem<'_>,
    text: &str,
    overflow: OverflowFlag,
    (report, stop): (&Reporter, &Stop),
) -> Result<Vec<ValuePart>, Error> {
    let (value, read) = resolved(asked, text)?;
    let values = [value];
    read.caution(&beside(&read.command, &values), overflow, report, stop)?;
    let [value] = values;
    let same = |value: &str, test: String| (value.to_owned(), test);
    let tests = match &value {
        Value::Formula(_) => {
            vec![same("false", format!("not ({text})")), same("true", format!("({text})"))]
        }
        Value::Integer(_) => {
            let (least, most) =
                problem.question.bounds.universe().integer_range().unwrap_or((0, 0));
            let equals = |number: i64| same(&number.to_string(), format!("({text}) = {number}"));
            (least..=most).map(equals).collect()
        }
        Value::Relation(expr) => {
            let upper = upper_of(expr, &problem.question.bounds);
            if upper.arity() != 1 {
                return Err(moved(asked, text));
            }
            let mut tests = vec![same("none", format!("no ({text})"))];
            for tuple in upper.tuples() {
                let name = name(problem, tuple[0]).ok_or_else(|| moved(asked, text))?;
                tests.push(same(&visible(&name), format!("({text}) = {name}")));
            }
            tests
        }
    };
    tests
        .into_iter()
        .map(|(value, test)| Ok(ValuePart { value, asked: within(asked, &test)? }))
        .collect()
}

/// The name that a spec has for an atom that is the same in all labellings.
fn name(problem: &Problem<'_>, atom: AtomId) -> Option<String> {
    match problem.question.bounds.universe().atom(atom) {
        Atom::Integer(number) => Some(number.to_string()),
        Atom::String(text) => Some(format!("\"{text}\"")),
        Atom::Object { .. } => {
            Some(problem.question.model.sigs[fixed_sig(problem, atom)?].path.clone())
        }
    }
}

/// The sig of which an atom is the only one, in all labellings.
pub fn fixed_sig(problem: &Problem<'_>, atom: AtomId) -> Option<SigId> {
    let bounds = &problem.question.bounds;
    problem.question.model.sigs.ids().find(|&sig| bounds.fixed(sig) == [atom])
}

/// The error for an expression whose values differ between labellings: they cannot tell parts
/// apart.
pub fn moved(asked: &AskedCommand, text: &str) -> Error {
    let message =
        format!("`{}` has other values in other labellings of an instance", visible(text));
    let help =
        "numbers, enums, `one` sigs, strings and truth values have none: `#Node`, `some root`";
    Error::about(&asked.spec, Diagnostic::new(code::COMMAND, message).help(help))
}

/// The same question, restricted to the instances in which this holds.
pub fn within(asked: &AskedCommand, test: &str) -> Result<AskedCommand, Error> {
    let (value, mut asked) = resolved(asked, test)?;
    let Value::Formula(formula) = value else {
        let message = format!("`{}` is not a formula", visible(test));
        return Err(Error::about(&asked.spec, Diagnostic::new(code::KIND, message)));
    };
    let span = asked.command.goal.span;
    let goal = FormulaKind::And(vec![asked.command.goal.clone(), formula]);
    asked.command.goal = Formula { kind: goal, span };
    Ok(asked)
}

/// The value of a text in the spec, and the spec with the declarations that the text added.
fn resolved(asked: &AskedCommand, text: &str) -> Result<(Value, AskedCommand), Error> {
    let (mut values, asked) = expressions::resolved(asked, &[text.to_owned()])?;
    Ok((values.pop().expect("one text has one value"), asked))
}
