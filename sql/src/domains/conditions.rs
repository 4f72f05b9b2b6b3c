//! The checks and filters of tables, and the columns at whose values they look.

use std::collections::BTreeSet;

use sqlparser::ast::{BinaryOperator, Expr};

use super::Maker;
use crate::expression::{Mentioned, mentioned, parts};
use crate::schema::{KeyPart, Place};

/// A condition of a table: a check, or the filter of an index.
pub(super) struct Condition<'s> {
    pub(super) table: usize,
    pub(super) expr: &'s Expr,
    pub(super) value: Option<usize>,
    pub(super) place: Place,
    pub(super) columns: Vec<usize>,
    pub(super) mentioned: Mentioned,
    /// The place of the key whose filter it is.
    pub(super) key: Option<usize>,
}

impl Maker<'_> {
    /// The checks and filters that can be evaluated, and the columns whose values they look at.
    pub(super) fn conditions(&mut self) {
        let schema = self.schema;
        for (table, of) in schema.tables.iter().enumerate() {
            let checks =
                of.checks.iter().map(|check| (&check.expr, check.value, check.place, None));
            let filters = of.keys.iter().enumerate();
            let filters = filters
                .filter_map(|(at, key)| Some((key.filter.as_ref()?, None, key.place, Some(at))));
            for (expr, value, place, key) in checks.chain(filters) {
                match self.inputs(table, expr, value) {
                    Ok((columns, mentioned)) => {
                        self.valued.extend(columns.iter().map(|column| (table, *column)));
                        let pairs = compared(expr).into_iter().filter_map(|(a, b)| {
                            Some(((table, of.meant(&a, value)?), (table, of.meant(&b, value)?)))
                        });
                        let pairs: Vec<_> = pairs.collect();
                        self.shared.extend(pairs);
                        self.conditions.push(Condition {
                            table,
                            expr,
                            value,
                            place,
                            columns,
                            mentioned,
                            key,
                        });
                    }
                    Err(why) => self.unsaid(place, format!("CHECK ({expr}): {why}")),
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
                }
                None => {
                    columns.insert(column);
                }
            }
        }
        Ok((columns.into_iter().collect(), mentioned))
    }
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
