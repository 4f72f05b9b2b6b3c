//! What columns hold: rows, references, or values of a small domain.
//!
//! A primary key that only tells rows apart is left out: the row stands for it, and a column that refers to it
//! holds the row. Every other column has a domain of a few values. Columns that are compared share one.
//!
//! Two values of a domain are interchangeable if no check, no index and no query tells them apart: the tables of what passes
//! stay the same when the two are swapped. Databases that differ in such values only are one.

mod barriers;
mod conditions;
mod groups;
mod links;
mod most;
mod roles;
mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

pub use self::barriers::Barrier;
use self::conditions::Condition;
pub(crate) use self::links::{Link, LinkCheck};
use crate::dialect::Dialect;
use crate::schema::{ColumnKind, Place, Schema};
use crate::unsaid::Unsaid;
use crate::value::Value;
use crate::values::{Wanted, in_other_case, values};

/// The choices of a user.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The least number of rows of a table, or as many as it can have, if that is fewer.
    pub least_rows: usize,
    /// The greatest number of rows of a table.
    pub rows: usize,
    /// The number of values of a domain about which nothing more is known.
    pub values: usize,
    /// The integers beside those that conditions of the schema name, if the user says them.
    pub integers: Option<RangeInclusive<i64>>,
    /// The texts beside those that conditions and queries name, if the user says them.
    pub texts: Option<Vec<String>>,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices { least_rows: 0, rows: 3, values: 3, integers: None, texts: None }
    }
}

/// A table and a column, by their places.
pub type ColumnPlace = (usize, usize);

/// What queries do with columns. Values that a query tells apart are not interchangeable.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    pub constants: Vec<(ColumnPlace, Value)>,
    /// Columns that are compared with each other.
    pub compared: Vec<(ColumnPlace, ColumnPlace)>,
    /// Columns of which more than equality matters: an order, a sum, a part of a text.
    pub ordered: Vec<ColumnPlace>,
    /// Those of them from which something is computed.
    pub computed: Vec<ColumnPlace>,
}

/// What a column is in the spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The row itself.
    Row,
    /// A row of a table.
    Reference(usize),
    /// A value of a domain.
    Value(usize),
    /// Computed by the engine.
    Computed,
}

#[derive(Clone, Debug)]
pub(crate) struct Domain {
    /// The column after which it is called.
    pub first: ColumnPlace,
    pub values: Vec<Value>,
    /// The places of values that are interchangeable with each other. All places are in one of them.
    pub groups: Vec<Vec<usize>>,
}

/// The cells of a row for which an expression holds: a place in the domain of each column, or NULL.
pub(crate) type Cells = Vec<Option<usize>>;

/// Where a condition holds.
#[derive(Clone, Debug)]
pub(crate) struct RowTable {
    pub table: usize,
    pub columns: Vec<usize>,
    pub rows: BTreeSet<Cells>,
    pub is_all: bool,
    pub said: String,
}

/// What the values of an expression of one column are: places with the same number have the same value.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    pub column: usize,
    pub of: Vec<Option<usize>>,
    /// What NULL gives.
    pub null: Option<usize>,
}

/// A key, as rows of the spec see it.
pub(crate) struct KeyCells {
    pub table: usize,
    pub parts: Vec<KeyCell>,
    pub are_nulls_distinct: bool,
    /// The place among the row tables.
    pub filter: Option<usize>,
}

pub(crate) enum KeyCell {
    Column(usize),
    Classes(Classes),
}

/// A schema over small domains.
pub(crate) struct Domains {
    pub roles: Vec<Vec<Role>>,
    pub domains: Vec<Domain>,
    pub checks: Vec<RowTable>,
    /// Checks of rows, not of values.
    pub links: Vec<LinkCheck>,
    pub filters: Vec<RowTable>,
    /// Of each foreign key of some rows, by its table and its place, the place of its filter. Nothing, where that is not said.
    pub foreign_filters: BTreeMap<(usize, usize), Option<usize>>,
    pub keys: Vec<KeyCells>,
    /// The conditions that may leave a table without rows.
    pub barriers: Vec<Barrier>,
    pub unsaid: Vec<Unsaid>,
}

/// How often other values are tried in place of those that stand nowhere.
const ROUNDS: usize = 12;

impl Domains {
    /// The places of values that pass in no column.
    fn dead(&self, domain: usize, members: &[ColumnPlace]) -> BTreeSet<usize> {
        let all: BTreeSet<usize> = (0..self.domains[domain].values.len()).collect();
        let live = members.iter().map(|(table, column)| self.passing(*table, *column));
        live.fold(all, |dead, live| dead.difference(&live).copied().collect())
    }

