//! An instance as a database: the rows of each table, in an order that keys allow.
//!
//! A database of 400 tables is written in a millisecond or two, so what is looked for more than once is found by number.

use std::collections::HashMap;

use korrel_heapgraph::{Object, Scalar, State, Value as HeapValue};

use super::{ColumnLayout, Layout, ReferenceLayout, TableLayout};
use crate::database::{Database, EarlyCell, TableRows};
use crate::dialect::Dialect;
use crate::value::Value;

impl Layout {
    /// The database that an instance stands for.
    ///
    /// # Errors
    /// What in the instance has no place in a database.
    pub fn database(&self, state: &State) -> Result<Database, String> {
        let mut writing = Writing::new(self, state);
        let mut database = Database::default();
        for at in writing.order.clone() {
            database.tables.push(writing.table(at)?);
        }
        Ok(database)
    }

    /// The tables to which the keys of each table refer. None, where a comment names no table.
    fn targets(&self) -> Vec<Vec<Option<usize>>> {
        let places: HashMap<&str, usize> =
            self.tables.iter().enumerate().map(|(at, table)| (table.sig.as_str(), at)).collect();
        let of = |table: &TableLayout| {
            table.refers.iter().map(|key| places.get(key.sig.as_str()).copied()).collect()
        };
        self.tables.iter().map(of).collect()
    }

    /// The tables, each after those that it refers to, as far as that is possible.
    fn order(&self, targets: &[Vec<Option<usize>>]) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.tables.len()).collect();
        let mut is_left = vec![true; self.tables.len()];
        let mut order: Vec<usize> = Vec::new();
        while !left.is_empty() {
            let waits = |at: usize| targets[at].iter().flatten().any(|&to| to != at && is_left[to]);
            let may_wait = |at: usize| {
                let table = &self.tables[at];
                table.refers.iter().zip(&targets[at]).all(|(key, to)| {
                    let is_later = to.is_none_or(|to| is_left[to]);
                    !is_later || key.fields.is_empty() || self.free(table, key).is_some()
                })
            };
            // In a ring that table begins which can be written without those that follow.
            let first = left.iter().position(|at| !waits(*at));
            let first = first.or_else(|| left.iter().position(|at| may_wait(*at)));
            let first = left.remove(first.unwrap_or(0));
            is_left[first] = false;
            order.push(first);
        }
        order
    }

    /// The column of a key of values that may be NULL at first, as DuckDB needs it: one to which nothing refers.
    fn free(&self, table: &TableLayout, key: &ReferenceLayout) -> Option<usize> {
        let is_of = |column: &ColumnLayout| {
            key.fields.iter().any(|(own, _)| column.field.as_ref() == Some(own))
        };
        let is_meant = |column: &ColumnLayout| {
            let refers = self.tables.iter().flat_map(|table| &table.refers);
            refers
                .filter(|key| key.sig == table.sig)
                .any(|key| key.fields.iter().any(|(_, to)| column.field.as_ref() == Some(to)))
        };
        let is_free = |column: &ColumnLayout| {
            self.dialect == Dialect::Duckdb
                && is_of(column)
                && column.is_nullable
                && !is_meant(column)
        };
        table.columns.iter().position(is_free)
    }
}

/// The objects of one type.
#[derive(Default)]
struct ObjectType<'a> {
    /// Their places, ascending.
    objects: Vec<usize>,
    table: Option<usize>,
    /// Of values: what they are.
    values: Option<&'a [Value]>,
}

/// An instance that is being written.
struct Writing<'a> {
    layout: &'a Layout,
    state: &'a State,
    targets: Vec<Vec<Option<usize>>>,
    order: Vec<usize>,
    /// The place of each table in the order.
    places: Vec<usize>,
    types: Vec<ObjectType<'a>>,
    /// The type of each object, and the number of objects of this type before it.
    objects: Vec<(usize, usize)>,
    /// The type of each table's rows, if there is a row.
    rows: Vec<Option<usize>>,
    /// What the values of each name are.
    values: HashMap<&'a str, &'a [Value]>,
    /// Which objects are rows that are written already.
    is_written: Vec<bool>,
}

