//! Every database, by trying all of them, and its class, by all renamings.
//!
//! A table's rows are tried by themselves first: a key or a check that they break is broken whatever the other tables hold. Whole
//! databases are then made of rows that were let in, and tried with foreign keys.
//!
//! Renamings are products of swaps of two values that are alike, so a class is what swaps reach.

use std::collections::{BTreeSet, HashMap};

use crate::engine::{Engine, Rows};
use crate::generator::{Schema, Tongue};
use crate::spec::{Domain, Meant, MeantTable};

/// So many sets of rows of a table, and so many databases are tried.
const MOST_CONTENTS: usize = 3_000;
const MOST_DATABASES: usize = 6_000;

/// A row has in each column 0 for NULL, or the place of a value, from 1.
type Row = Vec<u8>;
/// The rows of each table, sorted.
type Database = Vec<Vec<Row>>;

pub enum Outcome {
    /// On so many classes.
    Agrees(usize),
    Differs(String),
    /// There are more than can be tried.
    TooMany,
}

pub struct Witness<'m> {
    pub meant: &'m Meant,
    pub schema: &'m Schema,
}

/// What the engine let in: the class of each database.
pub struct Accepted {
    classes: HashMap<Database, usize>,
    number: usize,
    /// A database that is let in, and one of its class that is not.
    open: Option<(Database, Database)>,
}

