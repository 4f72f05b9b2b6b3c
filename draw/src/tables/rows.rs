//! The rows of tables, their cells, and the links between them.

use korrel_heapgraph::{Scalar, State, Value};
use korrel_lang::visible::visible;

use super::hint::{ColumnSource, KeyHint};
use super::split::TableSplit;
use super::{DrawnCell, DrawnColumn, DrawnRow, DrawnTable, RowLink, RowPlace, TableSet};
use crate::value::value_text_by;

/// What stands where there is no value.
const NULL: &str = "NULL";

/// A column, and the field whose values it has. The row itself stands in one that has none.
struct FieldColumn {
    drawn: DrawnColumn,
    field: Option<String>,
}

/// The objects of each table, in order.
struct TableRows(Vec<Vec<usize>>);

impl TableRows {
    fn place(&self, object: usize) -> Option<RowPlace> {
        self.0.iter().enumerate().find_map(|(table, rows)| {
            let row = rows.iter().position(|&own| own == object)?;
            Some(RowPlace { table, row })
        })
    }
}

impl TableSplit<'_> {
    pub(super) fn tables(&self, state: &State) -> TableSet {
        let mut rows = TableRows(vec![Vec::new(); self.tables.len()]);
        for (at, object) in state.objects.iter().enumerate() {
            if let Some(table) = self.table_of(&object.type_name) {
                rows.0[table].push(at);
            }
        }
        let mut set = TableSet::default();
        for (at, hint) in self.tables.iter().enumerate() {
            let mut columns = self.columns(state, at, &rows.0[at]);
            let row = |&object: &usize| self.row(state, at, object, &columns);
            let drawn: Vec<DrawnRow> = rows.0[at].iter().map(row).collect();
            for &object in &rows.0[at] {
                self.links(state, &rows, object, &columns, &mut set.links);
            }
            for (column, of) in columns.iter_mut().enumerate() {
                of.drawn.is_number = is_number(drawn.iter().map(|row| &row.cells[column]));
            }
            let columns = columns.into_iter().map(|column| column.drawn).collect();
            let (sig, name) = (hint.sig.clone(), shown(&hint.name));
            set.tables.push(DrawnTable { sig, name, columns, rows: drawn });
        }
        set
    }

    fn row(&self, state: &State, table: usize, object: usize, columns: &[FieldColumn]) -> DrawnRow {
        let cell = |column: &FieldColumn| self.cell(state, table, object, column.field.as_deref());
        let cells = columns.iter().map(cell).collect();
        let own = &state.objects[object];
        let title = shown(&self.row_title(table, own));
        DrawnRow { id: own.id.clone(), title, cells, is_new: false }
    }

    /// The references from a row: by fields that lead to other rows, and by equal values.
    fn links(
        &self,
        state: &State,
        rows: &TableRows,
        object: usize,
        columns: &[FieldColumn],
        links: &mut Vec<RowLink>,
    ) {
        let Some(from) = rows.place(object) else { return };
        let before = links.len();
        // A sequence or a relation may lead to one row several times.
        let mut add = |link: RowLink| {
            if !links[before..].contains(&link) {
                links.push(link);
            }
        };
        for (at, column) in columns.iter().enumerate() {
            let value = column.field.as_ref().and_then(|name| field(state, object, name));
            let places = value.into_iter().flat_map(targets).filter_map(|to| rows.place(to));
            for to in places {
                add(RowLink { from, columns: vec![at], to });
            }
        }
        for key in &self.tables[from.table].keys {
            let is_of = |&at: &usize| {
                let field = columns[at].field.as_ref();
                key.fields.iter().any(|(own, _)| Some(own) == field)
            };
            let columns: Vec<usize> = (0..columns.len()).filter(is_of).collect();
            let to = self.meant(state, rows, object, key).and_then(|to| rows.place(to));
            if let (false, Some(to)) = (columns.is_empty(), to) {
                add(RowLink { from, columns, to });
            }
        }
    }

    /// The row to which a reference by values leads.
    fn meant(
        &self,
        state: &State,
        rows: &TableRows,
        object: usize,
        key: &KeyHint,
    ) -> Option<usize> {
        let other = self.tables.iter().position(|table| table.sig == key.sig)?;
        rows.0[other].iter().copied().find(|&to| refers(state, object, to, &key.fields))
    }

    /// The columns of a table, each with its field: those that are said, then the fields of which nothing is said. A table of
    /// which nothing is said has the names of its objects first.
    fn columns(&self, state: &State, table: usize, rows: &[usize]) -> Vec<FieldColumn> {
        let hint = self.tables[table];
        let mut columns: Vec<(String, Option<String>)> = Vec::new();
        if hint.columns.is_empty() {
            columns.push((String::new(), None));
        }
        for column in &hint.columns {
            let field = match &column.source {
                ColumnSource::Row(_) => None,
                ColumnSource::Field(field) => Some(field.clone()),
            };
            // A field that the sig no longer has, or has for some of its objects.
            let is_there = field.as_ref().is_none_or(|field| self.has_field(table, field));
            if is_there {
                columns.push((column.name.clone(), field));
            }
        }
        let declared = self.types_of(table).flat_map(|ty| self.header.fields(ty));
        let declared = declared.map(|member| &member.name);
        let held = rows.iter().flat_map(|&row| &state.objects[row].fields).map(|(name, _)| name);
        for name in declared.chain(held) {
            if columns.iter().all(|(_, field)| field.as_ref() != Some(name)) {
                columns.push((name.clone(), Some(name.clone())));
            }
        }
        columns.retain(|(_, field)| {
            let look = field.as_ref().map(|name| self.hints.field(self.header, &hint.sig, name));
            look.is_none_or(|look| look.is_visible() || look.is_attribute())
        });
        if columns.is_empty() {
            columns.push((String::new(), None));
        }
        let drawn = |(name, field): (String, Option<String>)| {
            let to = field.as_ref().map(|field| self.led(table, field)).unwrap_or_default();
            let label = field
                .as_ref()
                .and_then(|field| self.hints.field(self.header, &hint.sig, field).label);
            let drawn = DrawnColumn { name: shown(&label.unwrap_or(name)), to, is_number: false };
            FieldColumn { drawn, field }
        };
        columns.into_iter().map(drawn).collect()
    }

    fn has_field(&self, table: usize, field: &str) -> bool {
        self.types_of(table).any(|ty| self.header.field(ty, field).is_some())
    }

    /// The tables to whose rows a field leads.
    fn led(&self, table: usize, field: &str) -> Vec<String> {
        let declared = self.types_of(table).flat_map(|ty| self.header.fields(ty));
        let sorts = declared.filter(|member| member.name == field);
        let sorts = sorts.filter_map(|member| member.shape.columns().last().copied());
        let types = sorts.flat_map(|column| column.sorts());
        let types = types.flat_map(|sort| self.header.descendants(sort));
        let to: Vec<usize> = types.filter_map(|ty| self.table_of(ty)).collect();
        let is_led = |at: &usize| {
            let by_values = self.tables[table].keys.iter().any(|key| {
                key.sig == self.tables[*at].sig && key.fields.iter().any(|(own, _)| own == field)
            });
            by_values || to.contains(at)
        };
        let led = (0..self.tables.len()).filter(is_led);
        led.map(|at| shown(&self.tables[at].name)).collect()
    }

    fn cell(&self, state: &State, table: usize, object: usize, source: Option<&str>) -> DrawnCell {
        let null = || DrawnCell { text: NULL.to_owned(), is_null: true, is_changed: false };
        let cell =
            |text: String| DrawnCell { text: shown(&text), is_null: false, is_changed: false };
        let Some(source) = source else {
            let hint = self.tables[table];
            let is_said = !hint.columns.is_empty();
            let own = &state.objects[object];
            return match hint.row(self.place(own)) {
                None if is_said => null(),
                _ => cell(self.row_key(table, own)),
            };
        };
        match field(state, object, source) {
            None => cell(String::new()),
            Some(Value::Null) => null(),
            Some(value) => cell(value_text_by(value, |scalar| self.text(state, scalar))),
        }
    }
}

