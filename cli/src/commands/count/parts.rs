//! `--by EXPR`: the instances in which an expression has this value or that.
//!
//! Each value is a question of its own, the command's with `EXPR = value` beside it, so it is counted like
//! any other. That is right for values that no permutation of atoms changes.

use korrel_enumerate::Problem;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Formula, FormulaKind, Value};
use korrel_lang::parse::parse_expression;
use korrel_lang::resolve::Session;
use korrel_lang::universe::{Atom, AtomId};
use korrel_lang::visible::visible;
use korrel_translate::upper_of;

use crate::commands::shared::question::Asked;
use crate::messages::error::Error;

/// The instances with one value.
pub struct Part {
    /// As it is printed.
    pub value: String,
    pub asked: Asked,
}

/// One for each value that the expression can have.
///
/// # Errors
/// An expression that means nothing in the spec, or whose values are not the same for all labellings.
pub fn parts(asked: &Asked, problem: &Problem<'_>, text: &str) -> Result<Vec<Part>, Error> {
    let (value, _) = resolved(asked, text)?;
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
        .map(|(value, test)| Ok(Part { value, asked: within(asked, &test)? }))
        .collect()
}

/// How a spec names an atom that is the same in all labellings.
fn name(problem: &Problem<'_>, atom: AtomId) -> Option<String> {
    let (model, bounds) = (problem.question.model, &problem.question.bounds);
    match bounds.universe().atom(atom) {
        Atom::Integer(number) => Some(number.to_string()),
        Atom::String(text) => Some(format!("\"{text}\"")),
        Atom::Object { .. } => {
            let fixed = |sig: &_| bounds.fixed(*sig) == [atom];
            let sig = model.sigs.ids().find(fixed)?;
            Some(model.sigs[sig].path.clone())
        }
    }
}

fn moved(asked: &Asked, text: &str) -> Error {
    let message =
        format!("`{}` has other values in other labellings of an instance", visible(text));
    let help =
        "numbers, enums, `one` sigs, strings and truth values have none: `#Node`, `some root`";
    Error::about(&asked.spec, Diagnostic::new(code::COMMAND, message).help(help))
}

/// The same question, of the instances in which this holds.
pub fn within(asked: &Asked, test: &str) -> Result<Asked, Error> {
    let (value, mut asked) = resolved(asked, test)?;
    let Value::Formula(formula) = value else {
        let message = format!("`{}` is no formula", visible(test));
        return Err(Error::about(&asked.spec, Diagnostic::new(code::COMMAND, message)));
    };
    let span = asked.command.goal.span;
    let goal = FormulaKind::And(vec![asked.command.goal.clone(), formula]);
    asked.command.goal = Formula { kind: goal, span };
    Ok(asked)
}

/// What a text means in the spec, and the spec with what it brought with it.
fn resolved(asked: &Asked, text: &str) -> Result<(Value, Asked), Error> {
    let mut spec = asked.spec.clone();
    let file = spec.sources.add("expression", text);
    let mut session = Session::new(&spec.program).expect("the spec was resolved before");
    session.read(&spec.sources, file);
    let parsed = parse_expression(&spec.sources, file).map_err(|mistake| vec![mistake]);
    let resolved = parsed.and_then(|expr| session.resolve(&asked.command.parameters, &expr));
    let (value, _) =
        resolved.map_err(|mistakes| Error::Spec(Box::new(spec.sources.clone()), mistakes))?;
    if let Some((atom, _)) = session.atoms().first() {
        let message = format!("`{}` is an atom of one labelling", visible(atom));
        return Err(Error::about(&spec, Diagnostic::new(code::COMMAND, message)));
    }
    spec.model = session.into_model();
    Ok((value, Asked { spec, command: asked.command.clone() }))
}