    /// The places of values that each check of a column lets pass, in some row.
    fn passing(&self, table: usize, column: usize) -> BTreeSet<usize> {
        let Role::Value(domain) = self.roles[table][column] else { return BTreeSet::new() };
        let mut places: BTreeSet<usize> = (0..self.domains[domain].values.len()).collect();
        for check in self.checks.iter().filter(|check| check.table == table) {
            if let Some(at) = check.columns.iter().position(|own| *own == column) {
                let passing: BTreeSet<usize> =
                    check.rows.iter().filter_map(|row| row[at]).collect();
                places.retain(|place| passing.contains(place));
            }
        }
        places
    }

    pub fn new(schema: &Schema, choices: &Choices, usages: &[Usage]) -> Domains {
        let mut maker = Maker::new(schema, choices, usages);
        maker.conditions();
        let roles = maker.settled_roles();
        maker.domains(&roles)
    }
}

struct Maker<'s> {
    schema: &'s Schema,
    choices: &'s Choices,
    usages: &'s [Usage],
    conditions: Vec<Condition<'s>>,
    /// Columns whose values matter.
    valued: BTreeSet<ColumnPlace>,
    /// Pairs that share a domain.
    shared: Vec<(ColumnPlace, ColumnPlace)>,
    /// The conditions that cannot be evaluated.
    unknown: Vec<Barrier>,
    unsaid: Vec<Unsaid>,
}

