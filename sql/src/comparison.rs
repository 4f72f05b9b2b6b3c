//! The databases on which queries are tried, the smallest first.
//!
//! The problem: which databases are tried, and in which order, so that the first one that tells two queries apart is the
//! smallest, and that it takes the least to have tried all.
//!
//! The choice. The search is cut by the numbers of rows: for each total, from 0 on, each way to spread it over the tables is
//! a scope of its own ([`Comparison::sizes`]). Each database lies in exactly one of them, so the first difference has the
//! fewest rows, and nothing is asked twice. A table that no query reads has no rows, unless one that is read refers to
//! it. A column that no query reads, and of which no key and no check of the schema speaks, is NULL, or the same in all rows.
//! That loses nothing, since no answer depends on it, and a table of thirty columns becomes one of three.
//!
//! Rejected: the order in which a spec's instances are listed. Values are atoms as rows are, so the first difference
//! might have more rows than need be.
//!
//! This file neither lists databases nor runs an engine. Whoever asks does both, and hands each on to a [`crate::Judge`].

use std::collections::BTreeSet;

use sqlparser::ast::Expr;

use crate::domains::{Choices, ColumnPlace, Usage};
use crate::expression::mentioned;
use crate::layout::Layout;
use crate::query::ReadQuery;
use crate::schema::{KeyPart, Schema, Table};
use crate::spec::DatabaseSpec;
use crate::usage::QueryUsage;
use crate::value::Value;

/// The databases of a schema on which queries may differ, or return something else.
pub struct Comparison {
    pub spec: DatabaseSpec,
    /// The sigs of the tables, each with the greatest number of its rows.
    tables: Vec<(String, usize)>,
    /// The columns that are the same in all rows.
    free: BTreeSet<ColumnPlace>,
}

impl Comparison {
    /// `source` is what the schema is called.
    pub fn new(
        schema: &Schema,
        queries: &[&ReadQuery],
        source: &str,
        choices: &Choices,
    ) -> Comparison {
        let mut usages: Vec<QueryUsage> =
            queries.iter().map(|query| QueryUsage::of(schema, query)).collect();
        if let [left, right] = &mut usages[..] {
            left.compared_with(right);
        }
        let told: Vec<Usage> = usages.iter().map(Usage::from).collect();
        let mut spec = schema.spec(source, choices, &told);
        let free = free_columns(schema, &usages);
        let read = tables_read(schema, &usages, &free);
        spec.text += &fixed(schema, &spec.layout, &free);
        let most = |at: usize| if read.contains(&at) { choices.rows } else { 0 };
        let sigs = spec.layout.tables.iter().map(|table| table.sig.clone());
        let tables = sigs.enumerate().map(|(at, sig)| (sig, most(at))).collect();
        Comparison { spec, tables, free }
    }

    /// Whether the other one tries the same databases.
    pub fn is_same(&self, other: &Comparison) -> bool {
        self.spec.text == other.spec.text && self.tables == other.tables
    }

    /// The numbers of rows of the tables, those with the fewest in all first.
    pub fn sizes(&self) -> impl Iterator<Item = Vec<usize>> {
        let most: usize = self.tables.iter().map(|(_, most)| most).sum();
        (0..=most).flat_map(|total| self.spread(total))
    }

    fn spread(&self, total: usize) -> Vec<Vec<usize>> {
        let mut spread = vec![Vec::new()];
        for at in 0..self.tables.len() {
            let after: usize = self.tables[at + 1..].iter().map(|(_, most)| most).sum();
            let longer = spread.into_iter().flat_map(|sizes: Vec<usize>| {
                let left = total - sizes.iter().sum::<usize>();
                let (least, most) = (left.saturating_sub(after), self.tables[at].1.min(left));
                (least..=most)
                    .map(move |size| sizes.iter().copied().chain([size]).collect::<Vec<usize>>())
            });
            spread = longer.collect();
        }
        spread
    }

    /// The scope of the spec's command with these numbers of rows. `whole` is the scope that the command has.
    pub fn scope(&self, whole: &str, sizes: &[usize]) -> String {
        let sizes =
            self.tables.iter().zip(sizes).map(|((sig, _), size)| format!("exactly {size} {sig}"));
        let sizes = sizes.collect::<Vec<_>>().join(", ");
        let joint = if whole.contains(" but ") { "," } else { " but" };
        format!("{whole}{joint} {sizes}")
    }

    /// The tables that may have rows.
    pub(crate) fn read(&self) -> impl Iterator<Item = usize> {
        (0..self.tables.len()).filter(|at| self.tables[*at].1 > 0)
    }

