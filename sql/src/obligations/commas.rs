//! `FROM a, b WHERE a.x = b.y`, which is a join as well: rows with a partner and without.
//!
//! WHERE says which rows are joined by the equalities between AND. Names must say their tables, for without a schema nobody knows
//! whose column `x` is: that is told. A table without such an equality is joined with every row, and has no partners to lack.

use sqlparser::ast::{BinaryOperator, Expr, Select, TableFactor, TableWithJoins};

use crate::parts::{place, table_names};
use crate::tables::unnested;

use super::Finder;
use super::joins::{from_where, without};
use super::select::{Around, all};

impl Finder<'_> {
    /// The obligations of each table behind a comma.
    pub(super) fn commas(&mut self, select: &Select, around: &Around<'_>) {
        let mut equalities = Vec::new();
        select.selection.iter().for_each(|condition| add_equalities(condition, &mut equalities));
        for (at, behind) in select.from.iter().enumerate().skip(1) {
            if matches!(behind.relation, TableFactor::Derived { lateral: true, .. }) {
                continue;
            }
            self.tell_bare(select, at);
            let names = table_names(behind);
            let of = |[left, right]: [&str; 2]| match (has(&names, left), has(&names, right)) {
                (true, false) => Some(right.to_owned()),
                (false, true) => Some(left.to_owned()),
                _ => None,
            };
            let mut before: Vec<usize> = Vec::new();
            let mut conditions = Vec::new();
            for (condition, sides) in &equalities {
                let other = of(*sides);
                let place = select.from[..at].iter().position(|from| {
                    other.as_ref().is_some_and(|name| has(&table_names(from), name))
                });
                if let Some(place) = place {
                    before.push(place);
                    conditions.push(Expr::clone(condition));
                }
            }
            let Some(condition) = all(conditions) else { continue };
            before.sort_unstable();
            before.dedup();
            let before: Vec<TableWithJoins> =
                before.into_iter().map(|place| select.from[place].clone()).collect();
            let behind = vec![behind.clone()];
            let joined = from_where([before.clone(), behind.clone()].concat(), condition.clone());
            let left = without(&before, &behind, &condition);
            let right = without(&behind, &before, &condition);
            self.three(&behind[0].relation, [Some(joined), Some(left), Some(right)], around);
        }
    }

    /// Tells of equalities that may join this table, though nobody knows which.
    fn tell_bare(&mut self, select: &Select, at: usize) {
        let relation = &select.from[at].relation;
        let mut equalities = Vec::new();
        select.selection.iter().for_each(|condition| add_bare(condition, &mut equalities));
        for (equality, table) in equalities {
            // What names a table behind this one may join that one.
            let is_here =
                |from: &TableWithJoins| has(&table_names(from), table.unwrap_or_default());
            if table.is_none() || select.from[..=at].iter().any(is_here) {
                let said =
                    format!("{equality} as a join of {relation}: say whose columns they are");
                self.passed.push((place(relation), said));
            }
        }
    }
}

/// The equalities of two columns that hold of each row and do not say both their tables, with the table that they say.
fn add_bare<'e>(condition: &'e Expr, found: &mut Vec<(&'e Expr, Option<&'e str>)>) {
    match unnested(condition) {
        Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
            add_bare(left, found);
            add_bare(right, found);
        }
        equality @ Expr::BinaryOp { left, op: BinaryOperator::Eq, right } => {
            let sides = [unnested(left), unnested(right)];
            let is_column =
                |side: &&Expr| matches!(side, Expr::Identifier(_) | Expr::CompoundIdentifier(_));
            let is_bare = sides.iter().any(|side| matches!(side, Expr::Identifier(_)));
            if is_bare && sides.iter().all(is_column) {
                found.push((equality, sides.into_iter().find_map(table_of)));
            }
        }
        _ => {}
    }
}

/// The equalities of two columns that hold of each row, with the names of the tables.
fn add_equalities<'e>(condition: &'e Expr, found: &mut Vec<(&'e Expr, [&'e str; 2])>) {
    match unnested(condition) {
        Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
            add_equalities(left, found);
            add_equalities(right, found);
        }
        equality @ Expr::BinaryOp { left, op: BinaryOperator::Eq, right } => {
            if let (Some(left), Some(right)) = (table_of(left), table_of(right)) {
                found.push((equality, [left, right]));
            }
        }
        _ => {}
    }
}

fn table_of(expr: &Expr) -> Option<&str> {
    match unnested(expr) {
        Expr::CompoundIdentifier(names) => {
            let [.., table, _] = &names[..] else { return None };
            Some(&table.value)
        }
        _ => None,
    }
}

fn has(names: &[String], name: &str) -> bool {
    names.iter().any(|own| own.eq_ignore_ascii_case(name))
}
