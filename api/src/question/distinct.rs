//! Distinct values: the smallest instance for each combination of values.

use std::ops::RangeInclusive;

use korrel_enumerate::questions::combinations::{Combination, Combinations};
use korrel_enumerate::questions::formula::{in_all, made};
use korrel_enumerate::{Meaning, Problem};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{
    Command, Comparison, Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind, RelationOp,
    Value,
};
use korrel_lang::source::Span;
use korrel_lang::spec::Mistakes;
use korrel_lang::universe::{Arithmetic, Atom, AtomId};
use korrel_sat::Effort;
use korrel_translate::upper_of;
use serde_json::{Value as Json, json};

use super::by_value::fixed_sig;
use super::expressions::ListedExpressions;
use super::{Conclusion, NoAnswer, Part, PartLabel, PartOutcome, PartedQuestion, SpecCommand};

/// The question for an instance of each combination of values of some expressions.
pub struct Distinct {
    asked: SpecCommand,
    command: Command,
    texts: Vec<String>,
    values: Vec<Value>,
    /// Instances are left out in which an expression overflows; known once the values are.
    is_undecided: bool,
}

/// An expression as formulas whose truth tells its value.
struct TestedExpression {
    tests: Vec<Formula>,
    /// The statement that each test makes about the value.
    tells: Vec<Json>,
    kind: TestedKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TestedKind {
    Truth,
    Number,
    Set,
}

impl Distinct {
    /// `text` lists the expressions.
    ///
    /// # Errors
    /// An expression that has no meaning in the spec.
    pub fn new(asked: &SpecCommand, text: &str) -> Result<Distinct, Mistakes> {
        let ListedExpressions { texts, values, asked } = asked.listed("--distinct-by", text)?;
        if texts.is_empty() {
            let message = "there is no expression to tell instances apart by";
            return Err(asked.spec.mistake(Diagnostic::new(code::FILE, message)));
        }
        let command = asked.command.asking(asked.command.goal.clone());
        Ok(Distinct { asked, command, texts, values, is_undecided: false })
    }

    fn tested(
        &self,
        problem: &Problem<'_>,
        value: &Value,
        text: &str,
    ) -> Result<TestedExpression, Mistakes> {
        match value {
            Value::Formula(formula) => {
                let (tests, tells) = (vec![formula.clone()], vec![json!(true)]);
                Ok(TestedExpression { tests, tells, kind: TestedKind::Truth })
            }
            Value::Integer(number) => {
                let tests = numbers(problem).map(|n| equals(number, n)).collect();
                let tells = numbers(problem).map(|n| json!(n)).collect();
                Ok(TestedExpression { tests, tells, kind: TestedKind::Number })
            }
            Value::Relation(expr) => {
                let (mut tests, mut tells) = (Vec::new(), Vec::new());
                for tuple in upper_of(expr, &problem.question.bounds).tuples() {
                    let atoms = tuple.iter().map(|&atom| named(problem, atom, expr.span));
                    let atoms: Option<Vec<(Expr, Json)>> = atoms.collect();
                    let atoms = atoms.ok_or_else(|| self.asked.moved(text))?;
                    let (columns, names): (Vec<Expr>, Vec<Json>) = atoms.into_iter().unzip();
                    let tuple = columns.into_iter().reduce(product).expect("a tuple has an atom");
                    let kind = FormulaKind::Subset(tuple, expr.clone());
                    tests.push(Formula { kind, span: expr.span });
                    tells.push(match <[Json; 1]>::try_from(names) {
                        Ok([name]) => name,
                        Err(names) => Json::Array(names),
                    });
                }
                Ok(TestedExpression { tests, tells, kind: TestedKind::Set })
            }
        }
    }

