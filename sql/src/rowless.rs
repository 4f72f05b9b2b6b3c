//! Tables of which no database has a row.
//!
//! What is true of all databases is worth nothing of a table that is empty in all of them. Each such table is told, with what
//! kept its rows away. A table whose rows need those of another such one says nothing new, and is left out.

use std::collections::BTreeSet;

use crate::comparison::Comparison;
use crate::judge::Tally;
use crate::schema::Schema;

impl Comparison {
    /// What is to be said of the tables that are read and have no row in any database. `is_whole`: all databases were tried.
    pub fn rowless(&self, schema: &Schema, tally: &Tally, is_whole: bool) -> Vec<String> {
        let name = |table: usize| &schema.tables[table].written;
        let empty: BTreeSet<usize> =
            self.read().filter(|table| !tally.most_rows.contains_key(name(*table))).collect();
        let needs_empty = |table: &usize| {
            let of = &schema.tables[*table];
            let mut needed = of.foreign.iter().filter(|key| {
                key.table != *table
                    && key.columns.iter().all(|column| !of.columns[*column].is_nullable)
            });
            needed.any(|key| empty.contains(&key.table))
        };
        let (after, mut first): (Vec<usize>, Vec<usize>) =
            empty.iter().copied().partition(needs_empty);
        if first.is_empty() {
            first = after;
        }
        let why = |table: usize| {
            let known = self.spec.barriers.iter().filter(|barrier| barrier.table == table);
            let refusal = tally.refusals.get(name(table));
            // What is known comes first.
            let known = known.filter(|barrier| barrier.is_known || refusal.is_some());
            match (known.max_by_key(|barrier| barrier.is_known), refusal) {
                (Some(barrier), _) => Some(barrier.why()),
                (None, Some(refusal)) => Some(format!("the engine says: {}", refusal.message)),
                (None, None) => None,
            }
        };
        let told = first.into_iter().filter_map(|table| {
            let of = &schema.tables[table].name;
            match why(table) {
                Some(why) => Some(format!("{of} has no row in any database: {why}")),
                None => is_whole.then(|| format!("{of} has no row in any database")),
            }
        });
        told.collect()
    }
}
