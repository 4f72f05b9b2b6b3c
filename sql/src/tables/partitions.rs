//! Partitions of PostgreSQL: which rows of a table have a place, and what a part demands of its own.
//!
//! Rows are written to the table that is parted, and PostgreSQL puts each into the part whose bound it fits. So the parts are no
//! tables of the spec. The bounds become a check of the whole: a row that no part takes is refused. What a part demands beyond
//! the whole becomes a constraint of the whole that looks at the rows of this part only: a check, a partial unique index, a
//! foreign key of some rows. A foreign key that all parts have is one of the whole.
//!
//! Rejected: a table of the spec for each part. Its rows are the same rows, and a query of the whole would have to read
//! them all.
//!
//! Source: PostgreSQL's manual, 5.11 "Table Partitioning", and CREATE TABLE, `partition_bound_spec`.

use std::collections::BTreeSet;

use sqlparser::ast::{Expr, ForValues, ObjectName};
use sqlparser::parser::Parser;

use super::bounds::{Method, is_every_remainder};
use super::{PartOf, Reader, last};
use crate::schema::{Check, ForeignKey, Key, KeyPart, Table};

/// A part of a table, or a part of a part.
struct Part {
    table: usize,
    /// The rows that it takes, as an expression over them. Nothing, where that is not known.
    rows: Option<String>,
    is_leaf: bool,
}

impl Reader {
    pub(super) fn part(&mut self, at: usize, whole: usize, bound: ForValues) {
        let (table, place) = (self.schema.tables[whole].name.clone(), self.place);
        self.schema.tables[at].part_of = Some(PartOf { table, bound, place });
    }

    /// Makes a table a part. What one that is not known demands of its rows is not said.
    pub(super) fn attach(&mut self, whole: usize, part: &ObjectName, bound: ForValues) {
        match self.schema.table(&last(part)) {
            Some(at) => {
                if self.may_inherit(at, whole) {
                    self.part(at, whole, bound);
                }
            }
            None => {
                self.unsaid(format!("what {part} demands of its rows: there is no such table"));
                let (name, written, place) = (last(part), part.to_string(), self.place);
                let stranger = Table { name, written, place, ..Table::default() };
                self.schema.tables.push(stranger);
                self.part(self.schema.tables.len() - 1, whole, bound);
            }
        }
    }

    /// Whether it was a part.
    pub(super) fn detach(&mut self, whole: usize, part: &ObjectName) -> bool {
        let part =
            self.schema.table(&last(part)).filter(|part| self.parts_of(whole).contains(part));
        if let Some(part) = part {
            self.schema.tables[part].part_of = None;
            self.own_what_is_left(part);
        }
        part.is_some()
    }

    /// Takes the parts of tables into these.
    pub(super) fn join_parts(&mut self) {
        let wholes = (0..self.schema.tables.len()).filter(|at| {
            let table = &self.schema.tables[*at];
            table.parted.is_some() && table.part_of.is_none()
        });
        let mut joined: BTreeSet<usize> = BTreeSet::new();
        for whole in wholes.collect::<Vec<usize>>() {
            let taken = self.taken(whole);
            self.check(whole, taken);
            let mut parts = Vec::new();
            self.parts(whole, &[], &mut parts);
            self.join_references(whole, &parts);
            let checks = self.schema.tables[whole].checks.iter();
            let checks = checks.filter(|check| check.value.is_none());
            let said: BTreeSet<String> = checks.map(|check| check.expr.to_string()).collect();
            for part in &parts {
                self.join_part(whole, part, &said);
            }
            self.join_references_of_parts(whole, &parts);
            joined.extend(parts.iter().map(|part| part.table));
        }
        self.remove(&joined);
    }

    /// The parts of a table, by their places.
    fn parts_of(&self, whole: usize) -> Vec<usize> {
        let is_part = |at: &usize| {
            let of = self.schema.tables[*at].part_of.as_ref();
            of.is_some_and(|of| of.table == self.schema.tables[whole].name)
        };
        (0..self.schema.tables.len()).filter(is_part).collect()
    }

    /// The rows that each part of a table takes. Nothing, where that is not known.
    fn bounds(&self, whole: usize) -> Vec<(usize, Option<String>)> {
        let parts = self.parts_of(whole);
        let key = self.schema.tables[whole].parted.as_ref();
        let bound = |part: usize| &self.schema.tables[part].part_of.as_ref().expect("a part").bound;
        let is_rest = |part: usize| *bound(part) == ForValues::Default;
        let rows = |part: usize| key.and_then(|key| key.rows(bound(part)));
        let others: Option<Vec<String>> =
            parts.iter().filter(|part| !is_rest(**part)).map(|part| rows(*part)).collect();
        let rest = others.map(|others| match others.is_empty() {
            true => "TRUE".to_owned(),
            false => format!("NOT ({})", any(&others)),
        });
        parts
            .into_iter()
            .map(|part| (part, if is_rest(part) { rest.clone() } else { rows(part) }))
            .collect()
    }

