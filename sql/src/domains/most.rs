//! How many rows a table can have at most, as far as its keys, its checks and the rows that it needs tell.
//!
//! The problem: who asks for at least so many rows of each table is to get fewer where a table cannot have so many. A table whose
//! key is a boolean has two rows, and so has one whose key refers to that one.
//!
//! The choice: the parts of a key have some number of values each, and the key has their product. Columns of it that refer to
//! other rows, or of which a check lets some combinations pass, have together no more than these. The numbers of rows depend on each
//! other, so they are lowered until none changes. They are bounds: a table may have fewer.
//!
//! Rejected: to ask the solver for each table. That is a search of its own for what is nearly always plain.

use std::collections::BTreeSet;

use super::{Domains, KeyCell, KeyCells, Role, RowTable};
use crate::schema::{ForeignKey, Schema, Table};

/// A number that bounds others.
#[derive(Clone)]
enum Factor {
    Number(usize),
    /// The rows of a table.
    Rows(usize),
    Least(Vec<Factor>),
    /// One more, for NULL.
    More(Box<Factor>),
}

impl Factor {
    fn of(&self, rows: &[usize]) -> usize {
        match self {
            Factor::Number(number) => *number,
            Factor::Rows(table) => rows[*table],
            Factor::More(one) => one.of(rows).saturating_add(1),
            Factor::Least(all) => all.iter().map(|one| one.of(rows)).min().unwrap_or(usize::MAX),
        }
    }
}

/// What bounds the rows of a table.
struct Limit {
    /// Without one of these there is no row.
    needs: Vec<Factor>,
    /// There are no more rows than each product.
    products: Vec<Vec<Factor>>,
}

impl Domains {
    /// The number of rows that each table can have at most.
    pub fn most_rows(&self, schema: &Schema, rows: usize) -> Vec<usize> {
        let passing = Passing::new(self, schema);
        let limits: Vec<Limit> =
            (0..schema.tables.len()).map(|table| passing.limit(table)).collect();
        let mut most = vec![rows; limits.len()];
        loop {
            let number = |limit: &Limit| {
                let product = |all: &Vec<Factor>| {
                    all.iter().fold(1_usize, |number, one| number.saturating_mul(one.of(&most)))
                };
                let is_empty = limit.needs.iter().any(|need| need.of(&most) == 0);
                let fewest = limit.products.iter().map(product).fold(rows, usize::min);
                if is_empty { 0 } else { fewest }
            };
            let next: Vec<usize> = limits.iter().map(number).collect();
            if next == most {
                return most;
            }
            most = next;
        }
    }
}

/// The values that pass in each column.
struct Passing<'d> {
    of: &'d Domains,
    schema: &'d Schema,
    /// By table and column, the places of values. Nothing, where there are no values.
    places: Vec<Vec<Option<BTreeSet<usize>>>>,
}

