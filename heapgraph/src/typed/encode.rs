//! From values of the caller's types to the roots and objects of a heap.
//!
//! The declarations say what a value is. Where they have an object, a struct becomes one, with the id in its
//! `$id`, or else with the next number. A text is the id of an object that is given elsewhere. An enum's
//! variant is called like the sig.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::Codec;
use super::misfit::Misfit;
use crate::{Column, Member, Shape};

/// Writes values into objects.
pub struct ValueWriter<'a> {
    codec: &'a Codec,
    objects: &'a mut Map<String, Json>,
    /// By top-level sig, the next number to give out.
    next: BTreeMap<String, u64>,
}

impl<'a> ValueWriter<'a> {
    pub fn new(codec: &'a Codec, objects: &'a mut Map<String, Json>) -> ValueWriter<'a> {
        ValueWriter { codec, objects, next: BTreeMap::new() }
    }

    /// A value of this shape as JSON.
    ///
    /// # Errors
    /// A value that does not have the shape.
    pub fn value(&mut self, value: Json, shape: &Shape) -> Result<Json, Misfit> {
        match (shape, value) {
            (Shape::One(_) | Shape::Lone(_), Json::Null) => Ok(Json::Null),
            (Shape::One(column) | Shape::Lone(column), value) => self.scalar(value, column),
            (Shape::Sequence(column), Json::Array(elements)) => {
                self.each(elements, |writer, _, one| writer.scalar(one, column))
            }
            (Shape::Set(column), Json::Array(elements)) => {
                let mut written =
                    self.each(elements, |writer, _, one| writer.scalar(one, column))?;
                if let Json::Array(elements) = &mut written {
                    elements.sort_by_cached_key(|one| self.place(one));
                }
                Ok(written)
            }
            (Shape::Relation(columns), Json::Array(tuples)) => {
                let mut written = self.each(tuples, |writer, _, tuple| match tuple {
                    Json::Array(elements) if elements.len() == columns.len() => {
                        writer.each(elements, |writer, at, one| writer.scalar(one, &columns[at]))
                    }
                    other => Err(misfit(&other, &format!("{} values together", columns.len()))),
                })?;
                if let Json::Array(tuples) = &mut written {
                    tuples.sort_by_cached_key(|tuple| {
                        let elements = tuple.as_array().into_iter().flatten();
                        elements.map(|one| self.place(one)).collect::<Vec<_>>()
                    });
                }
                Ok(written)
            }
            (Shape::Map(keys, values), Json::Object(entries)) => self.entries(
                entries.into_iter().map(|(key, value)| (key.into(), value)),
                keys,
                values,
            ),
            (Shape::Map(keys, values), Json::Array(pairs)) => {
                let pairs = pairs.into_iter().map(|pair| match pair {
                    Json::Array(pair) => <[Json; 2]>::try_from(pair).ok(),
                    _ => None,
                });
                let pairs: Option<Vec<[Json; 2]>> = pairs.collect();
                let pairs = pairs.ok_or_else(|| Misfit::new("a map, or pairs, belong here"))?;
                self.entries(pairs.into_iter().map(|[key, value]| (key, value)), keys, values)
            }
            (Shape::Map(..), other) => Err(misfit(&other, "a map")),
            (_, other) => Err(misfit(&other, "an array")),
        }
    }

    /// The order of a set: objects, values of enums, truth values, numbers, texts.
    fn place(&self, value: &Json) -> (u8, usize, i64, String) {
        let types = &self.codec.types;
        match value {
            Json::String(id) if id.contains('$') => {
                let (place, number) = types.place_of_object(id);
                (0, place, number, String::new())
            }
            Json::String(text) => {
                let place =
                    types.enums.iter().find_map(|of| of.values.iter().position(|v| v == text));
                (if place.is_some() { 1 } else { 4 }, place.unwrap_or(0), 0, text.clone())
            }
            Json::Bool(value) => (2, usize::from(*value), 0, String::new()),
            other => (3, 0, other.as_i64().unwrap_or(0), String::new()),
        }
    }

    fn each(
        &mut self,
        elements: Vec<Json>,
        mut write: impl FnMut(&mut Self, usize, Json) -> Result<Json, Misfit>,
    ) -> Result<Json, Misfit> {
        let elements = elements.into_iter().enumerate();
        let written = elements
            .map(|(at, one)| write(self, at, one).map_err(|misfit| misfit.below(&at.to_string())));
        written.collect::<Result<Vec<Json>, Misfit>>().map(Json::Array)
    }

    fn entries(
        &mut self,
        entries: impl Iterator<Item = (Json, Json)>,
        keys: &Column,
        values: &Column,
    ) -> Result<Json, Misfit> {
        let mut written = Map::new();
        for (key, value) in entries {
            // serde_json writes numbers that are keys as texts.
            let number = key.as_str().and_then(|text| text.parse::<i64>().ok());
            let is_given = |writer: &Self, key: &Json| writer.given(key, keys).is_some();
            let key = match number.map(Json::from) {
                Some(number) if keys.has("int") || !is_given(self, &key) => number,
                _ => key,
            };
            let name = match self.scalar(key, keys)? {
                Json::String(name) => name,
                other => other.to_string(),
            };
            let value = self.scalar(value, values).map_err(|misfit| misfit.below(&name))?;
            if written.insert(name.clone(), value).is_some() {
                return Err(Misfit::new("a map has this key twice").below(&name));
            }
        }
        Ok(Json::Object(written))
    }

    /// The sig and the number that one of the caller's values stands for.
    fn given(&self, value: &Json, column: &Column) -> Option<(&'a str, i64)> {
        let Codec { types, tables } = self.codec;
        tables.0.keys().find_map(|sig| {
            let fits = |of: &str| match &sig[..] {
                "Int" => of == "int",
                _ => {
                    types.ancestors(of).any(|one| one == sig)
                        || types.ancestors(sig).any(|one| one == of)
                }
            };
            let fits = column.sorts().any(|of| of == "univ" || fits(of));
            Some((&sig[..], tables.number_of(sig, value).filter(|_| fits)?))
        })
    }

    fn scalar(&mut self, value: Json, column: &Column) -> Result<Json, Misfit> {
        if let Some((sig, number)) = self.given(&value, column) {
            return self.atom(sig, number);
        }
        let Codec { types, tables } = self.codec;
        let is_of_values = |of: &str| match of {
            "int" => tables.0.contains_key("Int"),
            of => tables.sig_of(types, of).is_some(),
        };
        if column.sorts().all(is_of_values) {
            return Err(Misfit::new(format!(
                "{value} is no value of {}",
                column.sorts().collect::<Vec<_>>().join(" or ")
            )));
        }
        match value {
            Json::Object(fields) => self.object(fields, column),
            Json::String(text) => {
                let is_enum = |of: &str| {
                    types.enums.iter().any(|all| all.name == of && all.values.contains(&text))
                };
                let plain =
                    text.contains('$') || column.has("string") || column.sorts().any(is_enum);
                let sig = self.types(column).find(|name| *name == text && !plain);
                match sig {
                    // A variant without fields.
                    Some(sig) => {
                        self.object(Map::from_iter([("$type".into(), sig.into())]), column)
                    }
                    None => Ok(Json::String(text)),
                }
            }
            other => Ok(other),
        }
    }

    /// The atom of this number, which has no fields.
    fn atom(&mut self, sig: &str, number: i64) -> Result<Json, Misfit> {
        if sig == "Int" {
            return Ok(number.into());
        }
        let known = self.codec.types.descendants(sig).map(|below| format!("{below}${number}"));
        let mut known = known.filter(|id| self.objects.contains_key(id));
        let id = known.next().unwrap_or_else(|| format!("{sig}${number}"));
        let of = id.split('$').next().unwrap_or_default();
        self.objects.entry(id.clone()).or_insert_with(|| serde_json::json!({ "$type": of }));
        Ok(Json::String(id))
    }

    /// The types that an object in a column may have.
    fn types(&self, column: &Column) -> impl Iterator<Item = &'a str> {
        let types = &self.codec.types;
        let column = column.clone();
        types.types.iter().map(|ty| ty.name.as_str()).filter(move |name| {
            types.ancestors(name).any(|one| column.sorts().any(|of| of == one || of == "univ"))
        })
    }

    /// A struct: a variant that is called like a type, with `$type`, or of the only type.
    fn object(&mut self, mut fields: Map<String, Json>, column: &Column) -> Result<Json, Misfit> {
        if let Some(Json::String(of)) = fields.remove("$type") {
            return self.add(&of, fields);
        }
        let types = &self.codec.types;
        if let (1, Some((name, Json::Object(inner)))) = (fields.len(), fields.iter().next())
            && self.types(column).any(|known| known == name)
            && !self.types(column).any(|of| types.field(of, name).is_some())
        {
            let (name, inner) = (name.clone(), inner.clone());
            // The inner variant of an enum within an enum is the type.
            return match self.types(&Column::new(&name)).count() {
                0 | 1 => self.add(&name, inner),
                _ => self.object(inner, &Column::new(name)),
            };
        }
        let types: Vec<&str> = self.types(column).collect();
        match &types[..] {
            [only] => self.add(only, fields),
            [top, ..] if column.sorts().count() == 1 && fits(self.codec, &column.text, &fields) => {
                let of = if types.contains(&column.text.as_str()) { &column.text } else { *top };
                self.add(of, fields)
            }
            _ => Err(Misfit::new(format!(
                "an object's type is missing: a variant or \"$type\" names one of {}",
                types.join(", ")
            ))),
        }
    }

    /// Adds the object with this id, of the type before its `$` unless it has a `$type`.
    ///
    /// # Errors
    /// What is no struct, or a field that does not fit its type.
    pub fn add_named(&mut self, id: &str, object: Json) -> Result<(), Misfit> {
        let Json::Object(mut fields) = object else {
            return Err(Misfit::new("an object is a struct").below(id));
        };
        fields.insert("$id".to_owned(), id.into());
        let of = match fields.remove("$type") {
            Some(Json::String(of)) => of,
            _ => id.rsplit_once('$').map_or(id, |(of, _)| of).to_owned(),
        };
        self.add(&of, fields).map(drop).map_err(|misfit| misfit.below(id))
    }

    /// Adds an object, with all that lies below it.
    ///
    /// # Errors
    /// A field that does not fit its type.
    pub fn add(&mut self, of: &str, mut fields: Map<String, Json>) -> Result<Json, Misfit> {
        let codec = self.codec;
        let id = match fields.remove("$id") {
            Some(Json::String(id)) => id,
            Some(other) => return Err(misfit(&other, "text, in \"$id\",")),
            None => self.free_id(of),
        };
        // It keeps its place before those below it.
        let before = self.objects.insert(id.clone(), Json::Null);
        if before.is_some_and(|before| before.is_null()) {
            return Err(Misfit::new(format!("{id} lies within itself")));
        }
        let mut written = Map::from_iter([("$type".to_owned(), Json::from(of))]);
        for Member { name, shape } in codec.types.fields(of) {
            if let Some(value) = fields.remove(name) {
                let value = self.value(value, shape).map_err(|misfit| misfit.below(name))?;
                written.insert(name.clone(), value);
            }
        }
        if let Some(name) = fields.keys().next() {
            return Err(Misfit::new(format!("{of} has no field {name}")).below(&id));
        }
        self.objects.insert(id.clone(), Json::Object(written));
        Ok(Json::String(id))
    }

    fn free_id(&mut self, of: &str) -> String {
        let top = self.codec.types.ancestors(of).last().unwrap_or(of);
        let next = self.next.entry(top.to_owned()).or_default();
        loop {
            let number = *next;
            *next += 1;
            let mut taken = self.codec.types.descendants(top).map(|sig| format!("{sig}${number}"));
            if !taken.any(|id| self.objects.contains_key(&id)) {
                return format!("{of}${number}");
            }
        }
    }
}

/// True if a type has all these fields.
fn fits(codec: &Codec, of: &str, fields: &Map<String, Json>) -> bool {
    let known = |name: &str| codec.types.field(of, name).is_some();
    fields.keys().all(|name| name == "$id" || known(name))
}

fn misfit(value: &Json, wanted: &str) -> Misfit {
    Misfit::new(format!("{wanted} belongs here, and not {value}"))
}
