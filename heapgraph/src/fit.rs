//! A record that fits its header: each object has the fields of its type, each value has its shape, and each
//! reference leads to an object.

use serde_json::{Map, Value as Json};

use crate::header::{Header, Member, SubsetSig};
use crate::shape::{Column, Shape};
use crate::{MalformedRecord, malformed};

impl Header {
    /// Whether the roots and objects of a heap's record are what the header declares.
    ///
    /// # Errors
    /// The first place that is not.
    pub fn fit(&self, record: &Json) -> Result<(), MalformedRecord> {
        self.fit_objects(record)?;
        let Some(objects) = record["objects"].as_object() else {
            return malformed("objects", "an object");
        };
        Fit { header: self, objects }.members(&record["roots"], "roots", self.roots.iter())
    }

    /// The same of the objects alone.
    ///
    /// # Errors
    /// The first place that does not fit.
    pub(crate) fn fit_objects(&self, state: &Json) -> Result<(), MalformedRecord> {
        let Some(objects) = state["objects"].as_object() else { return Ok(()) };
        let fit = Fit { header: self, objects };
        for (id, fields) in objects {
            let path = format!("objects.{id}");
            let declared = fields["$type"].as_str().and_then(|ty| self.type_of(ty));
            let Some(ty) = declared else {
                return malformed(format!("{path}.$type"), "a type of the header");
            };
            let is_in = |set: &&SubsetSig| {
                let members = state["sets"][&set.name].as_array();
                members.is_some_and(|members| members.iter().any(|member| member == id.as_str()))
            };
            let of_sets = self.sets.iter().filter(is_in).flat_map(|set| &set.fields);
            fit.members(fields, &path, ty.fields.iter().chain(of_sets))?;
        }
        Ok(())
    }
}

struct Fit<'h> {
    header: &'h Header,
    objects: &'h Map<String, Json>,
}

impl Fit<'_> {
    fn members<'m>(
        &self,
        given: &Json,
        path: &str,
        declared: impl Iterator<Item = &'m Member>,
    ) -> Result<(), MalformedRecord> {
        for Member { name, shape } in declared {
            let path = format!("{path}.{name}");
            match given.get(name) {
                Some(value) => self.value(value, shape, &path)?,
                None => return malformed(path, "there, though the header declares it"),
            }
        }
        Ok(())
    }

    fn value(&self, value: &Json, shape: &Shape, path: &str) -> Result<(), MalformedRecord> {
        let each = |items: &[Json], check: &dyn Fn(&Json, &str) -> Result<(), MalformedRecord>| {
            let mut items = items.iter().enumerate();
            items.try_for_each(|(at, item)| check(item, &format!("{path}[{at}]")))
        };
        match (shape, value) {
            (Shape::Lone(_), Json::Null) => Ok(()),
            (Shape::One(column) | Shape::Lone(column), value) => self.atom(value, column, path),
            (Shape::Set(column) | Shape::Sequence(column), Json::Array(items)) => {
                each(items, &|item, path| self.atom(item, column, path))
            }
            (Shape::Relation(columns), Json::Array(tuples)) => {
                each(tuples, &|tuple, path| match tuple {
                    Json::Array(cells) if cells.len() == columns.len() => {
                        let mut cells = cells.iter().zip(columns).enumerate();
                        cells.try_for_each(|(at, (cell, column))| {
                            self.atom(cell, column, &format!("{path}[{at}]"))
                        })
                    }
                    _ => malformed(path, "an array of as many values as declared"),
                })
            }
            (Shape::Map(keys, values), Json::Object(entries)) => {
                entries.iter().try_for_each(|(key, item)| {
                    let path = format!("{path}.{key}");
                    self.key(key, keys, &path)?;
                    self.atom(item, values, &path)
                })
            }
            _ => malformed(path, "of the form that is declared"),
        }
    }

    /// A map's key is a text in JSON, whatever it stands for.
    fn key(&self, key: &str, column: &Column, path: &str) -> Result<(), MalformedRecord> {
        let is_plain = match column.text.as_str() {
            "int" => key.parse::<i64>().is_ok(),
            "bool" => ["true", "false"].contains(&key),
            _ => false,
        };
        if is_plain { Ok(()) } else { self.text(key, column, path) }
    }

    fn atom(&self, value: &Json, column: &Column, path: &str) -> Result<(), MalformedRecord> {
        let may_be = |sort: &str| column.has(sort) || column.has("univ");
        match value {
            Json::String(text) => self.text(text, column, path),
            Json::Number(number) if may_be("int") && number.is_i64() => Ok(()),
            Json::Bool(_) if may_be("bool") => Ok(()),
            _ => malformed(path, "a value of its type"),
        }
    }

    /// A text is a reference exactly if it is the id of an object.
    fn text(&self, text: &str, column: &Column, path: &str) -> Result<(), MalformedRecord> {
        let is_of = |sort: &str| match self.objects.get(text) {
            Some(object) => {
                let ty = object["$type"].as_str().unwrap_or_default();
                sort == "univ" || self.header.is_a(ty, sort)
            }
            None => match self.header.enums.iter().find(|of| of.name == sort) {
                Some(of) => of.values.iter().any(|value| value == text),
                None => ["string", "univ"].contains(&sort),
            },
        };
        if column.sorts().any(is_of) {
            return Ok(());
        }
        let wants_object = column.sorts().all(|sort| self.header.type_of(sort).is_some());
        let is_there = self.objects.contains_key(text);
        malformed(
            path,
            if wants_object && !is_there {
                "an object of this state"
            } else {
                "a value of its type"
            },
        )
    }
}
