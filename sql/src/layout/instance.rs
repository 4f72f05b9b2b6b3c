//! The database that an instance stands for: the cells of its rows, and which of them are written late.

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
        let mut database = Database::default();
        let mut written: Vec<usize> = Vec::new();
        let order = self.order();
        for at in &order {
            let table = &self.tables[*at];
            let mut rows: Vec<usize> = (0..state.objects.len())
                .filter(|object| state.objects[*object].type_name == table.sig)
                .collect();
            let names: Vec<usize> = rows.clone();
            parents_first(state, &mut rows);
            let mut made = TableRows {
                name: table.name.clone(),
                key: table.columns.iter().position(ColumnLayout::is_key),
                columns: table.columns.iter().map(|column| column.name.clone()).collect(),
                is_numbered: table.is_numbered,
                ..TableRows::default()
            };
            for (place, row) in rows.into_iter().enumerate() {
                let object = &state.objects[row];
                let mut cells = Vec::new();
                for (column, of) in table.columns.iter().enumerate() {
                    let name = names.iter().position(|own| *own == row).expect("it is one of them");
                    let Some(field) = &of.field else {
                        cells.push(of.row.of(name));
                        continue;
                    };
                    cells.push(self.cell(state, object, field)?);
                    let value = object.fields.iter().find(|(name, _)| name == field);
                    let to = value.and_then(|(_, value)| row_of(value));
                    let is_late = |to: usize| {
                        self.is_row(&state.objects[to]) && to != row && !written.contains(&to)
                    };
                    if let Some(to) = to.filter(|to| is_late(*to)) {
                        let to = self.place(&order, &state.objects[to].type_name);
                        let is_nullable = of.is_nullable;
                        made.early.push(EarlyCell { row: place, column, is_nullable, to });
                    }
                }
                made.rows.push(cells);
                written.push(row);
                for key in &table.refers {
                    let to = self.place(&order, &key.sig);
                    let early = self.early(state, table, key, place, &written);
                    made.early.extend(early.map(|early| EarlyCell { to, ..early }));
                }
            }
            database.tables.push(made);
        }
        Ok(database)
    }

    /// The cell of the row that was written last which must wait, as the row to which a key of values refers is not there yet.
    fn early(
        &self,
        state: &State,
        table: &TableLayout,
        key: &ReferenceLayout,
        place: usize,
        written: &[usize],
    ) -> Option<EarlyCell> {
        let field = |object: usize, name: &str| {
            let fields = state.objects[object].fields.iter();
            fields.into_iter().find(|(own, _)| own == name).map(|(_, value)| value)
        };
        let row = *written.last()?;
        let is_there =
            |(own, _): &(String, String)| !matches!(field(row, own), None | Some(HeapValue::Null));
        if key.fields.is_empty() || !key.fields.iter().all(is_there) {
            return None;
        }
        let is_meant = |to: &usize| {
            state.objects[*to].type_name == key.sig
                && key.fields.iter().all(|(own, other)| field(row, own) == field(*to, other))
        };
        // A key of some rows lets others refer to nothing.
        let is_there = (0..state.objects.len()).any(|to| is_meant(&to));
        if !is_there || written.iter().any(is_meant) {
            return None;
        }
        let is_of = |column: &ColumnLayout| {
            key.fields.iter().any(|(own, _)| column.field.as_ref() == Some(own))
        };
        let (column, is_nullable) = match self.free(table, key) {
            Some(column) => (column, true),
            None => (table.columns.iter().position(is_of)?, false),
        };
        Some(EarlyCell { row: place, column, is_nullable, to: 0 })
    }

    /// The place of a table among those that are written.
    fn place(&self, order: &[usize], sig: &str) -> usize {
        let place = order.iter().position(|at| self.tables[*at].sig == sig);
        place.expect("a key refers to a table")
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

    fn is_row(&self, object: &Object) -> bool {
        self.tables.iter().any(|table| table.sig == object.type_name)
    }

    fn cell(&self, state: &State, object: &Object, field: &str) -> Result<Value, String> {
        let value = object.fields.iter().find(|(name, _)| name == field);
        let value = value.map_or(&HeapValue::Null, |(_, value)| value);
        match value {
            HeapValue::Null => Ok(Value::Null),
            HeapValue::One(scalar) => self.scalar(state, scalar),
            _ => Err(format!("{}.{field} holds more than one value", object.id)),
        }
    }

    fn scalar(&self, state: &State, scalar: &Scalar) -> Result<Value, String> {
        let value = |name: &str, place: usize| {
            let named = self.values.iter().find(|value| value.name == name);
            named.and_then(|named| named.values.get(place)).cloned()
        };
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
                let object = &state.objects[*at];
                let is_like = |other: &&Object| other.type_name == object.type_name;
                let before = state.objects[..*at].iter().filter(is_like).count();
                if let Some(table) = self.tables.iter().find(|table| table.sig == object.type_name)
                {
                    let row = table.columns.iter().find(|column| column.is_key());
                    let row = row.ok_or_else(|| format!("rows of {} have no key", table.name))?;
                    return Ok(row.row.of(before));
                }
                let sig = &object.type_name;
                value(sig, before).ok_or_else(|| {
                    format!("no comment says what {} is: `--@ {sig}: values …`", object.id)
                })
            }
        }
    }

    /// The tables, each after those that it refers to, as far as that is possible.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = Vec::new();
        while order.len() < self.tables.len() {
            let is_left = |at: &usize| !order.contains(at);
            let waits = |at: usize| {
                let table = &self.tables[at];
                table.refers.iter().any(|key| {
                    let other = self.tables.iter().position(|other| other.sig == key.sig);
                    key.sig != table.sig && other.is_some_and(|other| !order.contains(&other))
                })
            };
            let mut left = (0..self.tables.len()).filter(is_left);
            let may_wait = |at: usize| {
                let table = &self.tables[at];
                table.refers.iter().all(|key| {
                    let is_later = !order.iter().any(|other| self.tables[*other].sig == key.sig);
                    !is_later || key.fields.is_empty() || self.free(table, key).is_some()
                })
            };
            // In a ring that table begins which can be written without those that follow.
            let first = left.clone().find(|at| !waits(*at));
            let first = first.or_else(|| left.clone().find(|at| may_wait(*at)));
            let first = first.or_else(|| left.next());
            order.extend(first);
        }
        order
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
fn parents_first(state: &State, rows: &mut Vec<usize>) {
    let mut left = std::mem::take(rows);
    while !left.is_empty() {
        let waits = |row: usize| {
            let fields = state.objects[row].fields.iter();
            fields.filter_map(|(_, value)| row_of(value)).any(|to| to != row && left.contains(&to))
        };
        let first = left.iter().position(|row| !waits(*row)).unwrap_or(0);
        rows.push(left.remove(first));
    }
}
