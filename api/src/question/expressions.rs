//! Expressions that stand in no file, resolved in the spec that is asked.

use korrel_enumerate::questions::formula::{computed, in_all};
use korrel_lang::ast::Expr;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, Formula, Node, Value};
use korrel_lang::parse::{parse_expression, parse_expressions};
use korrel_lang::resolve::ExpressionSession;
use korrel_lang::spec::{Mistakes, Spec};
use korrel_lang::visible::visible;

use super::SpecCommand;

/// The expressions of a list with commas between them.
pub struct ListedExpressions {
    /// Each as it is written.
    pub texts: Vec<String>,
    pub values: Vec<Value>,
    /// The spec and the command, with the declarations that the expressions added.
    pub asked: SpecCommand,
}

impl SpecCommand {
    /// Resolves texts in the spec. Returns their values, and the spec with the declarations that they
    /// added.
    ///
    /// # Errors
    /// Texts that have no meaning in the spec, or that name an atom of one labelling.
    pub fn resolved(&self, texts: &[String]) -> Result<(Vec<Value>, SpecCommand), Mistakes> {
        let mut spec = self.spec.clone();
        let mut parsed = Vec::new();
        for (number, text) in (1..).zip(texts) {
            let name = if texts.len() == 1 {
                "expression".to_owned()
            } else {
                format!("expression {number}")
            };
            let file = spec.sources.add(name, text);
            parsed.push(parse_expression(&spec.sources, file));
        }
        self.meant(spec, parsed)
    }

    /// Resolves a list of expressions, the text of `flag`.
    ///
    /// # Errors
    /// Expressions that have no meaning in the spec, or that name an atom of one labelling; one that is
    /// given twice.
    pub fn listed(&self, flag: &str, list: &str) -> Result<ListedExpressions, Mistakes> {
        let mut spec = self.spec.clone();
        let file = spec.sources.add(flag, list);
        let exprs = parse_expressions(&spec.sources, file);
        let exprs = exprs.map_err(|mistake| spec.mistake(mistake))?;
        let texts: Vec<String> =
            exprs.iter().map(|expr| spec.sources.text(expr.span).to_owned()).collect();
        once(&texts).map_err(|mistake| spec.mistake(mistake))?;
        let (values, asked) = self.meant(spec, exprs.into_iter().map(Ok).collect())?;
        Ok(ListedExpressions { texts, values, asked })
    }

    /// `spec`: that of the question, with the texts of the expressions.
    fn meant(
        &self,
        mut spec: Spec,
        parsed: Vec<Result<Expr, Diagnostic>>,
    ) -> Result<(Vec<Value>, SpecCommand), Mistakes> {
        let mut session =
            ExpressionSession::new(&self.spec.program).expect("the spec was resolved before");
        let (mut values, mut mistakes) = (Vec::new(), Vec::new());
        for expr in parsed {
            let value = expr.map_err(|mistake| vec![mistake]).and_then(|expr| {
                session.read(&spec.sources, expr.span.file);
                session.resolve(&self.command.parameters, &expr)
            });
            match value {
                Ok((value, _)) => values.push(value),
                Err(found) => mistakes.extend(found),
            }
        }
        if !mistakes.is_empty() {
            return Err(spec.mistakes(mistakes));
        }
        if let Some((atom, _)) = session.atoms().first() {
            let message = format!("`{}` is an atom of one labelling", visible(atom));
            return Err(spec.mistake(Diagnostic::new(code::COMMAND, message)));
        }
        spec.model = session.into_model();
        Ok((values, SpecCommand { spec, command: self.command.clone() }))
    }

    /// Resolves texts that must be formulas.
    ///
    /// # Errors
    /// Texts that have no meaning in the spec, or that are no formulas.
    pub fn formulas(&self, texts: &[String]) -> Result<(Vec<Formula>, SpecCommand), Mistakes> {
        let (values, asked) = self.resolved(texts)?;
        Ok((asked.as_formulas(values, texts)?, asked))
    }

    /// # Errors
    /// A value that is no formula.
    pub(super) fn as_formulas(
        &self,
        values: Vec<Value>,
        texts: &[String],
    ) -> Result<Vec<Formula>, Mistakes> {
        let formula = |(value, text): (Value, &String)| match value {
            Value::Formula(formula) => Ok(formula),
            Value::Relation(_) | Value::Integer(_) => {
                let message = format!("`{}` is no formula", visible(text));
                let help = "a predicate by its name alone is called with the roots of its parameters' names";
                Err(self.spec.mistake(Diagnostic::new(code::KIND, message).help(help)))
            }
        };
        values.into_iter().zip(texts).map(formula).collect()
    }

    /// The command with these values beside what it asks for, to be warned of.
    pub(super) fn beside(&self, values: &[Value]) -> Command {
        let all = [self.command.goal.clone()].into_iter().chain(values.iter().map(computed));
        self.command.asking(in_all(all.collect(), self.command.goal.span))
    }
}

/// # Errors
/// A formula, by its text, that speaks of two states: the evaluator is to judge single ones.
pub(crate) fn one_state(
    asked: &SpecCommand,
    formulas: &[Formula],
    texts: &[String],
) -> Result<(), Mistakes> {
    let model = &asked.spec.model;
    let mut both = formulas.iter().zip(texts);
    let two = both.find(|(formula, _)| {
        let value = Value::Formula((*formula).clone());
        model.relates_states(&value) || model.second_state(Node::from(&value)).is_some()
    });
    let Some((_, text)) = two else { return Ok(()) };
    let message = format!("`{}` speaks of two states", visible(text));
    let help = "name a predicate of one state, an invariant for example";
    Err(asked.spec.mistake(Diagnostic::new(code::TEMPORAL, message).help(help)))
}

/// # Errors
/// A text that is given twice: two values would stand under one name.
fn once(texts: &[String]) -> Result<(), Diagnostic> {
    let mut others = texts.iter().enumerate();
    let Some((_, text)) = others.find(|(at, text)| texts[..*at].contains(text)) else {
        return Ok(());
    };
    let message = format!("`{}` is given twice", visible(text));
    let mut kept: Vec<&str> = Vec::new();
    texts.iter().map(String::as_str).for_each(|text| {
        if !kept.contains(&text) {
            kept.push(text);
        }
    });
    let help = format!("once is enough: `{}`", visible(&kept.join(", ")));
    Err(Diagnostic::new(code::COMMAND, message).help(help))
}
