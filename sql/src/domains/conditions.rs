//! The checks and filters of tables, and the columns at whose values they look.

use std::borrow::Cow;
use std::collections::BTreeSet;

use sqlparser::ast::{BinaryOperator, Expr};

use super::{Barrier, Link, Maker};
use crate::expression::{Mentioned, mentioned, parts};
use crate::schema::{KeyPart, Place};

/// A condition of a table: a check, or the filter of an index.
pub(super) struct Condition<'s> {
    pub(super) table: usize,
    pub(super) expr: Cow<'s, Expr>,
    pub(super) value: Option<usize>,
    pub(super) place: Place,
    pub(super) columns: Vec<usize>,
    pub(super) mentioned: Mentioned,
    pub(super) of: ConditionOf,
    /// It is said of rows.
    pub(super) link: Option<Link>,
}

/// What a condition belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ConditionOf {
    Check,
    /// The filter of a key, by its place.
    Key(usize),
    /// The filter of a foreign key, by its place.
    Foreign(usize),
}

impl Maker<'_> {
    /// The checks and filters that can be evaluated, and the columns whose values they look at.
    pub(super) fn conditions(&mut self) {
        let schema = self.schema;
        for (table, of) in schema.tables.iter().enumerate() {
            let checks = of.checks.iter().flat_map(|check| {
                let clauses = clauses(&check.expr).into_iter();
                clauses.map(|expr| (expr, check.value, check.place, ConditionOf::Check))
            });
            let keys = of.keys.iter().enumerate();
            let keys = keys.map(|(at, key)| (&key.filter, key.place, ConditionOf::Key(at)));
            let foreign = of.foreign.iter().enumerate();
            let foreign =
                foreign.map(|(at, key)| (&key.filter, key.place, ConditionOf::Foreign(at)));
            let filters = keys.chain(foreign).filter_map(|(filter, place, of)| {
                Some((Cow::Borrowed(filter.as_ref()?), None, place, of))
            });
            for (expr, value, place, kind) in checks.chain(filters) {
                match self.inputs(table, &expr, value) {
                    Ok((columns, mentioned)) => {
                        let link = match (kind, value) {
                            (ConditionOf::Check, None) => self.link(table, &expr),
                            _ => None,
                        };
                        if link.is_none() {
                            self.valued.extend(columns.iter().map(|column| (table, *column)));
                            let pairs = compared(&expr).into_iter().filter_map(|(a, b)| {
                                Some(((table, of.meant(&a, value)?), (table, of.meant(&b, value)?)))
                            });
                            let pairs: Vec<_> = pairs.collect();
                            self.shared.extend(pairs);
                        }
                        self.conditions.push(Condition {
                            table,
                            expr,
                            value,
                            place,
                            columns,
                            mentioned,
                            of: kind,
                            link,
                        });
                    }
                    Err(why) => {
                        let barrier = Barrier::unknown(schema, table, &expr, value);
                        let columns = barrier.columns.iter().map(|column| (table, *column));
                        self.valued.extend(columns);
                        self.unknown.push(barrier);
                        self.unsaid(place, format!("CHECK ({expr}): {why}"));
                    }
                }
            }
            for key in &of.keys {
                for part in &key.parts {
                    if let KeyPart::Expression(expr) = part
                        && let Ok((columns, _)) = self.inputs(table, expr, None)
                    {
                        self.valued.extend(columns.iter().map(|column| (table, *column)));
                    }
                }
            }
        }
        for usage in self.usages {
            self.valued.extend(usage.constants.iter().map(|(place, _)| *place));
            self.valued.extend(&usage.ordered);
            self.shared.extend(&usage.compared);
        }
    }

    /// The columns that an expression looks at, through those that are computed.
    pub(super) fn inputs(
        &self,
        table: usize,
        expr: &Expr,
        value: Option<usize>,
    ) -> Result<(Vec<usize>, Mentioned), String> {
        let of = &self.schema.tables[table];
        let mut mentioned = mentioned(expr)?;
        let mut columns = BTreeSet::new();
        for name in mentioned.names.clone() {
            let column =
                of.meant(&name, value).ok_or_else(|| format!("there is no column `{name}`"))?;
            match &of.columns[column].generated {
                Some(expr) => {
                    let (inner, inside) = self.inputs(table, expr, None)?;
                    columns.extend(inner);
                    mentioned.literals.extend(inside.literals);
                    mentioned.measures |= inside.measures;
                    mentioned.patterns.extend(inside.patterns);
                }
                None => {
                    columns.insert(column);
                }
            }
        }
        Ok((columns.into_iter().collect(), mentioned))
    }
}

/// A check of so many names is taken apart.
const MANY_NAMES: usize = 4;
/// But not into more parts.
const MOST_CLAUSES: usize = 64;

/// Checks that say together what one says: `a OR (b AND c)` is `a OR b` and `a OR c`, also where one is neither true nor
/// false. A check of many columns has more rows than can be looked at, and its parts have few columns each.
fn clauses(check: &Expr) -> Vec<Cow<'_, Expr>> {
    let many = mentioned(check).is_ok_and(|all| all.names.len() > MANY_NAMES);
    let parts = if many { apart(check) } else { None };
    parts.map_or_else(
        || vec![Cow::Borrowed(check)],
        |parts| parts.into_iter().map(Cow::Owned).collect(),
    )
}

fn apart(check: &Expr) -> Option<Vec<Expr>> {
    let (left, op, right) = match check {
        Expr::Nested(of) => return apart(of),
        Expr::BinaryOp { left, op, right } => (left, op, right),
        _ => return Some(vec![check.clone()]),
    };
    let clauses: Vec<Expr> = match op {
        BinaryOperator::And => apart(left)?.into_iter().chain(apart(right)?).collect(),
        BinaryOperator::Or => {
            let (left, right) = (apart(left)?, apart(right)?);
            let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (a, b)));
            let either = |(a, b): (&Expr, &Expr)| Expr::BinaryOp {
                left: Box::new(a.clone()),
                op: BinaryOperator::Or,
                right: Box::new(b.clone()),
            };
            pairs.map(either).collect()
        }
        _ => vec![check.clone()],
    };
    (clauses.len() <= MOST_CLAUSES).then_some(clauses)
}

/// The names that an expression compares with each other.
fn compared(expr: &Expr) -> Vec<(String, String)> {
    use BinaryOperator as Op;
    let is_comparison = match expr {
        Expr::BinaryOp { op, .. } => !matches!(op, Op::And | Op::Or | Op::Xor),
        Expr::Between { .. }
        | Expr::In { .. }
        | Expr::IsDistinctFrom(..)
        | Expr::IsNotDistinctFrom(..) => true,
        Expr::Function(_) => true,
        _ => false,
    };
    if is_comparison {
        let names = mentioned(expr).map(|all| all.names).unwrap_or_default();
        return names.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    }
    parts(expr).unwrap_or_default().into_iter().flat_map(compared).collect()
}
