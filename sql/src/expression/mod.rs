//! What an expression of a check is worth in a row, as the dialect has it.
//!
//! Checks are not translated: a check of columns with small domains is a table of the rows that it lets pass, and this file
//! fills that table. So whatever can be evaluated can be said, and SQL's three truth values need no formulas. What
//! is not known here, or differs by settings that nobody can see in a schema (the order of texts in PostgreSQL depends on the
//! locale), is not guessed: the check is left out, and the user is told.

mod comparison;
mod functions;
mod kinds;
mod lazily;
mod mentioned;

use std::cmp::Ordering;

use sqlparser::ast::{
    Array, BinaryOperator, CaseWhen, DataType, Expr, Ident, InTarget, TrimWhereField, UnaryOperator,
};

use self::functions::called;
use self::kinds::{has_forms, read_as};
use self::lazily::chain;
pub(crate) use self::lazily::refuses_all;
pub(crate) use self::mentioned::{Mentioned, mentioned, parts};
use self::mentioned::{arguments, value};
use crate::dialect::Dialect;
use crate::schema::Column;
use crate::tables::{is_named, unnested};
use crate::value::Value;

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// The engine refuses the row: a division by zero.
    Refused,
    /// It is not known what the engine does.
    Unsaid(String),
}

type Worth = Result<Value, Obstacle>;

/// A row, as an expression sees it.
pub(crate) struct Row<'r> {
    pub dialect: Dialect,
    pub value: &'r dyn Fn(&str) -> Option<Value>,
    /// The column that a name means.
    pub column: &'r dyn Fn(&str) -> Option<&'r Column>,
}

fn unsaid<T>(text: impl Into<String>) -> Result<T, Obstacle> {
    Err(Obstacle::Unsaid(text.into()))
}

