//! A state apart: its tables, and what is in none.

use std::collections::{BTreeMap, BTreeSet};

use korrel_heapgraph::{Header, Object, Scalar, State, Value};

use super::TableSet;
use super::hint::TableHint;
use crate::hints::Hints;
use crate::projected::own_name;
use crate::value::scalar_text;

/// Takes the states of an instance apart.
pub struct TableSplit<'a> {
    pub(super) header: &'a Header,
    pub(super) hints: &'a Hints,
    /// Those that are drawn.
    pub(super) tables: Vec<&'a TableHint>,
    /// The place of each object among those of its table, or of its type, in all states. A row keeps its number.
    places: BTreeMap<String, usize>,
}

impl<'a> TableSplit<'a> {
    /// `states`: all of the instance.
    pub fn new<'s>(
        header: &'a Header,
        hints: &'a Hints,
        states: impl Iterator<Item = &'s State>,
    ) -> TableSplit<'a> {
        // Of a sig that is projected over, no object is left.
        let is_projected = |table: &TableHint| {
            let mut sigs = hints.projections().iter().map(|(sig, _)| own_name(header, sig));
            sigs.any(|sig| header.is_a(&table.sig, sig))
        };
        let is_drawn = |table: &&TableHint| {
            let is_there = header.type_of(&table.sig).is_some();
            is_there && !hints.hides_sig(header, &table.sig) && !is_projected(table)
        };
        let tables = hints.tables.tables.iter().filter(is_drawn).collect();
        let mut split = TableSplit { header, hints, tables, places: BTreeMap::new() };
        if hints.tables.is_silent() {
            return split;
        }
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        let objects = states.flat_map(|state| &state.objects);
        let mut objects: Vec<&Object> =
            objects.filter(|object| seen.insert(object.id.as_str())).collect();
        // As they stand in a heap that has them all, and not as they appear in a trace.
        objects.sort_by_key(|object| {
            (header.place(&object.type_name), header.place_of_object(&object.id))
        });
        for object in objects {
            let of = split
                .table_of(&object.type_name)
                .map_or(&object.type_name, |at| &split.tables[at].sig);
            let count = counts.entry(of.clone()).or_default();
            split.places.insert(object.id.clone(), *count);
            *count += 1;
        }
        split
    }

    /// The tables, and the state without rows and values, in which names stand for them.
    pub fn apart(&self, state: State) -> (TableSet, State) {
        if self.hints.tables.is_silent() {
            return (TableSet::default(), state);
        }
        let rest = self.rest(&state);
        (self.tables(&state), rest)
    }

    /// True if objects of a type are rows, and not moments.
    pub fn is_of_table(&self, ty: &str) -> bool {
        self.header.descendants(ty).any(|heir| self.table_of(heir).is_some())
    }

    /// The table of a type: its own, or that of the nearest one that it extends. Hidden objects are in none.
    pub(super) fn table_of(&self, ty: &str) -> Option<usize> {
        let mut line = self.header.ancestors(ty);
        let table = line.find_map(|name| self.tables.iter().position(|table| table.sig == name));
        table.filter(|_| !self.hints.hides_sig(self.header, ty))
    }

    /// The types whose objects are rows of a table.
    pub(super) fn types_of(&self, table: usize) -> impl Iterator<Item = &str> {
        let heirs = self.header.descendants(&self.tables[table].sig);
        heirs.filter(move |ty| self.table_of(ty) == Some(table))
    }

    pub(super) fn place(&self, object: &Object) -> usize {
        self.places.get(&object.id).copied().unwrap_or_default()
    }

    /// What an object stands for. One that has fields is more than a value.
    fn value(&self, object: &Object) -> Option<&str> {
        let has_fields = self.header.fields(&object.type_name).next().is_some();
        let value = self.hints.tables.value(&object.type_name, self.place(object));
        value.filter(|_| !has_fields && self.table_of(&object.type_name).is_none())
    }

    /// What stands for a row: its number, or the object's name in a table of which nothing more is said.
    pub(super) fn row_key(&self, table: usize, object: &Object) -> String {
        let hint = self.tables[table];
        match hint.row(self.place(object)) {
            Some(key) => key,
            None if hint.columns.is_empty() => object.id.clone(),
            None => self.row_title(table, object),
        }
    }

    /// What a row is called outside of its table.
    pub(super) fn row_title(&self, table: usize, object: &Object) -> String {
        let hint = self.tables[table];
        match hint.columns.is_empty() {
            true => object.id.clone(),
            false => format!("{} {}", hint.name, self.place(object) + 1),
        }
    }

    pub(super) fn text(&self, state: &State, scalar: &Scalar) -> String {
        match scalar {
            Scalar::Object(at) => {
                let object = &state.objects[*at];
                match self.table_of(&object.type_name) {
                    Some(table) => self.row_key(table, object),
                    None => self.value(object).unwrap_or(&object.id).to_owned(),
                }
            }
            Scalar::Name(name) => self.named(name).unwrap_or(name).to_owned(),
            other => scalar_text(state, other),
        }
    }

    /// What a value of an enum stands for, or an object without fields that is told by its name.
    pub(super) fn named(&self, name: &str) -> Option<&str> {
        let values = &self.hints.tables;
        values.value(name, 0).or_else(|| {
            let (sig, place) = name.rsplit_once('$')?;
            values.value(sig, place.parse().ok()?)
        })
    }

    /// What stands for an object outside of tables, if it is a row or a value.
    pub(super) fn name(&self, object: &Object) -> Option<String> {
        match self.table_of(&object.type_name) {
            Some(table) => Some(self.row_title(table, object)),
            None => self.value(object).map(str::to_owned),
        }
    }

    /// The state without rows, and without objects that stand for a value.
    fn rest(&self, state: &State) -> State {
        let mut kept = 0;
        let scalars: Vec<Scalar> = state
            .objects
            .iter()
            .map(|object| match self.name(object) {
                Some(name) => Scalar::Name(name),
                None => {
                    kept += 1;
                    Scalar::Object(kept - 1)
                }
            })
            .collect();
        let scalar = |scalar: &Scalar| match scalar {
            Scalar::Object(at) => scalars[*at].clone(),
            Scalar::Name(name) => Scalar::Name(self.named(name).unwrap_or(name).to_owned()),
            other => other.clone(),
        };
        let is_kept = |(_, scalar): &(&Object, &Scalar)| matches!(scalar, Scalar::Object(_));
        let objects = state.objects.iter().zip(&scalars).filter(is_kept);
        let member = |(name, value): &(String, Value)| (name.clone(), each(value, &scalar));
        let objects = objects.map(|(object, _)| Object {
            fields: object.fields.iter().map(member).collect(),
            ..object.clone()
        });
        let set = |(name, items): &(String, Vec<Scalar>)| {
            (name.clone(), items.iter().map(scalar).collect())
        };
        State {
            roots: state.roots.iter().map(member).collect(),
            objects: objects.collect(),
            sets: state.sets.iter().map(set).collect(),
            relations: state.relations.iter().map(member).collect(),
        }
    }
}

/// The value with other scalars.
pub(super) fn each(value: &Value, scalar: &dyn Fn(&Scalar) -> Scalar) -> Value {
    let all = |items: &[Scalar]| items.iter().map(scalar).collect::<Vec<Scalar>>();
    match value {
        Value::Null => Value::Null,
        Value::One(one) => Value::One(scalar(one)),
        Value::Set(items) => Value::Set(all(items)),
        Value::Sequence(items) => Value::Sequence(all(items)),
        Value::Map(entries) => {
            Value::Map(entries.iter().map(|(key, value)| (scalar(key), scalar(value))).collect())
        }
        Value::Relation(tuples) => Value::Relation(tuples.iter().map(|tuple| all(tuple)).collect()),
    }
}
