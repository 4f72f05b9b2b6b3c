//! `FROM a, b WHERE a.x = b.y`, which is a join as well: rows with a partner and without.
//!
//! WHERE says which rows are joined by the equalities between AND. Names must say their tables, for without a schema nobody knows
//! whose column `x` is: that is told. A table without such an equality is joined with every row, and has no partners to lack.

use sqlparser::ast::{BinaryOperator, Expr, Select, TableFactor, TableWithJoins};

use crate::parts::place;
use crate::tables::unnested;

use super::Finder;
use super::select::{Around, all, one, query_of};

impl Finder {
    /// The obligations of each table behind a comma.
    pub(super) fn commas(&mut self, select: &Select, around: &Around<'_>) {
        let mut equalities = Vec::new();
        select.selection.iter().for_each(|condition| add_equalities(condition, &mut equalities));
        for (at, behind) in select.from.iter().enumerate().skip(1) {
            if matches!(behind.relation, TableFactor::Derived { lateral: true, .. }) {
                continue;
            }
            let names = names(behind);
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
                    other.as_ref().is_some_and(|name| has(&self::names(from), name))
                });
                if let Some(place) = place {
                    before.push(place);
                    conditions.push(Expr::clone(condition));
                }
            }
            let Some(condition) = all(conditions) else {
                self.tell_bare(select, behind);
                continue;
            };
            before.sort_unstable();
            before.dedup();
            let before: Vec<TableWithJoins> =
                before.into_iter().map(|place| select.from[place].clone()).collect();
            let behind = vec![behind.clone()];
            let joined = from_where([before.clone(), behind.clone()].concat(), condition.clone());
            let left = without(before.clone(), behind.clone(), &condition);
            let right = without(behind.clone(), before, &condition);
            self.three(&behind[0].relation, [Some(joined), Some(left), Some(right)], around);
        }
    }

    /// Tells of an equality that may join this table, though nobody knows which.
    fn tell_bare(&mut self, select: &Select, behind: &TableWithJoins) {
        if let Some(equality) = select.selection.as_ref().and_then(bare) {
            let relation = &behind.relation;
            let said = format!("{equality} as a join of {relation}: say whose columns they are");
            self.passed.push((place(relation), said));
        }
    }
}

/// The first equality of two columns that holds of each row, and does not say both their tables.
fn bare(condition: &Expr) -> Option<&Expr> {
    match unnested(condition) {
        Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
            bare(left).or_else(|| bare(right))
        }
        equality @ Expr::BinaryOp { left, op: BinaryOperator::Eq, right } => {
            let sides = [unnested(left), unnested(right)];
            let is_column =
                |side: &&Expr| matches!(side, Expr::Identifier(_) | Expr::CompoundIdentifier(_));
            let is_bare = sides.iter().any(|side| matches!(side, Expr::Identifier(_)));
            (is_bare && sides.iter().all(is_column)).then_some(equality)
        }
        _ => None,
    }
}

fn from_where(from: Vec<TableWithJoins>, condition: Expr) -> Select {
    Select { from, selection: Some(condition), ..one() }
}

/// The rows of `of` that have none of `partners`.
fn without(of: Vec<TableWithJoins>, partners: Vec<TableWithJoins>, condition: &Expr) -> Select {
    let subquery = Box::new(query_of(from_where(partners, condition.clone()), None));
    from_where(of, Expr::Exists { subquery, negated: true })
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

/// What the tables of a part of FROM are called.
fn names(from: &TableWithJoins) -> Vec<String> {
    let factors =
        std::iter::once(&from.relation).chain(from.joins.iter().map(|join| &join.relation));
    let names = factors.flat_map(|factor| match factor {
        TableFactor::Table { alias: Some(alias), .. }
        | TableFactor::Derived { alias: Some(alias), .. } => vec![alias.name.value.clone()],
        TableFactor::Table { name, .. } => {
            let last = name.0.last().and_then(|part| part.as_ident());
            last.map(|name| name.value.clone()).into_iter().collect()
        }
        TableFactor::NestedJoin { table_with_joins, .. } => self::names(table_with_joins),
        _ => Vec::new(),
    });
    names.collect()
}
