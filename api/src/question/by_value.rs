//! The instances in which an expression has this value or that.
//!
//! Each value is a question of its own, the command's with `EXPR = value` beside it, so it is counted like
//! any other. This is right for values that no permutation of atoms changes.

use korrel_enumerate::Problem;
use korrel_enumerate::questions::formula::in_all;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{SigId, Value};
use korrel_lang::spec::Mistakes;
use korrel_lang::universe::{Atom, AtomId};
use korrel_lang::visible::visible;
use korrel_translate::upper_of;

use super::SpecCommand;
use super::posed::PosedQuestion;

/// The instances of a command by the value of an expression.
pub struct ByValue {
    text: String,
    value: Value,
    /// The command with the expression beside what it asks for, to be warned of before it is asked.
    pub whole: SpecCommand,
}

/// The instances with one value.
pub struct ValuePart {
    /// The value as it is printed.
    pub value: String,
    pub asked: SpecCommand,
}

impl ByValue {
    /// # Errors
    /// An expression that means nothing in the spec.
    pub fn new(asked: &SpecCommand, text: &str) -> Result<ByValue, Mistakes> {
        let (mut values, mut whole) = asked.resolved(&[text.to_owned()])?;
        whole.command = whole.beside(&values);
        let value = values.pop().expect("one text has one value");
        Ok(ByValue { text: text.to_owned(), value, whole })
    }

    /// One for each value that the expression can have; `posed` is the command.
    ///
    /// # Errors
    /// An expression whose values are not the same for all labellings.
    pub fn parts(
        &self,
        asked: &SpecCommand,
        posed: &PosedQuestion<'_>,
    ) -> Result<Vec<ValuePart>, Mistakes> {
        let tests = tests(asked, &posed.problem, &self.text, &self.value)?.into_iter();
        tests.map(|(value, test)| Ok(ValuePart { value, asked: asked.within(&test)? })).collect()
    }
}

/// The values, each with the text of the formula that an expression has it.
fn tests(
    asked: &SpecCommand,
    problem: &Problem<'_>,
    text: &str,
    value: &Value,
) -> Result<Vec<(String, String)>, Mistakes> {
    let same = |value: &str, test: String| (value.to_owned(), test);
    Ok(match value {
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
                return Err(asked.moved(text));
            }
            let mut tests = vec![same("none", format!("no ({text})"))];
            for tuple in upper.tuples() {
                let name = name(problem, tuple[0]).ok_or_else(|| asked.moved(text))?;
                tests.push(same(&visible(&name), format!("({text}) = {name}")));
            }
            tests
        }
    })
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
pub(super) fn fixed_sig(problem: &Problem<'_>, atom: AtomId) -> Option<SigId> {
    let bounds = &problem.question.bounds;
    problem.question.model.sigs.ids().find(|&sig| bounds.fixed(sig) == [atom])
}

impl SpecCommand {
    /// The error for an expression whose values differ between labellings: they cannot tell parts
    /// apart.
    pub(super) fn moved(&self, text: &str) -> Mistakes {
        let message =
            format!("`{}` has other values in other labellings of an instance", visible(text));
        let help =
            "numbers, enums, `one` sigs, strings and truth values have none: `#Node`, `some root`";
        self.spec.mistake(Diagnostic::new(code::COMMAND, message).help(help))
    }

    /// The same question, restricted to the instances in which this holds.
    pub(super) fn within(&self, test: &str) -> Result<SpecCommand, Mistakes> {
        let (mut values, mut asked) = self.resolved(&[test.to_owned()])?;
        let Some(Value::Formula(formula)) = values.pop() else {
            let message = format!("`{}` is not a formula", visible(test));
            return Err(asked.spec.mistake(Diagnostic::new(code::KIND, message)));
        };
        let goal = asked.command.goal;
        let span = goal.span;
        asked.command.goal = in_all(vec![goal, formula], span);
        Ok(asked)
    }
}
