//! Checks of references: they ask only which of them are NULL, and which refer to the same row.
//!
//! `CHECK (parent <> child)` looks at values, and a key that is looked at would be a value in each table that refers to it.
//! So such a check is said of the rows themselves, and the key stays a row. Where one of its columns is a value for another reason, all
//! of them are, and the check is evaluated like others.

use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator};

use super::{ColumnPlace, Maker, Role};
use crate::tables::unnested;

/// A condition, by its columns.
#[derive(Clone, Debug)]
pub(crate) enum Link {
    IsNull(usize),
    AreSame(usize, usize),
    Not(Box<Link>),
    Both(Box<Link>, Box<Link>),
    Either(Box<Link>, Box<Link>),
}

/// A check that is said of rows. It is as it is written in the schema.
#[derive(Clone, Debug)]
pub(crate) struct LinkCheck {
    pub table: usize,
    pub link: Link,
    pub said: String,
}

impl Maker<'_> {
    /// What a check asks of references, if it asks nothing else.
    pub(super) fn link(&self, table: usize, expr: &Expr) -> Option<Link> {
        let both = |left: &Expr, right: &Expr| {
            Some((Box::new(self.link(table, left)?), Box::new(self.link(table, right)?)))
        };
        let not = |link: Link| Link::Not(Box::new(link));
        match unnested(expr) {
            Expr::IsNull(of) => self.is_null(table, of),
            Expr::IsNotNull(of) => self.is_null(table, of).map(not),
            Expr::UnaryOp { op: UnaryOperator::Not, expr } => self.link(table, expr).map(not),
            Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
                both(left, right).map(|(left, right)| Link::Both(left, right))
            }
            Expr::BinaryOp { left, op: BinaryOperator::Or, right } => {
                both(left, right).map(|(left, right)| Link::Either(left, right))
            }
            Expr::BinaryOp { left, op: BinaryOperator::Eq, right } => self.same(table, left, right),
            Expr::BinaryOp { left, op: BinaryOperator::NotEq, right } => {
                self.same(table, left, right).map(not)
            }
            _ => None,
        }
    }

    fn is_null(&self, table: usize, expr: &Expr) -> Option<Link> {
        let column = self.named(table, expr)?;
        let is_nullable = self.schema.tables[table].columns[column].is_nullable;
        self.leads_to(table, column).filter(|_| is_nullable)?;
        Some(Link::IsNull(column))
    }

    fn same(&self, table: usize, left: &Expr, right: &Expr) -> Option<Link> {
        let (left, right) = (self.named(table, left)?, self.named(table, right)?);
        let to = self.leads_to(table, left)?;
        (self.leads_to(table, right)? == to).then_some(Link::AreSame(left, right))
    }

    fn named(&self, table: usize, expr: &Expr) -> Option<usize> {
        match unnested(expr) {
            Expr::Identifier(name) => self.schema.tables[table].meant(&name.value, None),
            _ => None,
        }
    }

    /// The key whose rows stand in a column: the one to which it refers, or itself.
    fn leads_to(&self, table: usize, column: usize) -> Option<ColumnPlace> {
        let of = &self.schema.tables[table];
        if of.columns[column].generated.is_some() {
            return None;
        }
        let mut keys = of.foreign.iter().filter(|key| key.columns.contains(&column));
        match (keys.next(), keys.next()) {
            (Some(key), None) if key.columns.len() == 1 && key.filter.is_none() => {
                Some((key.table, key.to[0]))
            }
            (None, _) if of.primary()? == [column] => Some((table, column)),
            _ => None,
        }
    }

    /// The roles of columns. A check of rows and of values is one of values.
    pub(super) fn settled_roles(&mut self) -> Vec<Vec<Role>> {
        loop {
            let roles = self.roles();
            let is_value =
                |table: usize, column: &usize| matches!(roles[table][*column], Role::Value(_));
            let mixed = self.conditions.iter_mut().filter(|condition| {
                let mut columns = condition.columns.iter();
                condition.link.is_some() && columns.any(|column| is_value(condition.table, column))
            });
            let mut is_settled = true;
            for condition in mixed {
                is_settled = false;
                condition.link = None;
                self.valued
                    .extend(condition.columns.iter().map(|column| (condition.table, *column)));
            }
            if is_settled {
                return roles;
            }
        }
    }
}