/// What is measured and drawn. In a terminal a cell is wider with the escapes of its control characters.
fn shown(text: &str) -> String {
    visible(text).into_owned()
}

/// There are numbers, and nothing else but NULL.
fn is_number<'c>(mut cells: impl Iterator<Item = &'c DrawnCell> + Clone) -> bool {
    let has_value = cells.clone().any(|cell| !cell.is_null);
    has_value && cells.all(|cell| cell.is_null || cell.text.parse::<f64>().is_ok())
}

fn field<'s>(state: &'s State, object: usize, name: &str) -> Option<&'s Value> {
    let fields = state.objects[object].fields.iter();
    fields.into_iter().find(|(own, _)| own == name).map(|(_, value)| value)
}

/// The objects that end the tuples of a value.
fn targets(value: &Value) -> Vec<usize> {
    let last = |tuple: Vec<Scalar>| match tuple.last() {
        Some(Scalar::Object(at)) => Some(*at),
        _ => None,
    };
    value.tuples().into_iter().filter_map(last).collect()
}

/// Each of the fields has a value, which is that of the other row.
fn refers(state: &State, object: usize, to: usize, fields: &[(String, String)]) -> bool {
    let value =
        |object: usize, name: &str| field(state, object, name).filter(|value| !value.is_empty());
    fields
        .iter()
        .all(|(own, other)| value(object, own).is_some_and(|own| Some(own) == value(to, other)))
}
