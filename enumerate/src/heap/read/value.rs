//! Values: JSON that has the shape of a declaration.

use serde_json::Value as Json;

use super::super::graph::{HeapValue, Scalar};
use super::super::schema::column::SortColumn;
use super::super::schema::shape::Shape;
use super::super::schema::sort::Sort;
use super::{JsonPlace, RecordReader};

impl<'a> RecordReader<'a> {
    /// A value of a shape, or `None` if it is not one, which is reported.
    pub(super) fn value(
        &mut self,
        shape: &Shape,
        json: &'a Json,
        path: JsonPlace,
    ) -> Option<HeapValue<'a>> {
        match (shape, json) {
            (Shape::Lone(_), Json::Null) => Some(HeapValue::Null),
            (Shape::One(column) | Shape::Lone(column), _) => {
                self.scalar(column, json, path).map(HeapValue::Scalar)
            }
            (Shape::Set(column), Json::Array(_)) => {
                Some(HeapValue::Set(self.array(json, path, column)))
            }
            (Shape::Sequence(column), Json::Array(_)) => {
                Some(HeapValue::Sequence(self.array(json, path, column)))
            }
            (Shape::Map(key, value), Json::Object(entries)) => {
                let entry = |(name, json): (&'a String, &'a Json)| {
                    let path = path.key(name);
                    let key = self.key(key, name, path);
                    let value = self.scalar(value, json, path);
                    Some((key?, value?))
                };
                Some(HeapValue::Map(entries.iter().filter_map(entry).collect()))
            }
            (Shape::Relation(columns), Json::Array(tuples)) => {
                let tuple =
                    |(at, json): (usize, &'a Json)| self.tuple(columns, json, path.index(at));
                Some(HeapValue::Relation(tuples.iter().enumerate().filter_map(tuple).collect()))
            }
            _ => self.fail(path, format!("{json} has the wrong form; {}", self.expected(shape))),
        }
    }

    /// The elements of an array that are in a column. Reports a value that is no array, and
    /// elements that are not in the column.
    pub(super) fn array(
        &mut self,
        json: &'a Json,
        path: JsonPlace,
        column: &SortColumn,
    ) -> Vec<Scalar<'a>> {
        let Json::Array(items) = json else {
            return self.fail(path, format!("{json} is not an array")).unwrap_or_default();
        };
        let item = |(at, json)| self.scalar(column, json, path.index(at));
        items.iter().enumerate().filter_map(item).collect()
    }

    fn tuple(
        &mut self,
        columns: &[SortColumn],
        json: &'a Json,
        path: JsonPlace,
    ) -> Option<Vec<Scalar<'a>>> {
        match json {
            Json::Array(items) if items.len() == columns.len() => {
                let cells = columns.iter().zip(items).enumerate();
                let cells: Vec<Option<Scalar>> = cells
                    .map(|(at, (column, json))| self.scalar(column, json, path.index(at)))
                    .collect();
                cells.into_iter().collect()
            }
            _ => self.fail(path, format!("{json} is not an array of {} values", columns.len())),
        }
    }

    fn scalar(
        &mut self,
        column: &SortColumn,
        json: &'a Json,
        path: JsonPlace,
    ) -> Option<Scalar<'a>> {
        let scalar = match json {
            Json::String(text) => return self.text(column, text, path),
            Json::Number(number) => number.as_i64().map(Scalar::Integer),
            Json::Bool(value) => Some(Scalar::Boolean(*value)),
            Json::Null | Json::Array(_) | Json::Object(_) => None,
        };
        match scalar.filter(|scalar| has_plain(column, *scalar)) {
            Some(scalar) => Some(scalar),
            None => self.mismatch(column, &json.to_string(), path),
        }
    }

    /// A string: a reference exactly when it is an object's id.
    pub(super) fn text(
        &mut self,
        column: &SortColumn,
        text: &'a str,
        path: JsonPlace,
    ) -> Option<Scalar<'a>> {
        if let Some(&object) = self.ids.get(text) {
            let (at, sig) = object?;
            let fits = column.sorts.iter().any(|&sort| match sort {
                Sort::Object(declared) => self.model.is_descendant(sig, declared),
                sort => sort == Sort::Any,
            });
            if fits {
                return Some(Scalar::Reference(at));
            }
            let found = format!("{text:?}, of type `{}`,", self.schema.name(sig));
            return self.mismatch(column, &found, path);
        }
        if let Some(value) = self.enum_value(column, text) {
            return Some(value);
        }
        // Beside objects, what looks like an id is one that nothing has.
        let is_reference = has_objects(column) && self.schema.is_like_an_id(text);
        if has(column, Sort::String) && !is_reference {
            return Some(Scalar::String(text));
        }
        if has_objects(column) {
            return self.fail(path, format!("there is no object {text:?}"));
        }
        self.mismatch(column, &format!("{text:?}"), path)
    }

    fn enum_value(&self, column: &SortColumn, text: &str) -> Option<Scalar<'a>> {
        let enums =
            self.schema.enums.iter().filter(|declared| has(column, Sort::Enum(declared.sig)));
        let constants = self.schema.constants.iter().filter(|_| has(column, Sort::Any));
        let mut values = enums.flat_map(|declared| &declared.values).chain(constants);
        let (name, sig) = values.find(|(name, _)| name == text)?;
        Some(Scalar::Enum(*sig, name))
    }

    /// A key of a map, whose values all are of one kind.
    fn key(&mut self, column: &SortColumn, name: &'a str, path: JsonPlace) -> Option<Scalar<'a>> {
        let parsed = match column.sorts[0] {
            Sort::Integer => decimal(name).map(Scalar::Integer),
            Sort::Boolean => name.parse().ok().map(Scalar::Boolean),
            _ => return self.text(column, name, path),
        };
        parsed.or_else(|| self.mismatch(column, &format!("{name:?}"), path))
    }

    fn mismatch<T>(&mut self, column: &SortColumn, found: &str, path: JsonPlace) -> Option<T> {
        let expected = column.declared(&self.schema.names);
        self.fail(path, format!("{found} is not a value of type `{expected}`"))
    }
}

/// A number as it is written, in one way only: `+1` and `01` would be further keys for 1.
fn decimal(text: &str) -> Option<i64> {
    text.parse().ok().filter(|number: &i64| number.to_string() == text)
}

/// True if a number or a truth value may stand in a column.
pub(super) fn has_plain(column: &SortColumn, scalar: Scalar<'_>) -> bool {
    match scalar {
        Scalar::Integer(_) => has(column, Sort::Integer),
        Scalar::Boolean(_) => has(column, Sort::Boolean),
        _ => false,
    }
}

fn has_objects(column: &SortColumn) -> bool {
    column.sorts.iter().any(|sort| matches!(sort, Sort::Object(_) | Sort::Any))
}

fn has(column: &SortColumn, sort: Sort) -> bool {
    column.sorts.iter().any(|&other| other == sort || other == Sort::Any)
}

#[cfg(test)]
mod tests {
    /// If another way of writing a number were a key, a map could have two values for one.
    #[test]
    fn numbers_are_written_in_one_way() {
        for (text, number) in [("0", Some(0)), ("-7", Some(-7)), ("12", Some(12))] {
            assert_eq!(super::decimal(text), number);
        }
        for text in ["+1", "01", "-0", "", " 1", "1.0", "99999999999999999999"] {
            assert_eq!(super::decimal(text), None, "{text}");
        }
    }
}
