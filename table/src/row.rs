//! A heap as a value in each column.

use std::borrow::Cow;

use korrel_heapgraph::{Header, Object, Scalar, Shape, State, Value};

use crate::column::{Column, Values};
use crate::pool::Pool;
use crate::schema::{Kind, TopSig, kind};

/// A heap that becomes a row.
pub struct Row<'r> {
    pub header: &'r Header,
    pub state: &'r State,
    /// The index of each object among those of its top-level sig.
    pub places: Vec<i32>,
    pub pool: &'r mut Pool,
}

impl Row<'_> {
    pub fn members(
        &mut self,
        column: &mut Column,
        part: &str,
        members: &[(String, Shape)],
        values: &[(String, Value)],
    ) -> Result<(), String> {
        for (column, (name, shape)) in column.members().iter_mut().zip(members) {
            let value = values.iter().find(|(other, _)| other == name).map(|(_, value)| value);
            self.value(column, shape, value).map_err(|why| format!("{part}.{name}: {why}"))?;
        }
        Ok(())
    }

    pub fn objects(&mut self, column: &mut Column, tops: &[TopSig]) -> Result<(), String> {
        for (column, top) in column.members().iter_mut().zip(tops) {
            let lists = column.lists();
            for object in &self.state.objects {
                if self.header.top(&object.type_name) == top.name {
                    let added = self.object(lists.item.members(), top, object);
                    added.map_err(|why| format!("objects.{}.{why}", object.id))?;
                }
            }
            lists.end();
            column.mark(true);
        }
        Ok(())
    }

    fn object(
        &mut self,
        columns: &mut [Column],
        top: &TopSig,
        object: &Object,
    ) -> Result<(), String> {
        let mut columns = columns.iter_mut();
        let mut next = || columns.next().expect("there is a column for each field");
        self.text(next(), Some(&object.id));
        if top.has_subtypes {
            self.text(next(), Some(&object.type_name));
        }
        for of in &top.fields {
            let has_it = of.types.contains(&object.type_name);
            let value = object.fields.iter().find(|(name, _)| *name == of.name && has_it);
            let value = value.map(|(_, value)| value);
            self.value(next(), &of.shape, value).map_err(|why| format!("{}: {why}", of.name))?;
        }
        Ok(())
    }

    /// Adds a value, or that there is none.
    fn value(
        &mut self,
        column: &mut Column,
        shape: &Shape,
        value: Option<&Value>,
    ) -> Result<(), String> {
        let Some(value) = value.filter(|value| **value != Value::Null) else {
            let is_either = matches!(column.values, Values::Struct(_));
            if !column.is_optional && !is_either {
                return Err("not there, though the header declares it".to_owned());
            }
            column.add_missing();
            return Ok(());
        };
        match (shape, value) {
            (Shape::One(cells) | Shape::Lone(cells), Value::One(scalar)) => {
                return self.scalar(column, &kind(self.header, cells), scalar);
            }
            (
                Shape::Set(cells) | Shape::Sequence(cells),
                Value::Set(items) | Value::Sequence(items),
            ) => {
                let (kind, lists) = (kind(self.header, cells), column.lists());
                items.iter().try_for_each(|item| self.scalar(&mut lists.item, &kind, item))?;
                lists.end();
            }
            (Shape::Map(keys, values), Value::Map(entries)) => {
                let kinds = [kind(self.header, keys), kind(self.header, values)];
                let lists = column.lists();
                for (key, value) in entries {
                    let key = named(key, &kinds[0]);
                    self.tuple(lists.item.members(), &kinds, &[&key, value])?;
                }
                lists.end();
            }
            (Shape::Relation(columns), Value::Relation(tuples)) => {
                let kinds: Vec<Kind> =
                    columns.iter().map(|cells| kind(self.header, cells)).collect();
                let lists = column.lists();
                for tuple in tuples {
                    let cells: Vec<&Scalar> = tuple.iter().collect();
                    self.tuple(lists.item.members(), &kinds, &cells)?;
                }
                lists.end();
            }
            // An empty array has no shape of its own.
            (Shape::Relation(_) | Shape::Map(..), Value::Set(items)) if items.is_empty() => {
                column.lists().end();
            }
            _ => return Err("not of the form that is declared".to_owned()),
        }
        column.mark(true);
        Ok(())
    }

    fn tuple(
        &mut self,
        columns: &mut [Column],
        kinds: &[Kind],
        cells: &[&Scalar],
    ) -> Result<(), String> {
        if cells.len() != kinds.len() {
            return Err("a tuple has not as many values as declared".to_owned());
        }
        let mut cells = columns.iter_mut().zip(kinds).zip(cells);
        cells.try_for_each(|((column, kind), cell)| self.scalar(column, kind, cell))
    }

    fn scalar(&mut self, column: &mut Column, kind: &Kind, scalar: &Scalar) -> Result<(), String> {
        match (kind, scalar, &mut column.values) {
            (Kind::Whole, Scalar::Number(number), Values::Long(values)) => values.push(*number),
            (Kind::Truth, Scalar::Boolean(truth), Values::Truth(values)) => values.push(*truth),
            (Kind::Text, Scalar::Name(text) | Scalar::String(text), Values::Text(codes)) => {
                codes.push(self.pool.code(text.as_bytes()).into());
            }
            (Kind::Id, Scalar::Object(object), Values::Text(codes)) => {
                codes.push(self.pool.code(self.state.objects[*object].id.as_bytes()).into());
            }
            (Kind::Place(top), Scalar::Object(object), Values::Int(values)) => {
                if self.header.top(&self.state.objects[*object].type_name) != top {
                    return Err("a reference to another type than declared".to_owned());
                }
                values.push(self.places[*object].into());
            }
            (Kind::Either(kinds), _, Values::Struct(members)) => {
                let name = match scalar {
                    Scalar::Object(_) => "object",
                    Scalar::Number(_) => "int",
                    Scalar::Boolean(_) => "bool",
                    Scalar::Name(_) | Scalar::String(_) => "text",
                };
                if !kinds.iter().any(|(other, _)| *other == name) {
                    return Err("not a value of its type".to_owned());
                }
                for (member, (other, kind)) in members.iter_mut().zip(kinds) {
                    if *other == name {
                        self.scalar(member, kind, scalar)?;
                    } else {
                        member.add_missing();
                    }
                }
            }
            _ => return Err("not a value of its type".to_owned()),
        }
        column.mark(true);
        Ok(())
    }

    /// Adds a text, or that there is none.
    pub fn text(&mut self, column: &mut Column, text: Option<&str>) {
        match (&mut column.values, text) {
            (Values::Text(codes), Some(text)) => {
                codes.push(self.pool.code(text.as_bytes()).into());
                column.mark(true);
            }
            _ => column.add_missing(),
        }
    }
}

/// The key of a map. One that reads like a number may be a text.
fn named<'k>(key: &'k Scalar, kind: &Kind) -> Cow<'k, Scalar> {
    match (kind, key) {
        (Kind::Text, Scalar::Number(number)) => Cow::Owned(Scalar::String(number.to_string())),
        (Kind::Text, Scalar::Boolean(truth)) => Cow::Owned(Scalar::String(truth.to_string())),
        _ => Cow::Borrowed(key),
    }
}

/// Adds the id of a row, or that it has none.
///
/// # Errors
/// An id that is too long for a number.
pub fn add_id(column: &mut Column, pool: &mut Pool, id: Option<&str>) -> Result<(), String> {
    let Some(id) = id else {
        column.add_missing();
        return Ok(());
    };
    match &mut column.values {
        Values::Text(codes) => codes.push(pool.code(id.as_bytes()).into()),
        Values::Decimal(values) => {
            let number: Option<i128> = id.parse().ok();
            let number = number.filter(|number| *number < 10_i128.pow(38));
            values.push(number.ok_or_else(|| {
                format!("the id {id} has more than 38 digits: `--ids text` writes it")
            })?);
        }
        _ => unreachable!("ids are texts or numbers"),
    }
    column.mark(true);
    Ok(())
}
