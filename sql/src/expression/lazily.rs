//! What an engine does not evaluate, so that an error in it is none.

use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator};

use super::mentioned::{arguments, mentioned, parts};
use super::{Obstacle, Row, and, or};
use crate::dialect::Dialect;
use crate::value::Value;

/// Whether the engine computes a constant that fails before it sees a row, and so refuses each.
pub(crate) fn refuses_all(dialect: Dialect, condition: &Expr) -> bool {
    let nowhere = Row { dialect, value: &|_| None, column: &|_| None };
    dialect == Dialect::Postgres && nowhere.has_failing_constant(condition)
}

impl Row<'_> {
    /// Whether PostgreSQL knows, before it sees a row, that this is NULL. It then does not look at the other side, so an error
    /// there is no error.
    pub(super) fn is_void(&self, expr: &Expr) -> bool {
        self.dialect == Dialect::Postgres && is_bare(expr) && self.worth(expr) == Ok(Value::Null)
    }

    /// Whether a condition is true or false in each row. PostgreSQL finds that out first, and then evaluates no row.
    pub(super) fn known(&self, condition: &Expr) -> Option<bool> {
        match condition {
            Expr::Nested(of) | Expr::IsTrue(of) | Expr::IsNotFalse(of) => self.known(of),
            Expr::IsFalse(of) | Expr::IsNotTrue(of) => self.known(of).map(|is_so| !is_so),
            Expr::UnaryOp { op: UnaryOperator::Not, expr } => self.known(expr).map(|is_so| !is_so),
            Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
                and(self.known(left), self.known(right))
            }
            Expr::BinaryOp { left, op: BinaryOperator::Or, right } => {
                or(self.known(left), self.known(right))
            }
            _ if is_bare(condition) => self.truth(condition).ok().flatten(),
            _ => None,
        }
    }

    /// Whether a constant is an error in itself: `1 / 0`. PostgreSQL computes constants before it sees a row, from the left, and
    /// leaves out only what another constant makes needless. So `x = 0 OR 1 / 0 = 1` refuses each row.
    fn has_failing_constant(&self, expr: &Expr) -> bool {
        let fails = |expr: &Expr| self.has_failing_constant(expr);
        match expr {
            Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
                fails(left) || self.known(left) != Some(false) && fails(right)
            }
            Expr::BinaryOp { left, op: BinaryOperator::Or, right } => {
                fails(left) || self.known(left) != Some(true) && fails(right)
            }
            Expr::Case { operand, conditions, else_result, .. } => {
                for when in conditions {
                    let condition = match operand {
                        Some(operand) => Expr::BinaryOp {
                            left: operand.clone(),
                            op: BinaryOperator::Eq,
                            right: Box::new(when.condition.clone()),
                        },
                        None => when.condition.clone(),
                    };
                    let known = self.known(&condition);
                    if fails(&condition) || known != Some(false) && fails(&when.result) {
                        return true;
                    }
                    if known == Some(true) {
                        return false;
                    }
                }
                else_result.as_ref().is_some_and(|of| fails(of))
            }
            Expr::Function(function) => {
                let is_coalesce = function.name.to_string().eq_ignore_ascii_case("coalesce");
                for part in arguments(function).unwrap_or_default() {
                    if fails(part) {
                        return true;
                    }
                    let is_there = |value: Value| value != Value::Null;
                    if is_coalesce && is_bare(part) && self.worth(part).is_ok_and(is_there) {
                        return false;
                    }
                }
                is_bare(expr) && self.worth(expr) == Err(Obstacle::Refused)
            }
            other => {
                parts(other).unwrap_or_default().into_iter().any(fails)
                    || is_bare(other) && self.worth(other) == Err(Obstacle::Refused)
            }
        }
    }

    /// Whether a list has the value. PostgreSQL 15 looks at the items one after the other until one is equal, and first at those
    /// without names of columns, if there are some.
    pub(super) fn is_in(&self, of: &Expr, list: &[Expr]) -> Result<Option<bool>, Obstacle> {
        let (mut items, named): (Vec<_>, Vec<_>) = list.iter().partition(|item| is_bare(item));
        match items.len() {
            0 | 1 => items = list.iter().collect(),
            _ => items.extend(named),
        }
        let mut any = Some(false);
        for item in items {
            any = or(any, self.truth_of(self.binary(of, &BinaryOperator::Eq, item)?)?);
            if any == Some(true) {
                break;
            }
        }
        Ok(any)
    }

    /// Whether a comparison with some item of a list is true.
    pub(super) fn is_any<'e>(
        &self,
        of: &Expr,
        list: impl Iterator<Item = &'e Expr>,
        op: &BinaryOperator,
    ) -> Result<Option<bool>, Obstacle> {
        let mut any = Some(false);
        for item in list {
            let is_so = self.binary(of, op, item)?;
            any = or(any, self.truth_of(is_so)?);
        }
        Ok(any)
    }
}

/// Whether an expression has no names of columns.
fn is_bare(expr: &Expr) -> bool {
    mentioned(expr).is_ok_and(|all| all.names.is_empty())
}