impl Row<'_> {
    /// Whether a check lets the row pass: it is not false.
    pub fn passes(&self, check: &Expr) -> Result<bool, Obstacle> {
        match self.truth(check) {
            Err(Obstacle::Refused) => Ok(false),
            other => Ok(other? != Some(false)),
        }
    }

    /// Whether a condition is true.
    pub fn is_true(&self, condition: &Expr) -> Result<bool, Obstacle> {
        Ok(self.truth(condition)? == Some(true))
    }

    /// Whether an expression is true, false, or neither.
    fn truth(&self, expr: &Expr) -> Result<Option<bool>, Obstacle> {
        self.truth_of(self.worth(expr)?)
    }

    fn truth_of(&self, value: Value) -> Result<Option<bool>, Obstacle> {
        match value {
            Value::Null => Ok(None),
            Value::Boolean(is_so) => Ok(Some(is_so)),
            Value::Integer(number) if self.has_numbers_for_truth() => Ok(Some(number != 0)),
            other => unsaid(format!("whether {other} is true is not known")),
        }
    }

    fn has_numbers_for_truth(&self) -> bool {
        matches!(self.dialect, Dialect::Sqlite | Dialect::Mysql)
    }

    fn said(&self, is_so: Option<bool>) -> Value {
        match is_so {
            None => Value::Null,
            Some(is_so) if self.has_numbers_for_truth() => Value::Integer(i64::from(is_so)),
            Some(is_so) => Value::Boolean(is_so),
        }
    }

    pub fn worth(&self, expr: &Expr) -> Worth {
        let negated =
            |is_so: Option<bool>, is_negated: bool| is_so.map(|is_so| is_so != is_negated);
        match expr {
            Expr::Nested(of) => self.worth(of),
            Expr::Identifier(name) => self.named(name),
            Expr::CompoundIdentifier(names) => self.named(names.last().expect("a name has parts")),
            Expr::Value(literal) => match value(&literal.value) {
                Some(Value::Boolean(is_so)) => Ok(self.said(Some(is_so))),
                Some(value) => Ok(value),
                None => unsaid(format!("{literal} is not known")),
            },
            Expr::TypedString(text) => match value(&text.value.value) {
                Some(value) => Ok(value),
                None => unsaid(format!("{expr} is not known")),
            },
            Expr::IsNull(of) => Ok(self.said(Some(self.worth(of)? == Value::Null))),
            Expr::IsNotNull(of) => Ok(self.said(Some(self.worth(of)? != Value::Null))),
            Expr::IsTrue(of) => Ok(self.said(Some(self.truth(of)? == Some(true)))),
            Expr::IsNotTrue(of) => Ok(self.said(Some(self.truth(of)? != Some(true)))),
            Expr::IsFalse(of) => Ok(self.said(Some(self.truth(of)? == Some(false)))),
            Expr::IsNotFalse(of) => Ok(self.said(Some(self.truth(of)? != Some(false)))),
            Expr::IsUnknown(of) => Ok(self.said(Some(self.truth(of)?.is_none()))),
            Expr::IsNotUnknown(of) => Ok(self.said(Some(self.truth(of)?.is_some()))),
            Expr::IsDistinctFrom(a, b) => Ok(self.said(Some(!self.is_same(a, b)?))),
            Expr::IsNotDistinctFrom(a, b) => Ok(self.said(Some(self.is_same(a, b)?))),
            Expr::UnaryOp { op, expr } => self.unary(op, expr),
            Expr::BinaryOp { op: op @ (BinaryOperator::And | BinaryOperator::Or), .. } => {
                Ok(self.said(self.joined(op, chain(expr, op))?))
            }
            Expr::BinaryOp { left, op, right } => self.binary(left, op, right),
            Expr::Between { expr, negated: is_negated, low, high } => {
                let side = |op, bound: &Expr| {
                    let (left, right) = (expr.clone(), Box::new(bound.clone()));
                    Expr::BinaryOp { left, op, right }
                };
                let (above, below) =
                    (side(BinaryOperator::GtEq, low), side(BinaryOperator::LtEq, high));
                let is_between = self.joined(&BinaryOperator::And, [&above, &below])?;
                Ok(self.said(negated(is_between, *is_negated)))
            }
            Expr::In { expr, target: InTarget::List(list), negated: is_negated, .. } => {
                let is_in = self.is_in(expr, list)?;
                Ok(self.said(negated(is_in, *is_negated)))
            }
            Expr::AnyOp { left, compare_op, right, .. } => match list_of(right) {
                Some(list) => Ok(self.said(self.is_any(left, list.iter(), compare_op)?)),
                None => unsaid(format!("`{expr}` is not known")),
            },
            Expr::AllOp { left, compare_op, right } => match list_of(right) {
                Some(list) => {
                    let mut all = Some(true);
                    for item in list {
                        let is_so = self.binary(left, compare_op, item)?;
                        all = and(all, self.truth_of(is_so)?);
                    }
                    Ok(self.said(all))
                }
                None => unsaid(format!("`{expr}` is not known")),
            },
            Expr::Like { negated: is_negated, expr, pattern, escape_char: None, any: false } => {
                let ignores_case = matches!(self.dialect, Dialect::Sqlite | Dialect::Mysql);
                let is_like = self.is_like(expr, pattern, ignores_case)?;
                Ok(self.said(negated(is_like, *is_negated)))
            }
            Expr::ILike { negated: is_negated, expr, pattern, escape_char: None, any: false } => {
                Ok(self.said(negated(self.is_like(expr, pattern, true)?, *is_negated)))
            }
            Expr::Case { operand, conditions, else_result, .. } => {
                self.case(operand.as_deref(), conditions, else_result.as_deref())
            }
            Expr::Cast { expr: of, data_type, .. } => self.cast(of, data_type),
            Expr::Substring { expr, substring_from: Some(from), substring_for, .. } => {
                let mut parts = vec![self.worth(expr)?, self.worth(from)?];
                if let Some(length) = substring_for {
                    parts.push(self.worth(length)?);
                }
                called("substr", parts)
            }
            Expr::Trim { expr, trim_where, trim_what: None, trim_characters: None } => {
                let name = match trim_where {
                    Some(TrimWhereField::Leading) => "ltrim",
                    Some(TrimWhereField::Trailing) => "rtrim",
                    _ => "trim",
                };
                called(name, vec![self.worth(expr)?])
            }
            Expr::Function(function) => {
                let parts = arguments(function).map_err(Obstacle::Unsaid)?;
                self.function(&function.name.to_string().to_ascii_lowercase(), &parts)
            }
            other => unsaid(format!("`{other}` is not known")),
        }
    }

    fn named(&self, name: &Ident) -> Worth {
        match (self.value)(&name.value) {
            Some(value) => Ok(value),
            None => unsaid(format!("there is no column `{}`", name.value)),
        }
    }

    fn unary(&self, op: &UnaryOperator, expr: &Expr) -> Worth {
        match op {
            UnaryOperator::Not | UnaryOperator::BangNot => {
                Ok(self.said(self.truth(expr)?.map(|is_so| !is_so)))
            }
            UnaryOperator::Plus => self.worth(expr),
            UnaryOperator::Minus => match self.worth(expr)? {
                Value::Null => Ok(Value::Null),
                Value::Integer(number) => match number.checked_neg() {
                    Some(number) => Ok(Value::Integer(number)),
                    None => unsaid("a number is too large"),
                },
                Value::Decimal(digits) => Ok(Value::Decimal(match digits.strip_prefix('-') {
                    Some(digits) => digits.to_owned(),
                    None => format!("-{digits}"),
                })),
                other => unsaid(format!("-{other} is not known")),
            },
            _ => unsaid(format!("the operator {op} is not known")),
        }
    }

    fn binary(&self, left: &Expr, op: &BinaryOperator, right: &Expr) -> Worth {
        use BinaryOperator as Op;
        match op {
            Op::Xor => {
                let (left, right) = (self.truth(left)?, self.truth(right)?);
                Ok(self.said(left.zip(right).map(|(a, b)| a != b)))
            }
            _ if self.is_void(left) || self.is_void(right) => Ok(Value::Null),
            _ => {
                let (a, b) = (self.worth(left)?, self.worth(right)?);
                let ordered = |is: fn(Ordering) -> bool| {
                    Ok(self.said(self.order((left, &a), (right, &b))?.map(is)))
                };
                match op {
                    Op::Eq => Ok(self.said(self.equal((left, &a), (right, &b))?)),
                    Op::NotEq => {
                        let is_same = self.equal((left, &a), (right, &b))?;
                        Ok(self.said(is_same.map(|is_so| !is_so)))
                    }
                    Op::Lt => ordered(Ordering::is_lt),
                    Op::LtEq => ordered(Ordering::is_le),
                    Op::Gt => ordered(Ordering::is_gt),
                    Op::GtEq => ordered(Ordering::is_ge),
                    Op::Divide if self.has_fraction(left) || self.has_fraction(right) => {
                        self.arithmetic(op, &a, &b, false)
                    }
                    Op::Plus | Op::Minus | Op::Multiply | Op::Divide | Op::Modulo => {
                        self.arithmetic(op, &a, &b, true)
                    }
                    Op::StringConcat => match (&a, &b) {
                        _ if self.dialect == Dialect::Mysql => unsaid("|| depends on a setting"),
                        (Value::Null, _) | (_, Value::Null) => Ok(Value::Null),
                        (Value::Text(a), Value::Text(b)) => Ok(Value::Text(format!("{a}{b}"))),
                        _ => unsaid(format!("{a} || {b} is not known")),
                    },
                    Op::PGLikeMatch => Ok(self.said(self.is_like(left, right, false)?)),
                    Op::PGNotLikeMatch => {
                        Ok(self.said(self.is_like(left, right, false)?.map(|is_so| !is_so)))
                    }
                    Op::PGRegexMatch
                    | Op::PGRegexIMatch
                    | Op::PGRegexNotMatch
                    | Op::PGRegexNotIMatch => {
                        let ignores_case = matches!(op, Op::PGRegexIMatch | Op::PGRegexNotIMatch);
                        let is_negated = matches!(op, Op::PGRegexNotMatch | Op::PGRegexNotIMatch);
                        let is_match = self.is_match((left, &a), &b, ignores_case)?;
                        Ok(self.said(is_match.map(|is_so| is_so != is_negated)))
                    }
                    _ => unsaid(format!("the operator {op} is not known")),
                }
            }
        }
    }

    fn case(&self, operand: Option<&Expr>, whens: &[CaseWhen], otherwise: Option<&Expr>) -> Worth {
        for when in whens {
            let is_so = match operand {
                Some(operand) => {
                    let (a, b) = (self.worth(operand)?, self.worth(&when.condition)?);
                    self.equal((operand, &a), (&when.condition, &b))?
                }
                None => self.truth(&when.condition)?,
            };
            if is_so == Some(true) {
                return self.worth(&when.result);
            }
        }
        otherwise.map_or(Ok(Value::Null), |expr| self.worth(expr))
    }

    /// A cast that changes nothing, or reads a text in quotes. Dumps of PostgreSQL are full of them.
    fn cast(&self, of: &Expr, ty: &DataType) -> Worth {
        let value = self.worth(of)?;
        let name = ty.to_string().to_ascii_uppercase();
        let begins = |words: &[&str]| is_named(&name, words, self.dialect);
        let has_length = name.contains('(');
        let is_whole = !has_length && begins(&WHOLE);
        let is_number = !has_length && begins(&["NUMERIC", "DECIMAL", "REAL", "DOUBLE"]);
        let is_same = match &value {
            Value::Null => true,
            Value::Text(text) => {
                let is_literal = matches!(unnested(of), Expr::Value(_));
                let read = match is_literal && self.dialect == Dialect::Postgres {
                    true if is_whole => read_as(text, &Value::Integer(0))
                        .filter(|number| matches!(number, Value::Integer(_))),
                    true if is_number => read_as(text, &Value::Integer(0)),
                    true if begins(&["BOOL", "BOOLEAN"]) => read_as(text, &Value::Boolean(true)),
                    _ => None,
                };
                if let Some(read) = read {
                    return Ok(read);
                }
                (!has_length && begins(&["TEXT", "CHARACTER VARYING", "VARCHAR", "BPCHAR"]))
                    || matches!(ty, DataType::Custom(..)) && !has_forms(&name)
                    || is_literal && begins(&TIMES)
            }
            Value::Integer(_) => is_whole || is_number,
            Value::Boolean(_) => begins(&["BOOL", "BOOLEAN"]),
            _ => false,
        };
        match is_same {
            true => Ok(value),
            false => unsaid(format!("the cast of {value} to {ty} is not known")),
        }
    }

    fn function(&self, name: &str, parts: &[&Expr]) -> Worth {
        match (name, parts) {
            ("coalesce" | "ifnull", parts) => {
                for part in parts {
                    let value = self.worth(part)?;
                    if value != Value::Null {
                        return Ok(value);
                    }
                }
                Ok(Value::Null)
            }
            ("nullif", [a, b]) => {
                let (first, second) = (self.worth(a)?, self.worth(b)?);
                let is_same = self.equal((a, &first), (b, &second))? == Some(true);
                Ok(if is_same { Value::Null } else { first })
            }
            ("iif" | "if", [condition, then, otherwise]) => {
                let is_so = self.truth(condition)? == Some(true);
                self.worth(if is_so { then } else { otherwise })
            }
            ("mod", [a, b]) => {
                self.arithmetic(&BinaryOperator::Modulo, &self.worth(a)?, &self.worth(b)?, true)
            }
            _ => called(name, parts.iter().map(|part| self.worth(part)).collect::<Result<_, _>>()?),
        }
    }
}

const WHOLE: [&str; 8] = ["INT", "INTEGER", "INT2", "INT4", "INT8", "BIGINT", "SMALLINT", "SIGNED"];

const TIMES: [&str; 6] = ["DATE", "TIMESTAMP", "TIMESTAMPTZ", "DATETIME", "TIME", "TIMETZ"];

fn and(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn or(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    and(a.map(|a| !a), b.map(|b| !b)).map(|is_so| !is_so)
}

/// The items of `ARRAY[…]`, with casts around it.
fn list_of(expr: &Expr) -> Option<&[Expr]> {
    match expr {
        Expr::Nested(of) | Expr::Cast { expr: of, .. } => list_of(of),
        Expr::Array(Array { elem, .. }) => Some(elem),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