impl Witness<'_> {
    /// Nothing, if there are too many to try.
    pub fn accepted(&self, engine: &mut dyn Engine) -> Option<Accepted> {
        let mut contents: Vec<Vec<Vec<Row>>> = Vec::new();
        for table in &self.meant.tables {
            let all = self.contents(table)?;
            let inserts: Vec<String> = all.iter().map(|rows| self.insert(table, rows)).collect();
            let taken = engine.take_rows(&inserts);
            let all = all.into_iter().zip(taken);
            contents.push(all.filter(|(_, is_taken)| *is_taken).map(|(rows, _)| rows).collect());
        }
        let number = contents.iter().try_fold(1_usize, |all, one| all.checked_mul(one.len()));
        if number? > MOST_DATABASES {
            return None;
        }
        let databases: Vec<Database> = products(&contents);
        let inserts: Vec<String> = databases
            .iter()
            .map(|database| {
                let tables = self.meant.tables.iter().zip(database);
                tables.map(|(table, rows)| self.insert(table, rows)).collect()
            })
            .collect();
        let taken = engine.take_databases(&inserts);
        let taken = databases.into_iter().zip(taken).filter(|(_, is_taken)| *is_taken);
        Some(self.classes(taken.map(|(database, _)| database).collect()))
    }

    /// Every set of rows of a table, of each number of rows.
    fn contents(&self, table: &MeantTable) -> Option<Vec<Vec<Row>>> {
        let choices: Vec<Vec<u8>> = table
            .columns
            .iter()
            .map(|column| {
                let values = self.meant.domains[column.domain].literals.len() as u8;
                (u8::from(column.is_numbered)..=values).collect()
            })
            .collect();
        let number = choices.iter().try_fold(1_usize, |all, one| all.checked_mul(one.len()));
        let rows: Vec<Row> = if number? > 200 { return None } else { products(&choices) };
        let mut contents: Vec<Vec<Row>> = vec![Vec::new()];
        let mut last = contents.clone();
        for _ in 0..self.schema.rows {
            let longer = |some: &Vec<Row>| {
                let from = some.last().cloned().unwrap_or_default();
                let later = rows.iter().filter(move |row| **row >= from);
                let some = some.clone();
                later.map(move |row| some.iter().cloned().chain([row.clone()]).collect())
            };
            last = last.iter().flat_map(longer).collect::<Vec<Vec<Row>>>();
            contents.extend(last.iter().cloned());
            if contents.len() > MOST_CONTENTS {
                return None;
            }
        }
        Some(contents)
    }

    fn insert(&self, table: &MeantTable, rows: &[Row]) -> String {
        if rows.is_empty() {
            return String::new();
        }
        let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        let cell = |(at, cell): (usize, &u8)| match cell {
            0 => "NULL".to_owned(),
            place => self.domain(table, at).literals[usize::from(*place) - 1].clone(),
        };
        let rows: Vec<String> = rows
            .iter()
            .map(|row| {
                let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
                format!("({})", cells.join(", "))
            })
            .collect();
        let overriding = match self.schema.tongue {
            Tongue::Sqlite => "",
            Tongue::Postgres => "OVERRIDING SYSTEM VALUE ",
        };
        let (name, names, rows) = (&table.name, names.join(", "), rows.join(", "));
        format!("INSERT INTO {name} ({names}) {overriding}VALUES {rows};")
    }

    fn domain(&self, table: &MeantTable, column: usize) -> &Domain {
        &self.meant.domains[table.columns[column].domain]
    }

    fn classes(&self, taken: BTreeSet<Database>) -> Accepted {
        let swaps = self.swaps();
        let mut accepted = Accepted { classes: HashMap::new(), number: 0, open: None };
        for first in &taken {
            if accepted.classes.contains_key(first) {
                continue;
            }
            let mut left = vec![first.clone()];
            accepted.classes.insert(first.clone(), accepted.number);
            while let Some(one) = left.pop() {
                for swap in &swaps {
                    let other = self.swapped(&one, *swap);
                    if !taken.contains(&other) {
                        accepted.open.get_or_insert((one.clone(), other));
                    } else if accepted.classes.insert(other.clone(), accepted.number).is_none() {
                        left.push(other);
                    }
                }
            }
            accepted.number += 1;
        }
        accepted
    }

    /// A domain, and two of its values.
    fn swaps(&self) -> Vec<(usize, u8, u8)> {
        let domains = self.meant.domains.iter().enumerate();
        let pairs = domains.flat_map(|(at, domain)| {
            let groups = domain.groups.iter();
            groups.flat_map(move |group| {
                group.windows(2).map(move |pair| (at, pair[0] as u8 + 1, pair[1] as u8 + 1))
            })
        });
        pairs.collect()
    }

    fn swapped(&self, database: &Database, (domain, a, b): (usize, u8, u8)) -> Database {
        let tables = self.meant.tables.iter().zip(database);
        let table = |(table, rows): (&MeantTable, &Vec<Row>)| {
            let cell = |(at, cell): (usize, &u8)| match *cell {
                cell if table.columns[at].domain != domain => cell,
                cell if cell == a => b,
                cell if cell == b => a,
                cell => cell,
            };
            let rows = rows.iter().map(|row| row.iter().enumerate().map(cell).collect());
            let mut rows: Vec<Row> = rows.collect();
            rows.sort();
            rows
        };
        tables.map(table).collect()
    }

    /// Whether a list of databases as SQL has one of each class.
    pub fn judged(&self, accepted: &Accepted, listed: &str, engine: &mut dyn Engine) -> Outcome {
        if let Some((one, other)) = &accepted.open {
            let (one, other) = (self.told(one), self.told(other));
            return Outcome::Differs(format!("it takes\n{one}\nand not, renamed,\n{other}"));
        }
        let queries: Vec<String> = self
            .meant
            .tables
            .iter()
            .map(|table| {
                let columns = table.columns.iter();
                let columns: Vec<String> =
                    columns.map(|column| format!("CAST({} AS TEXT)", column.name)).collect();
                let columns = if columns.is_empty() { "1".to_owned() } else { columns.join(", ") };
                let own = self.schema.tables.iter().find(|own| own.name == table.name);
                let only = if own.is_some_and(|own| own.has_heirs) { "ONLY " } else { "" };
                format!("SELECT {columns} FROM {only}{}", table.name)
            })
            .collect();
        let mut found: Vec<Option<String>> = vec![None; accepted.number];
        for script in listed.split("-- database ").skip(1) {
            let (_, script) = script.split_once('\n').unwrap_or_default();
            let rows = match engine.load(script, &queries) {
                Ok(rows) => rows,
                Err(why) => return Outcome::Differs(format!("{why}:\n{script}")),
            };
            let class = self.read(&rows).and_then(|database| accepted.classes.get(&database));
            let Some(class) = class else {
                return Outcome::Differs(format!("this was not thought of:\n{script}"));
            };
            if let Some(before) = found[*class].replace(script.to_owned()) {
                return Outcome::Differs(format!("these are one:\n{before}\n{script}"));
            }
        }
        let Some(class) = found.iter().position(Option::is_none) else {
            return Outcome::Agrees(accepted.number);
        };
        let members = accepted.classes.iter().filter(|(_, own)| **own == class);
        let first = members.map(|(database, _)| database).min().expect("a class has members");
        Outcome::Differs(format!("this is not listed:\n{}", self.told(first)))
    }

    fn read(&self, rows: &Rows) -> Option<Database> {
        let table = |(table, rows): (&MeantTable, &Vec<Vec<Option<String>>>)| {
            let row = |row: &Vec<Option<String>>| {
                let cells = row.iter().take(table.columns.len()).enumerate();
                let place = |(at, cell): (usize, &Option<String>)| match cell {
                    None => Some(0),
                    Some(shown) => self.domain(table, at).place(shown).map(|place| place as u8 + 1),
                };
                cells.map(place).collect::<Option<Row>>()
            };
            let mut rows = rows.iter().map(row).collect::<Option<Vec<Row>>>()?;
            rows.sort();
            Some(rows)
        };
        self.meant.tables.iter().zip(rows).map(table).collect()
    }

    fn told(&self, database: &Database) -> String {
        let tables = self.meant.tables.iter().zip(database);
        tables.map(|(table, rows)| self.insert(table, rows) + "\n").collect()
    }
}

/// All ways to choose one of each.
fn products<T: Clone>(choices: &[Vec<T>]) -> Vec<Vec<T>> {
    choices.iter().fold(vec![Vec::new()], |all, each| {
        let longer = |some: &Vec<T>| {
            let some = some.clone();
            each.iter().map(move |one| some.iter().cloned().chain([one.clone()]).collect())
        };
        all.iter().flat_map(longer).collect()
    })
}