impl<'s> Maker<'s> {
    fn new(schema: &'s Schema, choices: &'s Choices, usages: &'s [Usage]) -> Maker<'s> {
        Maker {
            schema,
            choices,
            usages,
            conditions: Vec::new(),
            valued: BTreeSet::new(),
            shared: Vec::new(),
            unknown: Vec::new(),
            unsaid: Vec::new(),
        }
    }

    fn unsaid(&mut self, place: Place, text: String) {
        self.unsaid.push(Unsaid { file: place.file, line: place.line, text });
    }

    fn domains(mut self, roles: &[Vec<Role>]) -> Domains {
        let schema = self.schema;
        let mut roles = roles.to_vec();
        let shared = self.sharing(&roles);
        let mut domains: Vec<Domain> = Vec::new();
        let mut members: Vec<Vec<ColumnPlace>> = Vec::new();
        let mut by_root: BTreeMap<ColumnPlace, usize> = BTreeMap::new();
        for (table, own) in roles.iter_mut().enumerate() {
            for (column, role) in own.iter_mut().enumerate() {
                if !matches!(role, Role::Value(_)) {
                    continue;
                }
                let root = shared.root((table, column));
                let at = *by_root.entry(root).or_insert_with(|| {
                    domains.push(Domain {
                        first: (table, column),
                        values: Vec::new(),
                        groups: Vec::new(),
                    });
                    members.push(Vec::new());
                    domains.len() - 1
                });
                members[at].push((table, column));
                *role = Role::Value(at);
            }
        }
        let mut made = Domains {
            roles,
            domains,
            checks: Vec::new(),
            links: Vec::new(),
            filters: Vec::new(),
            foreign_filters: BTreeMap::new(),
            keys: Vec::new(),
            barriers: Vec::new(),
            unsaid: Vec::new(),
        };
        // Values that stand nowhere give way to others, as long as there are others. Those that the user says give way
        // where no row can have them.
        let mut spare = vec![0; made.domains.len()];
        let mut is_free = vec![false; made.domains.len()];
        for _ in 0..ROUNDS {
            let barriers = made.barriers.len();
            self.fill(&mut made, &members, &spare, &is_free);
            let is_empty = |at: usize| {
                let mut own = members[at].iter();
                own.any(|(table, column)| {
                    let is_nullable = schema.tables[*table].columns[*column].is_nullable;
                    !is_nullable && made.passing(*table, *column).is_empty()
                })
            };
            let freed: Vec<bool> =
                (0..is_free.len()).map(|at| is_free[at] || is_empty(at)).collect();
            let lacking: Vec<usize> = (0..spare.len())
                .map(|at| {
                    let dead = made.dead(at, &members[at]).len();
                    let left = made.domains[at].values.len() - dead;
                    if left < self.wanted(&members[at], &made).least { dead } else { spare[at] }
                })
                .collect();
            if lacking == spare && freed == is_free && barriers == made.barriers.len() {
                break;
            }
            (spare, is_free) = (lacking, freed);
        }
        for (at, columns) in members.iter().enumerate() {
            let dead = made.dead(at, columns);
            let own = &mut made.domains[at];
            let had_values = !own.values.is_empty();
            let mut place = 0..;
            own.values.retain(|_| !dead.contains(&place.next().expect("there is no end")));
            let (table, column) = own.first;
            let of = &schema.tables[table];
            // Where it takes no NULL, there is no row, which is told below.
            if had_values && own.values.is_empty() && of.columns[column].is_nullable {
                let what = format!(
                    "no value that is tried passes the checks of {}.{}: say some by --text or --integers",
                    of.name, of.columns[column].name
                );
                self.unsaid(of.columns[column].place, what);
            }
            if !had_values {
                columns.iter().for_each(|place| self.unknown_type(*place));
            }
        }
        self.row_tables(&mut made);
        self.group(&mut made, &members);
        made.barriers.extend(self.barriers(&made));
        for barrier in made.barriers.iter().filter(|barrier| barrier.is_known) {
            let of = &schema.tables[barrier.table];
            let place =
                barrier.columns.first().map_or(of.place, |column| of.columns[*column].place);
            self.unsaid(place, format!("{} has no row: {}", of.name, barrier.why()));
        }
        made.unsaid.extend(self.unsaid);
        made
    }

    fn unknown_type(&mut self, (table, column): ColumnPlace) {
        let of = &self.schema.tables[table];
        let column = &of.columns[column];
        let ColumnKind::Other(name) = &column.kind else { return };
        let stands =
            if column.is_nullable { "only NULL stands there" } else { "the table has no row" };
        let name = name.to_lowercase();
        let what =
            format!("{}.{}: the type {name} is not known, so {stands}", of.name, column.name);
        self.unsaid(column.place, what);
    }

    fn fill(
        &self,
        made: &mut Domains,
        members: &[Vec<ColumnPlace>],
        spare: &[usize],
        is_free: &[bool],
    ) {
        let free = Choices { integers: None, texts: None, ..self.choices.clone() };
        for at in 0..made.domains.len() {
            let mut wanted = self.wanted(&members[at], made);
            wanted.least += spare[at];
            let choices = if is_free[at] { &free } else { self.choices };
            if is_free[at] {
                // Others stand beside them.
                let texts = self.choices.texts.iter().flatten().cloned().map(Value::Text);
                let integers = self.choices.integers.iter().flat_map(Clone::clone);
                wanted.literals.extend(texts.chain(integers.map(Value::Integer)));
            }
            made.domains[at].values =
                values(&wanted, choices, self.schema.dialect).unwrap_or_default();
        }
        self.row_tables(made);
    }

    /// What is known of the values of columns that share a domain.
    fn wanted(&self, members: &[ColumnPlace], made: &Domains) -> Wanted {
        let column = |(table, column): ColumnPlace| &self.schema.tables[table].columns[column];
        let is_key = members.iter().any(|(table, column)| {
            self.schema.tables[*table]
                .keys
                .iter()
                .any(|key| key.columns().is_some_and(|of| of == [*column]))
        });
        let kinds: Vec<ColumnKind> =
            members.iter().map(|place| column(*place).kind.clone()).collect();
        let has_parts = matches!(
            kinds[0],
            ColumnKind::Text(_)
                | ColumnKind::Number { .. }
                | ColumnKind::Date
                | ColumnKind::Time
                | ColumnKind::Timestamp { .. }
        );
        let mut computed = self.usages.iter().flat_map(|usage| &usage.computed);
        let is_computed_from = has_parts && computed.any(|place| members.contains(place));
        let least = match is_key {
            true => self.choices.rows.max(self.choices.values),
            false => self.choices.values,
        };
        let mut wanted = Wanted {
            kinds,
            literals: BTreeSet::new(),
            kept: BTreeSet::new(),
            lengths: BTreeSet::new(),
            patterns: BTreeSet::new(),
            is_computed_from,
            // One more, which differs in the part that a function looks at.
            least: least + usize::from(is_computed_from),
        };
        for condition in &self.conditions {
            let mut columns = condition.columns.iter().map(|column| (condition.table, *column));
            if columns.any(|place| members.contains(&place)) {
                wanted.add(&condition.mentioned);
                let mut barriers = made.barriers.iter();
                if !barriers.any(|barrier| barrier.is_of(condition.table, &condition.expr)) {
                    wanted.kept.extend(condition.mentioned.literals.iter().cloned());
                }
            }
        }
        for usage in self.usages {
            let constants = usage.constants.iter().filter(|(place, _)| members.contains(place));
            for (place, value) in constants {
                wanted.literals.insert(value.clone());
                if let Value::Text(text) = value {
                    wanted.kept.insert(value.clone());
                    if column(*place).is_collated {
                        wanted.literals.insert(Value::Text(in_other_case(text)));
                    }
                }
                // A text that equals a number, where the engine makes a text of it.
                let is_text = matches!(column(*place).kind, ColumnKind::Text(_))
                    && matches!(self.schema.dialect, Dialect::Sqlite | Dialect::Mysql)
                    && !usage.ordered.contains(place);
                if let (true, Value::Integer(number)) = (is_text, value) {
                    wanted.literals.insert(Value::Text(number.to_string()));
                }
            }
        }
        wanted.convert();
        wanted
    }
}
