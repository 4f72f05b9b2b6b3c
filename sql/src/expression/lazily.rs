//! What an engine does not evaluate, so that an error in it is none.

use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator};

use super::mentioned::{arguments, parts, value};
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

    /// Whether all operands are true, or one is. An engine need not look at those after the one that decides, so an error there is
    /// no error.
    pub(super) fn joined<'e>(
        &self,
        op: &BinaryOperator,
        operands: impl IntoIterator<Item = &'e Expr>,
    ) -> Result<Option<bool>, Obstacle> {
        let decides = *op == BinaryOperator::Or;
        let mut all = Ok(Some(!decides));
        for operand in operands {
            all = match all {
                Ok(before) => self.truth(operand).map(|is_so| both(op, before, is_so)),
                Err(_) if self.known(operand) == Some(decides) => Ok(Some(decides)),
                error => error,
            };
            if all == Ok(Some(decides)) {
                break;
            }
        }
        all
    }

    /// Whether a condition is true or false in each row. PostgreSQL finds that out first, and then evaluates no row.
    pub(super) fn known(&self, condition: &Expr) -> Option<bool> {
        match condition {
            Expr::Nested(of) | Expr::IsTrue(of) | Expr::IsNotFalse(of) => self.known(of),
            Expr::IsFalse(of) | Expr::IsNotTrue(of) => self.known(of).map(|is_so| !is_so),
            Expr::UnaryOp { op: UnaryOperator::Not, expr } => self.known(expr).map(|is_so| !is_so),
            Expr::BinaryOp { op: op @ (BinaryOperator::And | BinaryOperator::Or), .. } => {
                let decides = *op == BinaryOperator::Or;
                let mut all = Some(!decides);
                for operand in chain(condition, op) {
                    all = both(op, all, self.known(operand));
                    if all == Some(decides) {
                        break;
                    }
                }
                all
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
            Expr::BinaryOp { op: op @ (BinaryOperator::And | BinaryOperator::Or), .. } => {
                let mut known = Some(*op == BinaryOperator::And);
                for operand in chain(expr, op) {
                    if fails(operand) {
                        return true;
                    }
                    known = both(op, known, self.known(operand));
                    if known == Some(*op == BinaryOperator::Or) {
                        break;
                    }
                }
                false
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

/// What `a OR b OR c` joins, from the left. Such chains are long where they say the bounds of partitions.
pub(super) fn chain<'e>(expr: &'e Expr, op: &BinaryOperator) -> Vec<&'e Expr> {
    let (mut operands, mut rest) = (Vec::new(), expr);
    while let Expr::BinaryOp { left, op: own, right } = rest
        && own == op
    {
        operands.push(&**right);
        rest = left;
    }
    operands.push(rest);
    operands.reverse();
    operands
}

/// Of truth values `a AND b`, or `a OR b`.
fn both(op: &BinaryOperator, a: Option<bool>, b: Option<bool>) -> Option<bool> {
    if *op == BinaryOperator::And { and(a, b) } else { or(a, b) }
}

/// Whether an expression has no names of columns.
fn is_bare(expr: &Expr) -> bool {
    match expr {
        Expr::Identifier(_) | Expr::CompoundIdentifier(_) => false,
        Expr::Value(literal) => value(&literal.value).is_some(),
        Expr::Function(function) => {
            arguments(function).is_ok_and(|parts| parts.into_iter().all(is_bare))
        }
        other => parts(other).is_ok_and(|parts| parts.into_iter().all(is_bare)),
    }
}
