//! `find --distinct-by EXPR,…`: the smallest instance for each combination of values.

use std::ops::RangeInclusive;

use korrel_enumerate::{Combination, Combinations, Problem, denied};
use korrel_lang::model::{
    Command, Comparison, Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind, RelationOp,
    Value,
};
use korrel_lang::source::Span;
use korrel_lang::universe::{Arithmetic, Atom, AtomId};
use korrel_translate::upper_of;
use serde_json::{Map, Value as Json, json};

use super::{Conclusion, NamedValue, PartOutcome, PartedQuestion, QuestionPart};
use crate::commands::counting::count::parts::{fixed_sig, moved};
use crate::commands::shared::expressions::{ListedExpressions, listed};
use crate::commands::shared::question::{AskedCommand, meaning, ready};
use crate::commands::shared::undecided::{ADVICE, WITHIN, beside, undecided};
use crate::flags::FindFlags;
use crate::limits::stop::Stop;
use crate::messages::error::Error;

pub struct Distinct {
    asked: AskedCommand,
    command: Command,
    texts: Vec<String>,
    values: Vec<Value>,
    /// Instances are left out in which an expression overflows; known once the values are.
    undecided: bool,
}

/// An expression as formulas whose truth tells its value.
struct Tested {
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
    /// # Errors
    /// An expression that has no meaning in the spec.
    pub fn new(asked: &AskedCommand, text: &str) -> Result<Distinct, Error> {
        let listed = listed(asked, "--distinct-by", text)?;
        let ListedExpressions { texts, values, asked } = listed;
        if texts.is_empty() {
            return Err(Error::usage("there is no expression to tell instances apart by"));
        }
        let command = asked.command.asking(asked.command.goal.clone());
        Ok(Distinct { asked, command, texts, values, undecided: false })
    }

    fn tested(&self, problem: &Problem<'_>, value: &Value, text: &str) -> Result<Tested, Error> {
        match value {
            Value::Formula(formula) => {
                let (tests, tells) = (vec![formula.clone()], vec![json!(true)]);
                Ok(Tested { tests, tells, kind: TestedKind::Truth })
            }
            Value::Integer(number) => {
                let tests = numbers(problem).map(|n| equals(number, n)).collect();
                let tells = numbers(problem).map(|n| json!(n)).collect();
                Ok(Tested { tests, tells, kind: TestedKind::Number })
            }
            Value::Relation(expr) => {
                let (mut tests, mut tells) = (Vec::new(), Vec::new());
                for tuple in upper_of(expr, &problem.question.bounds).tuples() {
                    let atoms = tuple.iter().map(|&atom| named(problem, atom, expr.span));
                    let atoms: Option<Vec<(Expr, Json)>> = atoms.collect();
                    let atoms = atoms.ok_or_else(|| moved(&self.asked, text))?;
                    let (columns, names): (Vec<Expr>, Vec<Json>) = atoms.into_iter().unzip();
                    let tuple = columns.into_iter().reduce(product).expect("a tuple has an atom");
                    let kind = FormulaKind::Subset(tuple, expr.clone());
                    tests.push(Formula { kind, span: expr.span });
                    tells.push(match <[Json; 1]>::try_from(names) {
                        Ok([name]) => name,
                        Err(names) => Json::Array(names),
                    });
                }
                Ok(Tested { tests, tells, kind: TestedKind::Set })
            }
        }
    }

    fn part(&self, tested: &[Tested], combination: &Combination) -> QuestionPart {
        let mut parts = vec![self.command.goal.clone()];
        let mut said = Map::new();
        let mut rest = combination.as_slice();
        for (text, tested) in self.texts.iter().zip(tested) {
            let (own, others) = rest.split_at(tested.tests.len());
            rest = others;
            let each = tested.tests.iter().zip(own);
            parts
                .extend(each.map(|(test, &holds)| if holds { test.clone() } else { denied(test) }));
            said.insert(text.clone(), tested.value(own));
        }
        let span = self.command.goal.span;
        QuestionPart {
            command: self.command.asking(Formula { kind: FormulaKind::And(parts), span }),
            said: ("values", Json::Object(said)),
            limit: Some(1),
        }
    }
}

impl Tested {
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
    fn asked(&self) -> &AskedCommand {
        &self.asked
    }

    fn words(&self) -> String {
        format!("distinct by {}", json!(self.texts))
    }

    fn header(&self) -> NamedValue {
        ("distinct_by", json!(self.texts))
    }

    fn whole(&self) -> Command {
        beside(&self.command, &self.values)
    }

    fn parts(&mut self, find: &FindFlags, stop: &Stop) -> Result<Option<Vec<QuestionPart>>, Error> {
        let refused = |diagnostic| Error::about(&self.asked.spec, diagnostic);
        let (model, effort) = (&self.asked.spec.model, stop.effort());
        let problem = Problem::new(model, &self.command, meaning(&find.question), &effort);
        let problem = ready(&self.asked.spec, problem, stop)?;
        let asked = self.values.iter().zip(&self.texts);
        let tested = asked.map(|(value, text)| self.tested(&problem, value, text));
        let tested: Vec<Tested> = tested.collect::<Result<_, _>>()?;
        let tests: Vec<Formula> = tested.iter().flat_map(|tested| tested.tests.clone()).collect();
        let combinations = Combinations::new(&problem, &tests, effort).map_err(refused)?;
        let limit = (find.limit > 0).then_some(find.limit);
        let found = combinations.and_then(|combinations| combinations.possible(limit));
        let is_limited = |found: &Vec<_>| limit.is_some_and(|limit| found.len() as u64 >= limit);
        // A list that was cut off supports no claim.
        if let Some(found) = found.as_ref().filter(|found| !is_limited(found)) {
            let undecided =
                undecided(&self.asked, &self.command, &tests, meaning(&find.question), stop)?;
            self.undecided = undecided.admits_others(found) && !stop.is_raised();
        }
        Ok(found.map(|found| found.iter().map(|each| self.part(&tested, each)).collect()))
    }

    fn conclusion(&self, _: &[PartOutcome], _: &FindFlags, _: &Stop) -> Result<Conclusion, Error> {
        if !self.undecided {
            return Ok(Conclusion::default());
        }
        let told = Map::from_iter([("undecided".to_owned(), true.into())]);
        Ok(Conclusion { told, remarks: vec![format!("these are the values {WITHIN}: {ADVICE}")] })
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