    fn part(&self, tested: &[TestedExpression], combination: &Combination) -> Part {
        let goal = &self.command.goal;
        let mut parts = vec![goal.clone()];
        let mut values = Vec::new();
        let mut rest = combination.as_slice();
        for (text, tested) in self.texts.iter().zip(tested) {
            let (own, others) = rest.split_at(tested.tests.len());
            rest = others;
            parts.extend(tested.tests.iter().zip(own).map(|(test, &holds)| made(test, holds)));
            values.push((text.clone(), tested.value(own)));
        }
        Part {
            command: self.command.asking(in_all(parts, goal.span)),
            label: PartLabel::Values(values),
            limit: Some(1),
        }
    }
}

impl TestedExpression {
    /// The value for which the tests come out like this.
    fn value(&self, truths: &[bool]) -> Json {
        let mut told = self.tells.iter().zip(truths).filter(|(_, holds)| **holds);
        let mut first = || told.next().map(|(tells, _)| tells.clone());
        match self.kind {
            TestedKind::Truth => json!(truths == [true]),
            // A number beyond the tests becomes null.
            TestedKind::Number => first().unwrap_or(Json::Null),
            TestedKind::Set => std::iter::from_fn(first).collect(),
        }
    }
}

impl PartedQuestion for Distinct {
    fn asked(&self) -> &SpecCommand {
        &self.asked
    }

    fn words(&self) -> String {
        format!("distinct by {}", json!(self.texts))
    }

    fn header(&self) -> (&'static str, Json) {
        ("distinct_by", json!(self.texts))
    }

    fn whole(&self) -> Command {
        self.asked.beside(&self.values)
    }

    fn parts(
        &mut self,
        meaning: Meaning,
        most: Option<u64>,
        effort: &Effort,
    ) -> Result<Vec<Part>, NoAnswer> {
        let problem = self.asked.problem_of(&self.command, meaning, effort)?;
        let asked = self.values.iter().zip(&self.texts);
        let tested = asked.map(|(value, text)| self.tested(&problem, value, text));
        let tested: Vec<TestedExpression> = tested.collect::<Result<_, _>>()?;
        let tests: Vec<Formula> = tested.iter().flat_map(|tested| tested.tests.clone()).collect();
        let combinations = Combinations::new(&problem, &tests, effort.clone())
            .map_err(|diagnostic| self.asked.spec.mistake(diagnostic))?;
        let found = combinations.and_then(|combinations| combinations.possible(most));
        let found = found.ok_or(NoAnswer::Stopped)?;
        // A list that was cut off supports no claim.
        if most.is_none_or(|most| (found.len() as u64) < most) {
            let undecided = self.asked.undecided(&self.command, &tests, meaning, effort)?;
            self.is_undecided = undecided.admits_others(&found) && !effort.is_stopped();
        }
        Ok(found.iter().map(|each| self.part(&tested, each)).collect())
    }

    fn conclusion(
        &self,
        _: &[PartOutcome],
        _: Meaning,
        _: &Effort,
    ) -> Result<Conclusion, NoAnswer> {
        Ok(Conclusion::Distinct { is_undecided: self.is_undecided })
    }
}

/// The numbers that are told apart: the scope's, and where arithmetic is exact, all that counting gives.
fn numbers(problem: &Problem<'_>) -> RangeInclusive<i64> {
    let universe = problem.question.bounds.universe();
    let (least, most) = universe.integer_range().unwrap_or((0, -1));
    match universe.arithmetic() {
        Arithmetic::Exact => least.min(0)..=most.max(universe.len() as i64),
        Arithmetic::Wrap { .. } | Arithmetic::Forbid { .. } => least..=most,
    }
}

fn equals(number: &IntExpr, value: i64) -> Formula {
    let span = number.span;
    let value = IntExpr { kind: IntExprKind::Constant(value), span };
    let kind = FormulaKind::Compare(Comparison::Equal, number.clone(), value);
    Formula { kind, span }
}

/// An atom as an expression and as a record has it, if it is the same in all labellings.
fn named(problem: &Problem<'_>, atom: AtomId, span: Span) -> Option<(Expr, Json)> {
    let model = problem.question.model;
    let (kind, told) = match problem.question.bounds.universe().atom(atom) {
        Atom::Integer(number) => {
            let value = IntExpr { kind: IntExprKind::Constant(*number), span };
            (ExprKind::IntegerAtom(Box::new(value)), json!(number))
        }
        Atom::String(text) => (ExprKind::String(text.clone()), json!(text)),
        Atom::Object { .. } => {
            let sig = fixed_sig(problem, atom)?;
            (ExprKind::Sig(sig), json!(model.sigs[sig].name))
        }
    };
    Some((Expr { kind, arity: 1, span }, told))
}

fn product(a: Expr, b: Expr) -> Expr {
    let (arity, span) = (a.arity + b.arity, a.span);
    let kind = ExprKind::Binary(RelationOp::Product, Box::new(a), Box::new(b));
    Expr { kind, arity, span }
}
