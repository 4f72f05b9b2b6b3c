//! What an engine does not evaluate, so that an error in it is none.

use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator};

use super::mentioned::mentioned;
use super::{Obstacle, Row, and, or};
use crate::dialect::Dialect;
use crate::value::Value;

impl Row<'_> {
    /// Whether PostgreSQL knows, before it sees a row, that this is NULL. It then does not look at the other side, so an error
    /// there is no error.
    pub(super) fn is_void(&self, expr: &Expr) -> bool {
        self.dialect == Dialect::Postgres
            && mentioned(expr).is_ok_and(|all| all.names.is_empty())
            && self.worth(expr) == Ok(Value::Null)
    }

    /// Whether a condition is true or false in each row. PostgreSQL finds that out first, and then evaluates no row.
    pub(super) fn known(&self, condition: &Expr) -> Option<bool> {
        match condition {
            Expr::Nested(of) => self.known(of),
            Expr::UnaryOp { op: UnaryOperator::Not, expr } => self.known(expr).map(|is_so| !is_so),
            Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
                and(self.known(left), self.known(right))
            }
            Expr::BinaryOp { left, op: BinaryOperator::Or, right } => {
                or(self.known(left), self.known(right))
            }
            _ if mentioned(condition).is_ok_and(|all| all.names.is_empty()) => {
                self.truth(condition).ok().flatten()
            }
            _ => None,
        }
    }

    /// Whether a list has the value. PostgreSQL 15 looks at the items one after the other until one is equal, and first at those
    /// without names of columns, if there are some.
    pub(super) fn is_in(&self, of: &Expr, list: &[Expr]) -> Result<Option<bool>, Obstacle> {
        let is_bare = |item: &&Expr| mentioned(item).is_ok_and(|all| all.names.is_empty());
        let (mut items, named): (Vec<_>, Vec<_>) = list.iter().partition(is_bare);
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