    /// The values that are tried, each once.
    pub fn values(&self) -> BTreeSet<&Value> {
        let columns = self.read().flat_map(|table| {
            let columns = self.spec.values[table].iter().enumerate();
            columns.filter(move |(column, _)| !self.free.contains(&(table, *column)))
        });
        columns.flat_map(|(_, values)| values).collect()
    }

    /// The tables of the spec that stay empty, as the spec calls them.
    pub fn left_out(&self) -> impl Iterator<Item = &str> {
        self.tables.iter().filter(|(_, most)| *most == 0).map(|(sig, _)| sig.as_str())
    }
}

/// The tables that queries read, and those that rows of these refer to. A reference that is NULL needs no row.
fn tables_read(
    schema: &Schema,
    usages: &[QueryUsage],
    free: &BTreeSet<ColumnPlace>,
) -> BTreeSet<usize> {
    let mut read: BTreeSet<usize> = BTreeSet::new();
    let mut left: Vec<usize> = Vec::new();
    for usage in usages {
        left.extend(&usage.tables);
        left.extend(usage.mentioned.iter().map(|(table, _)| table));
    }
    while let Some(table) = left.pop() {
        if read.insert(table) {
            let keys = schema.tables[table].foreign.iter();
            let needed = keys
                .filter(|key| key.columns.iter().any(|column| !free.contains(&(table, *column))));
            left.extend(needed.map(|key| key.table));
        }
    }
    read
}

/// The columns on which nothing depends: no query reads them, no condition looks at their rows, and they are in no key. A
/// foreign key may hold of NULL alone.
fn free_columns(schema: &Schema, usages: &[QueryUsage]) -> BTreeSet<ColumnPlace> {
    let mut free = BTreeSet::new();
    let foreign = || {
        schema
            .tables
            .iter()
            .enumerate()
            .flat_map(|(at, table)| table.foreign.iter().map(move |key| (at, key)))
    };
    for (at, table) in schema.tables.iter().enumerate() {
        // What cannot be read may look at any column of its row.
        let Some(looked_at) = looked_at(table) else { continue };
        let referred = foreign()
            .filter(|(_, key)| key.table == at)
            .flat_map(|(_, key)| key.to.iter().copied());
        let kept: BTreeSet<usize> = looked_at.into_iter().chain(referred).collect();
        let is_free = |column: &usize| {
            !kept.contains(column)
                && usages.iter().all(|usage| !usage.mentioned.contains(&(at, *column)))
        };
        free.extend((0..table.columns.len()).filter(is_free).map(|column| (at, column)));
    }
    loop {
        let bound = foreign().filter(|(at, key)| {
            let is_null = |column: &usize| schema.tables[*at].columns[*column].is_nullable;
            !key.columns.iter().all(|column| free.contains(&(*at, *column)) && is_null(column))
        });
        let bound: Vec<ColumnPlace> = bound
            .flat_map(|(at, key)| key.columns.iter().map(move |column| (at, *column)))
            .collect();
        let before = free.len();
        free.retain(|place| !bound.contains(place));
        if free.len() == before {
            return free;
        }
    }
}

/// The columns that keys, conditions and computed columns look at, where these can be read.
fn looked_at(table: &Table) -> Option<BTreeSet<usize>> {
    let mut columns = BTreeSet::new();
    let checks = table.checks.iter().map(|check| (&check.expr, check.value));
    let computed = table.columns.iter().filter_map(|column| column.generated.as_ref());
    let filters = table.keys.iter().map(|key| &key.filter);
    let filters = filters.chain(table.foreign.iter().map(|key| &key.filter)).flatten();
    let mut exprs: Vec<(&Expr, Option<usize>)> =
        checks.chain(computed.chain(filters).map(|expr| (expr, None))).collect();
    for part in table.keys.iter().flat_map(|key| &key.parts) {
        match part {
            KeyPart::Column(column) => {
                columns.insert(*column);
            }
            KeyPart::Expression(expr) => exprs.push((expr, None)),
        }
    }
    for (expr, value) in exprs {
        for name in mentioned(expr).ok()?.names {
            columns.insert(table.meant(&name, value)?);
        }
    }
    Some(columns)
}

/// Facts that these columns are NULL, or the same in all rows.
fn fixed(schema: &Schema, layout: &Layout, free: &BTreeSet<ColumnPlace>) -> String {
    let mut facts = String::new();
    for &(table, column) in free {
        let (of, column) = (&layout.tables[table], &schema.tables[table].columns[column]);
        let said = of.columns.iter().find(|said| said.name == column.written);
        if let Some(field) = said.and_then(|said| said.field.as_ref()) {
            let what = if column.is_nullable { "no" } else { "lone" };
            facts += &format!("fact {{ {what} {}.{field} }}\n", of.sig);
        }
    }
    facts
}
