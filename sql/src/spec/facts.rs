//! Keys, foreign keys and checks as facts.

use std::collections::BTreeSet;

use super::Writer;
use crate::domains::{
    Cells, Classes, ColumnPlace, KeyCell, KeyCells, Link, LinkCheck, Role, RowTable,
};
use crate::formula::{CellText, all, holds};

impl Writer<'_> {
    pub(super) fn key(&self, key: &KeyCells) -> Option<(String, String)> {
        let mut parts = Vec::new();
        let mut names = Vec::new();
        for part in &key.parts {
            let column = match part {
                KeyCell::Column(column) | KeyCell::Classes(Classes { column, .. }) => *column,
            };
            // Rows are told apart by themselves.
            if self.of.roles[key.table][column] == Role::Row && matches!(part, KeyCell::Column(_)) {
                return None;
            }
            names.push(self.schema.tables[key.table].columns[column].name.clone());
            match part {
                KeyCell::Column(column) => {
                    let (a, b) =
                        (self.cell(key.table, *column, "r"), self.cell(key.table, *column, "s"));
                    if key.are_nulls_distinct && self.is_nullable(key.table, *column) {
                        parts.push(format!("some {a}"));
                    }
                    parts.push(format!("{a} = {b}"));
                }
                KeyCell::Classes(classes) => parts.push(self.same_class(key, classes)),
            }
        }
        if let Some(filter) = key.filter {
            let filter = &self.of.filters[filter];
            for row in ["r", "s"] {
                parts.push(format!("({})", self.row_table(filter, row, &filter.rows)));
            }
        }
        let sig = &self.sigs[key.table];
        let what = if key.filter.is_some() { "partial unique index" } else { "unique" };
        Some((
            format!("no disj r, s: {sig} | {}", parts.join(" and ")),
            format!("{what}: {}", names.join(", ")),
        ))
    }

    pub(super) fn same_class(&self, key: &KeyCells, classes: &Classes) -> String {
        let null = self.is_nullable(key.table, classes.column).then_some((None, classes.null));
        let values = classes.of.iter().enumerate().map(|(place, of)| (Some(place), *of));
        let cells: Vec<(Option<usize>, Option<usize>)> = null.into_iter().chain(values).collect();
        let mut rows: BTreeSet<Cells> = BTreeSet::new();
        for (a, of) in &cells {
            for (b, other) in &cells {
                if of == other && (of.is_some() || !key.are_nulls_distinct) {
                    rows.insert(vec![*a, *b]);
                }
            }
        }
        let cell = |row: &str| self.cell_text(key.table, classes.column, row);
        format!("({})", holds(&[cell("r"), cell("s")], &rows))
    }

    pub(super) fn cell_text(&self, table: usize, column: usize, row: &str) -> CellText<'_> {
        let Role::Value(domain) = self.of.roles[table][column] else {
            unreachable!("only values are looked at");
        };
        CellText {
            text: self.cell(table, column, row),
            domain,
            groups: &self.of.domains[domain].groups,
            names: &self.groups[domain],
            is_nullable: self.is_nullable(table, column),
        }
    }

    pub(super) fn row_table(&self, table: &RowTable, row: &str, rows: &BTreeSet<Cells>) -> String {
        let cells: Vec<CellText> =
            table.columns.iter().map(|column| self.cell_text(table.table, *column, row)).collect();
        holds(&cells, rows)
    }

    /// The shorter of what passes and what does not.
    pub(super) fn check(&self, check: &RowTable) -> String {
        let cells: Vec<CellText> =
            check.columns.iter().map(|column| self.cell_text(check.table, *column, "r")).collect();
        let others: BTreeSet<Cells> = all(&cells).difference(&check.rows).cloned().collect();
        let sig = &self.sigs[check.table];
        if check.columns.is_empty() {
            // One that always passes is not written.
            return format!("no {sig}");
        }
        let passes = format!("all r: {sig} | {}", holds(&cells, &check.rows));
        let fails = format!("no r: {sig} | {}", holds(&cells, &others));
        if fails.len() < passes.len() { fails } else { passes }
    }

    /// A check holds where it is not false.
    pub(super) fn link_check(&self, check: &LinkCheck) -> String {
        let sig = &self.sigs[check.table];
        format!("no r: {sig} | {}", self.link(check.table, &check.link, false))
    }

    /// Where a condition is true, or is false: with NULL it may be neither.
    fn link(&self, table: usize, link: &Link, is_true: bool) -> String {
        let cell = |column: &usize| self.cell(table, *column, "r");
        let joined = |left: &Link, word: &str, right: &Link| {
            let (left, right) = (self.link(table, left, is_true), self.link(table, right, is_true));
            format!("({left} {word} {right})")
        };
        match link {
            Link::IsNull(column) => {
                format!("{} {}", if is_true { "no" } else { "some" }, cell(column))
            }
            Link::AreSame(left, right) => {
                let there =
                    [left, right].into_iter().filter(|column| self.is_nullable(table, **column));
                let there = there.map(|column| format!("some {} and ", cell(column)));
                let sign = if is_true { "=" } else { "!=" };
                format!("({}{} {sign} {})", there.collect::<String>(), cell(left), cell(right))
            }
            Link::Not(link) => self.link(table, link, !is_true),
            Link::Both(left, right) => joined(left, if is_true { "and" } else { "or" }, right),
            Link::Either(left, right) => joined(left, if is_true { "or" } else { "and" }, right),
        }
    }

    /// Foreign keys that are no references.
    pub(super) fn foreign(&self, at: usize) -> Vec<(String, String)> {
        let table = &self.schema.tables[at];
        let mut facts = Vec::new();
        for (place, key) in table.foreign.iter().enumerate() {
            let filter = match self.of.foreign_filters.get(&(at, place)) {
                // It was told why.
                Some(None) => continue,
                Some(Some(filter)) => Some(&self.of.filters[*filter]),
                None if key.filter.is_some() => continue,
                None => None,
            };
            let is_reference = key
                .columns
                .iter()
                .all(|column| matches!(self.of.roles[at][*column], Role::Reference(_)));
            if is_reference && key.columns.len() == 1 && filter.is_none() {
                continue;
            }
            let nullable: Vec<usize> = key
                .columns
                .iter()
                .copied()
                .filter(|column| self.is_nullable(at, *column))
                .collect();
            let some: Vec<String> = nullable
                .iter()
                .map(|column| format!("some {}", self.cell(at, *column, "r")))
                .collect();
            let same: Vec<String> = key
                .columns
                .iter()
                .zip(&key.to)
                .map(|(own, to)| {
                    format!("{} = {}", self.cell(key.table, *to, "s"), self.cell(at, *own, "r"))
                })
                .collect();
            let found = format!("some s: {} | {}", self.sigs[key.table], same.join(" and "));
            let (sig, said) = (&self.sigs[at], &self.schema.tables[key.table].name);
            let rows = filter.map(|filter| self.row_table(filter, "r", &filter.rows));
            let given = match (&rows, some.join(" and ")) {
                (Some(rows), some) if some.is_empty() => rows.clone(),
                (Some(rows), some) => format!("({rows}) and {some}"),
                (None, some) => some,
            };
            let formula = match given.is_empty() {
                true => format!("all r: {sig} | {found}"),
                false => format!("all r: {sig} | ({given}) implies {found}"),
            };
            facts.push((formula, format!("foreign key to {said}")));
            if key.is_full && key.columns.len() > 1 && !nullable.is_empty() {
                let none: Vec<String> = nullable
                    .iter()
                    .map(|column| format!("no {}", self.cell(at, *column, "r")))
                    .collect();
                let none = if nullable.len() < key.columns.len() {
                    String::new()
                } else {
                    format!("({}) or ", none.join(" and "))
                };
                let rows = rows.map(|rows| format!("not ({rows}) or ")).unwrap_or_default();
                let formula = format!("all r: {sig} | {rows}{none}({})", some.join(" and "));
                facts.push((formula, "MATCH FULL".to_owned()));
            }
        }
        facts
    }

    /// The column where the values of a column stand surely: itself, or the one to which it refers, if that is one of the
    /// domain, and refers to no other one.
    fn target(&self, table: usize, column: usize, domain: usize) -> ColumnPlace {
        let of = |table: usize, column: usize| {
            let keys = self.schema.tables[table].foreign.iter();
            let mut keys = keys.filter(|key| key.filter.is_none() && key.columns[..] == [column]);
            let is_of = |to: &ColumnPlace| self.of.roles[to.0][to.1] == Role::Value(domain);
            keys.find_map(|key| Some((key.table, key.to[0])).filter(is_of))
        };
        let to = of(table, column).filter(|&to| of(to.0, to.1).is_none());
        to.unwrap_or((table, column))
    }

    /// A value that stands nowhere is in no database. The fewer columns are named, the sooner the formula falls apart.
    pub(super) fn used(&self) -> String {
        let mut facts = String::new();
        for (at, domain) in self.of.domains.iter().enumerate() {
            let groups = domain.groups.iter().zip(&self.groups[at]);
            let is_open = |group: &&(&Vec<usize>, &String)| group.0.len() > 1;
            let open: Vec<&String> =
                groups.filter(|group| is_open(&group)).map(|(_, name)| name).collect();
            if open.is_empty() {
                continue;
            }
            let mut uses = Vec::new();
            for (table, roles) in self.of.roles.iter().enumerate() {
                for (column, role) in roles.iter().enumerate() {
                    let is_needed = || self.target(table, column, at) == (table, column);
                    if *role == Role::Value(at) && is_needed() {
                        uses.push(format!("{}.{}", self.sigs[table], self.fields[table][column]));
                    }
                }
            }
            for name in open {
                facts += &format!("  {name} in {}\n", uses.join(" + "));
            }
        }
        match facts.is_empty() {
            true => facts,
            false => {
                format!("\n-- Only values that stand somewhere are there.\nfact {{\n{facts}}}\n")
            }
        }
    }
}