impl<'d> Passing<'d> {
    fn new(of: &'d Domains, schema: &'d Schema) -> Passing<'d> {
        let column = |table: usize, column: usize| match of.roles[table][column] {
            Role::Value(_) => Some(of.passing(table, column)),
            _ => None,
        };
        let table = |table: usize| (0..of.roles[table].len()).map(|at| column(table, at)).collect();
        let places = (0..of.roles.len()).map(table).collect();
        let mut passing = Passing { of, schema, places };
        while passing.refer() {}
        passing
    }

    /// Takes values away that stand nowhere in the column to which one refers.
    fn refer(&mut self) -> bool {
        let mut is_changed = false;
        for (table, of) in self.schema.tables.iter().enumerate() {
            for key in references(of).filter(|key| key.columns.len() == 1 || is_needed(of, key)) {
                for (own, to) in key.columns.iter().zip(&key.to) {
                    let target = self.places[key.table][*to].clone();
                    if let (Some(own), Some(target)) = (&mut self.places[table][*own], target) {
                        let before = own.len();
                        own.retain(|place| target.contains(place));
                        is_changed |= own.len() < before;
                    }
                }
            }
        }
        is_changed
    }

    fn limit(&self, table: usize) -> Limit {
        let of = &self.schema.tables[table];
        let columns = of.columns.iter().enumerate().filter(|(_, column)| !column.is_nullable);
        let columns = columns.filter_map(|(column, _)| self.values(table, column));
        let referred =
            references(of).filter(|key| is_needed(of, key)).map(|key| Factor::Rows(key.table));
        let checks = self.of.checks.iter().filter(|check| check.table == table);
        let checks = checks.map(|check| Factor::Number(check.rows.len()));
        let keys = self.of.keys.iter().filter(|key| key.table == table && key.filter.is_none());
        Limit {
            needs: columns.chain(referred).chain(checks).collect(),
            products: keys.flat_map(|key| self.products(key)).collect(),
        }
    }

    /// The values of a column, where they are few.
    fn values(&self, table: usize, column: usize) -> Option<Factor> {
        let values = self.places[table][column].as_ref().map(BTreeSet::len).map(Factor::Number);
        let to = references(&self.schema.tables[table]).filter(|key| key.columns[..] == [column]);
        let all: Vec<Factor> =
            values.into_iter().chain(to.map(|key| Factor::Rows(key.table))).collect();
        (!all.is_empty()).then_some(Factor::Least(all))
    }

    /// Each bounds the combinations that a key has. Nothing, where there are as many as there are rows.
    fn products(&self, key: &KeyCells) -> Vec<Vec<Factor>> {
        let parts: Option<Vec<Factor>> =
            key.parts.iter().map(|part| self.part(key, part)).collect();
        let Some(parts) = parts else { return Vec::new() };
        let of = &self.schema.tables[key.table];
        let plain = |part: &KeyCell| match part {
            KeyCell::Column(column) if !of.columns[*column].is_nullable => Some(*column),
            _ => None,
        };
        let columns: Vec<Option<usize>> = key.parts.iter().map(plain).collect();
        let is_in = |column: &usize| columns.contains(&Some(*column));
        // All but some columns, which together have no more than another number.
        let with = |together: &[usize], number: Factor| {
            let rest = columns.iter().zip(&parts);
            let rest = rest.filter(|(of, _)| of.is_none_or(|of| !together.contains(&of)));
            rest.map(|(_, part)| part.clone()).chain([number]).collect::<Vec<Factor>>()
        };
        let referring = references(of).filter(|key| key.columns.iter().all(is_in));
        let referring = referring.map(|key| with(&key.columns, Factor::Rows(key.table)));
        let checks = self.of.checks.iter().filter(|check| check.table == key.table);
        let checks = checks.filter(|check| check.columns.iter().any(is_in)).map(|check| {
            let together: Vec<usize> = check.columns.iter().copied().filter(is_in).collect();
            with(&together, Factor::Number(self.combinations(check, &together)))
        });
        referring.chain(checks).chain([parts.clone()]).collect()
    }

    /// What a check lets pass, as far as it is about these columns.
    fn combinations(&self, check: &RowTable, columns: &[usize]) -> usize {
        let at = check.columns.iter().enumerate().filter(|(_, column)| columns.contains(column));
        let at: Vec<(usize, &usize)> = at.collect();
        let cells = check.rows.iter().filter_map(|row| {
            let cells = at.iter().map(|(at, column)| {
                let places = self.places[check.table][**column].as_ref()?;
                row[*at].filter(|place| places.contains(place))
            });
            cells.collect::<Option<Vec<usize>>>()
        });
        cells.collect::<BTreeSet<Vec<usize>>>().len()
    }

    /// The values of a part of a key. Nothing, where there are as many as there are rows.
    fn part(&self, key: &KeyCells, part: &KeyCell) -> Option<Factor> {
        let of = &self.schema.tables[key.table].columns;
        match part {
            KeyCell::Column(column) => {
                let values = self.values(key.table, *column)?;
                match (of[*column].is_nullable, key.are_nulls_distinct) {
                    (false, _) => Some(values),
                    (true, true) => None,
                    (true, false) => Some(Factor::More(Box::new(values))),
                }
            }
            KeyCell::Classes(classes) => {
                let places = self.places[key.table][classes.column].iter().flatten();
                let mut of: BTreeSet<Option<usize>> =
                    places.map(|place| classes.of[*place]).collect();
                if self.is_nullable(key.table, classes.column) {
                    of.insert(classes.null);
                }
                let has_null = of.contains(&None) && key.are_nulls_distinct;
                (!has_null).then_some(Factor::Number(of.len()))
            }
        }
    }

    fn is_nullable(&self, table: usize, column: usize) -> bool {
        self.schema.tables[table].columns[column].is_nullable
    }
}

/// The foreign keys of all rows of a table.
fn references(of: &Table) -> impl Iterator<Item = &ForeignKey> {
    of.foreign.iter().filter(|key| key.filter.is_none())
}

/// Whether each row refers to one.
fn is_needed(of: &Table, key: &ForeignKey) -> bool {
    key.columns.iter().all(|column| !of.columns[*column].is_nullable)
}