impl<'a> Writing<'a> {
    fn new(layout: &'a Layout, state: &'a State) -> Writing<'a> {
        let targets = layout.targets();
        let order = layout.order(&targets);
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, at)| places[*at] = place);
        let mut values: HashMap<&str, &[Value]> = HashMap::new();
        for value in &layout.values {
            values.entry(&value.name).or_insert(&value.values);
        }
        let (mut types, mut objects) = (Vec::<ObjectType<'_>>::new(), Vec::new());
        let mut known: HashMap<&str, usize> = HashMap::new();
        for (at, object) in state.objects.iter().enumerate() {
            let name = object.type_name.as_str();
            let of = *known.entry(name).or_insert_with(|| {
                types.push(ObjectType { values: values.get(name).copied(), ..Default::default() });
                types.len() - 1
            });
            objects.push((of, types[of].objects.len()));
            types[of].objects.push(at);
        }
        let mut rows = Vec::new();
        for (at, table) in layout.tables.iter().enumerate() {
            let of = known.get(table.sig.as_str()).copied();
            rows.push(of);
            if let Some(of) = of {
                types[of].table = Some(at);
            }
        }
        let is_written = vec![false; state.objects.len()];
        Writing { layout, state, targets, order, places, types, objects, rows, values, is_written }
    }

    fn table(&mut self, at: usize) -> Result<TableRows, String> {
        let (layout, state) = (self.layout, self.state);
        let table = &layout.tables[at];
        let mut made = TableRows {
            name: table.name.clone(),
            key: table.columns.iter().position(ColumnLayout::is_key),
            columns: table.columns.iter().map(|column| column.name.clone()).collect(),
            is_numbered: table.is_numbered,
            ..TableRows::default()
        };
        let rows = self.rows[at].map(|of| self.types[of].objects.clone());
        for (place, row) in parents_first(state, rows.unwrap_or_default()).into_iter().enumerate() {
            let object = &state.objects[row];
            let mut cells = Vec::new();
            for (column, of) in table.columns.iter().enumerate() {
                let Some(field) = &of.field else {
                    cells.push(of.row.of(self.objects[row].1));
                    continue;
                };
                let value = object.fields.iter().find(|(name, _)| name == field);
                let value = value.map(|(_, value)| value);
                cells.push(self.cell(object, field, value)?);
                let to = value.and_then(row_of).filter(|&to| to != row && !self.is_written[to]);
                if let Some(to) = to.and_then(|to| self.types[self.objects[to].0].table) {
                    let (to, is_nullable) = (self.places[to], of.is_nullable);
                    made.early.push(EarlyCell { row: place, column, is_nullable, to });
                }
            }
            made.rows.push(cells);
            self.is_written[row] = true;
            for (key, to) in table.refers.iter().zip(&self.targets[at]) {
                let Some(to) = *to else { continue };
                let early = self.early(table, key, (row, place), to);
                made.early.extend(early);
            }
        }
        Ok(made)
    }

    /// The cell of the row that was written last which must wait, as the row to which a key of values refers is not there yet.
    fn early(
        &self,
        table: &TableLayout,
        key: &ReferenceLayout,
        (row, place): (usize, usize),
        to: usize,
    ) -> Option<EarlyCell> {
        let field = |object: usize, name: &str| {
            let fields = self.state.objects[object].fields.iter();
            fields.into_iter().find(|(own, _)| own == name).map(|(_, value)| value)
        };
        let is_there =
            |(own, _): &(String, String)| !matches!(field(row, own), None | Some(HeapValue::Null));
        if key.fields.is_empty() || !key.fields.iter().all(is_there) {
            return None;
        }
        let is_meant = |to: &&usize| {
            key.fields.iter().all(|(own, other)| field(row, own) == field(**to, other))
        };
        let mut meant = self.types[self.rows[to]?].objects.iter().filter(is_meant).peekable();
        // A key of some rows lets others refer to nothing.
        meant.peek()?;
        if meant.any(|&to| self.is_written[to]) {
            return None;
        }
        let is_of = |column: &ColumnLayout| {
            key.fields.iter().any(|(own, _)| column.field.as_ref() == Some(own))
        };
        let (column, is_nullable) = match self.layout.free(table, key) {
            Some(column) => (column, true),
            None => (table.columns.iter().position(is_of)?, false),
        };
        Some(EarlyCell { row: place, column, is_nullable, to: self.places[to] })
    }

    fn cell(
        &self,
        object: &Object,
        field: &str,
        value: Option<&HeapValue>,
    ) -> Result<Value, String> {
        match value.unwrap_or(&HeapValue::Null) {
            HeapValue::Null => Ok(Value::Null),
            HeapValue::One(scalar) => self.scalar(scalar),
            _ => Err(format!("{}.{field} holds more than one value", object.id)),
        }
    }

    fn scalar(&self, scalar: &Scalar) -> Result<Value, String> {
        let value = |name: &str, place: usize| self.values.get(name)?.get(place).cloned();
        match scalar {
            Scalar::Number(number) => Ok(Value::Integer(*number)),
            Scalar::Boolean(is_so) => Ok(Value::Boolean(*is_so)),
            Scalar::String(text) => Ok(Value::Text(text.clone())),
            Scalar::Name(name) => {
                // `Title$1`, of a sig without fields.
                let (sig, place) = name.rsplit_once('$').unwrap_or((name, "0"));
                value(name, 0)
                    .or_else(|| value(sig, place.parse().ok()?))
                    .ok_or_else(|| format!("no comment says what {name} is: `--@ {sig}: values …`"))
            }
            Scalar::Object(at) => {
                let (of, before) = self.objects[*at];
                let ObjectType { table, values, .. } = &self.types[of];
                if let Some(table) = table.map(|table| &self.layout.tables[table]) {
                    let row = table.columns.iter().find(|column| column.is_key());
                    let row = row.ok_or_else(|| format!("rows of {} have no key", table.name))?;
                    return Ok(row.row.of(before));
                }
                let object = &self.state.objects[*at];
                values.and_then(|values| values.get(before)).cloned().ok_or_else(|| {
                    let sig = &object.type_name;
                    format!("no comment says what {} is: `--@ {sig}: values …`", object.id)
                })
            }
        }
    }
}

/// The object that a value is.
fn row_of(value: &HeapValue) -> Option<usize> {
    match value {
        HeapValue::One(Scalar::Object(at)) => Some(*at),
        _ => None,
    }
}

/// Rows of one table, each after those of them that it refers to, as far as that is possible.
fn parents_first(state: &State, mut left: Vec<usize>) -> Vec<usize> {
    let mut rows = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let waits = |row: usize| {
            let fields = state.objects[row].fields.iter();
            fields.filter_map(|(_, value)| row_of(value)).any(|to| to != row && left.contains(&to))
        };
        let first = left.iter().position(|row| !waits(*row)).unwrap_or(0);
        rows.push(left.remove(first));
    }
    rows
}