    /// The rows that have a place in some part. Nothing, where all have one.
    ///
    /// # Errors
    /// Why it is not known.
    fn taken(&self, whole: usize) -> Result<Option<String>, String> {
        let Some(key) = &self.schema.tables[whole].parted else { return Ok(None) };
        let bounds = self.bounds(whole);
        let of = |part: usize| &self.schema.tables[part].part_of.as_ref().expect("a part").bound;
        let inner = bounds.iter().map(|(part, _)| self.taken(*part));
        let inner = inner.collect::<Result<Vec<Option<String>>, String>>()?;
        let is_whole = match key.method {
            Method::Hash => is_every_remainder(bounds.iter().map(|(part, _)| of(*part))),
            _ => bounds.iter().any(|(part, _)| *of(*part) == ForValues::Default),
        };
        if is_whole && inner.iter().all(Option::is_none) {
            return Ok(None);
        }
        let each = bounds.into_iter().zip(inner).map(|((_, rows), inner)| {
            let rows = rows.ok_or("which rows its parts take depends on a hash")?;
            Ok(inner
                .map_or(rows.clone(), |inner| format!("{} AND ({inner})", in_parentheses(&rows))))
        });
        let each = each.collect::<Result<Vec<String>, &str>>()?;
        Ok(Some(if each.is_empty() { "FALSE".to_owned() } else { any(&each) }))
    }

    fn check(&mut self, whole: usize, taken: Result<Option<String>, String>) {
        let table = &self.schema.tables[whole];
        let (name, first) = (table.written.clone(), self.parts_of(whole).first().copied());
        let part = first.and_then(|part| self.schema.tables[part].part_of.as_ref());
        self.place = part.map_or(table.place, |part| part.place);
        let check = match taken {
            Ok(None) => return,
            Ok(Some(rows)) => self.read_check(&rows),
            Err(why) => Err(why),
        };
        match check {
            Ok(check) => self.schema.tables[whole].checks.push(check),
            Err(why) => self.unsaid(format!("that a part of {name} takes each row: {why}")),
        }
    }

    fn read_check(&self, rows: &str) -> Result<Check, String> {
        let expr = self.read_rows(rows).ok_or_else(|| format!("{rows} is not known"))?;
        Ok(Check::new(expr, self.place))
    }

    fn read_rows(&self, rows: &str) -> Option<Expr> {
        let parser = Parser::new(self.schema.dialect.parser());
        parser.try_with_sql(rows).and_then(|mut parser| parser.parse_expr()).ok()
    }

    /// All parts of a table, and parts of parts. `above` is what holds of the rows of the table.
    fn parts(&self, whole: usize, above: &[Option<String>], found: &mut Vec<Part>) {
        for (table, rows) in self.bounds(whole) {
            let all: Vec<Option<String>> = above.iter().cloned().chain([rows]).collect();
            let rows = all.iter().map(|rows| rows.as_deref().map(in_parentheses));
            let rows = rows.collect::<Option<Vec<String>>>().map(|rows| rows.join(" AND "));
            let is_leaf = self.schema.tables[table].parted.is_none();
            found.push(Part { table, rows, is_leaf });
            self.parts(table, &all, found);
        }
    }

    /// Foreign keys that all parts have become those of the whole. One to a part is not said.
    fn join_references(&mut self, whole: usize, parts: &[Part]) {
        let leaves: Vec<usize> =
            parts.iter().filter(|part| part.is_leaf).map(|part| part.table).collect();
        let Some(first) = leaves.first() else { return };
        for key in self.schema.tables[*first].foreign.clone() {
            let Some(key) = self.of_whole(*first, whole, &key) else { continue };
            let has = |at: usize| {
                let own = self.schema.tables[at].foreign.iter();
                own.filter_map(|own| self.of_whole(at, whole, own)).any(|own| own.is_same(&key))
            };
            if leaves.iter().all(|leaf| has(*leaf)) && !has(whole) {
                self.schema.tables[whole].foreign.push(key);
            }
        }
        let is_part = |table: usize| parts.iter().any(|part| part.table == table);
        let mut told = Vec::new();
        for table in &mut self.schema.tables {
            let name = &table.written;
            table.foreign.retain(|key| {
                if is_part(key.table) {
                    told.push((key.place, format!("a foreign key of {name} to a part of a table")));
                }
                !is_part(key.table)
            });
        }
        for (place, text) in told {
            self.place = place;
            self.unsaid(text);
        }
    }

    /// A foreign key of a part, with the columns of the whole.
    fn of_whole(&self, part: usize, whole: usize, key: &ForeignKey) -> Option<ForeignKey> {
        let column = |column: &usize| self.column_of_whole(part, whole, *column);
        let columns = key.columns.iter().map(column).collect::<Option<Vec<usize>>>()?;
        Some(ForeignKey { columns, ..key.clone() })
    }

    fn column_of_whole(&self, part: usize, whole: usize, column: usize) -> Option<usize> {
        self.schema.tables[whole].column(&self.schema.tables[part].columns[column].name)
    }

    /// What a part demands beyond the whole. `said` are the checks of the whole.
    fn join_part(&mut self, whole: usize, part: &Part, said: &BTreeSet<String>) {
        let own = self.schema.tables[part.table].clone();
        let name = &own.written;
        // The whole has the same types.
        for check in own.checks.iter().filter(|check| check.value.is_none()) {
            let text = check.expr.to_string();
            if !said.contains(&text) {
                self.place = check.place;
                let (said, check) = (format!("CHECK ({text})"), format!("({text})"));
                self.demand(whole, part, &said, &check, name);
            }
        }
        for column in own.columns.iter().filter(|column| column.generated.is_some()) {
            let of = &self.schema.tables[whole];
            if of.same_column(column).is_some_and(|at| of.columns[at].generated.is_none()) {
                self.place = column.place;
                self.unsaid(format!("how {name} computes {}", column.written));
            }
        }
        for column in own.columns.iter().filter(|column| !column.is_nullable) {
            let of = &self.schema.tables[whole];
            let same = of.same_column(column).map(|at| &of.columns[at]);
            if same.is_some_and(|same| same.is_nullable) {
                self.place = column.place;
                let text = format!("{} IS NOT NULL", column.written);
                self.demand(whole, part, &format!("{} NOT NULL", column.written), &text, name);
            }
        }
        for key in &own.keys {
            let columns = key.parts.iter().map(|of| match of {
                KeyPart::Column(at) => {
                    self.column_of_whole(part.table, whole, *at).map(KeyPart::Column)
                }
                other => Some(other.clone()),
            });
            let Some(parts) = columns.collect::<Option<Vec<KeyPart>>>() else { continue };
            let key = Key { parts, is_primary: false, ..key.clone() };
            if self.schema.tables[whole].keys.iter().any(|of| of.is_same(&key)) {
                continue;
            }
            self.place = key.place;
            let filter = key.filter.as_ref().map(|filter| format!(" AND ({filter})"));
            let rows = part.rows.as_ref().map(|rows| rows.clone() + &filter.unwrap_or_default());
            match rows.and_then(|rows| self.read_rows(&rows)) {
                Some(filter) => {
                    self.schema.tables[whole].keys.push(Key { filter: Some(filter), ..key });
                }
                None => self.unsaid(format!("a unique index of {name}: {HASHED}")),
            }
        }
    }

    /// One foreign key for all parts that have it.
    fn join_references_of_parts(&mut self, whole: usize, parts: &[Part]) {
        let mut found: Vec<(ForeignKey, String, Vec<String>)> = Vec::new();
        for part in parts {
            let own = &self.schema.tables[part.table];
            let (name, keys) = (own.written.clone(), own.foreign.iter());
            let keys = keys.filter_map(|key| self.of_whole(part.table, whole, key));
            for key in keys.collect::<Vec<ForeignKey>>() {
                if self.schema.tables[whole].foreign.iter().any(|of| of.is_same(&key)) {
                    continue;
                }
                let same = found.iter_mut().find(|(of, ..)| of.is_same(&key));
                match (&part.rows, same) {
                    (Some(rows), Some((.., all))) => all.push(rows.clone()),
                    (Some(rows), None) => found.push((key, name.clone(), vec![rows.clone()])),
                    (None, _) => self.hashed_reference(&key, &name),
                }
            }
        }
        for (key, name, rows) in found {
            match self.read_rows(&any(&rows)) {
                Some(filter) => {
                    let key = ForeignKey { filter: Some(filter), ..key };
                    self.schema.tables[whole].foreign.push(key);
                }
                None => self.hashed_reference(&key, &name),
            }
        }
    }

    fn hashed_reference(&mut self, key: &ForeignKey, name: &str) {
        self.place = key.place;
        self.unsaid(format!("a foreign key of {name}: {HASHED}"));
    }

    /// A check of the rows of a part.
    fn demand(&mut self, whole: usize, part: &Part, said: &str, check: &str, name: &str) {
        let rows = part.rows.as_ref().map(|rows| format!("NOT ({rows}) OR {check}"));
        match rows.map(|rows| self.read_check(&rows)) {
            Some(Ok(check)) => self.schema.tables[whole].checks.push(check),
            Some(Err(why)) => self.unsaid(format!("{said} of {name}: {why}")),
            None => self.unsaid(format!("{said} of {name}: {HASHED}")),
        }
    }

    /// Takes tables away to which nothing refers.
    fn remove(&mut self, gone: &BTreeSet<usize>) {
        let tables = std::mem::take(&mut self.schema.tables).into_iter().enumerate();
        self.schema.tables =
            tables.filter(|(at, _)| !gone.contains(at)).map(|(_, of)| of).collect();
        for key in self.schema.tables.iter_mut().flat_map(|table| &mut table.foreign) {
            key.table -= gone.range(..key.table).count();
        }
    }
}

const HASHED: &str = "which rows are in it depends on a hash";

fn in_parentheses(text: &str) -> String {
    format!("({text})")
}

fn any(texts: &[String]) -> String {
    match texts {
        [only] => only.clone(),
        several => {
            several.iter().map(|text| in_parentheses(text)).collect::<Vec<String>>().join(" OR ")
        }
    }
}
