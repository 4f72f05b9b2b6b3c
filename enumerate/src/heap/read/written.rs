//! A heap read from the text that Korrel wrote of it, without a tree of JSON in between.
//!
//! *Problem.* A judge of a program's answers reads each input back, and a tree of JSON of it takes a third of all
//! its time: each name becomes a string of its own, in a hash map of its own.
//!
//! *Choice.* What Korrel writes has one form: sections, objects and fields in the order of the schema, no spaces. So a
//! cursor goes through the text twice, first for the names of the objects and their types, then for values.
//! Everything borrows from the text. Whatever is not of this form is left to the reader of trees, which takes any
//! JSON and tells all mistakes: an escape in a string, a map, sets or relations beside the objects.
//!
//! *Rejected.* A reader of both forms, generic in where it gets values: its messages need the whole value, and the text
//! is read once only.

use korrel_heapgraph::Record;
use korrel_lang::model::Model;

use super::super::graph::{HeapGraph, HeapValue, Object, Scalar};
use super::super::schema::column::SortColumn;
use super::super::schema::shape::Shape;
use super::super::schema::{Member, Schema};
use super::value::has_plain;
use super::{HeapError, JsonPlace, RecordReader, read};

/// The heap of a record.
///
/// # Errors
/// All that does not fit the schema. There is at least one such place.
pub fn read_record<'a>(
    schema: &'a Schema,
    model: &'a Model,
    record: &'a Record,
) -> Result<HeapGraph<'a>, Vec<HeapError>> {
    let written = record.written_text().and_then(|text| read_written(schema, model, text));
    written.map_or_else(|| read(schema, model, record.json()), Ok)
}

/// `None` if the text is not as Korrel writes heaps without parts beside the objects.
fn read_written<'a>(schema: &'a Schema, model: &'a Model, text: &'a str) -> Option<HeapGraph<'a>> {
    let has_parts =
        !(schema.sets.is_empty() && schema.relations.is_empty() && schema.orders.is_empty());
    if has_parts || text.contains('\\') {
        return None;
    }
    let mut heap = HeapGraph::default();
    let mut reader = RecordReader::new(schema, model, false);
    let roots = Cursor(text.strip_prefix("{\"roots\":{")?);
    let mut cursor = Cursor(roots.after_object()?);
    cursor.take(",\"objects\":{")?;
    let mut bodies = Vec::new();
    while !cursor.has('}') {
        if !heap.objects.is_empty() {
            cursor.take(",")?;
        }
        let id = cursor.text()?;
        cursor.take(":{\"$type\":")?;
        let type_name = cursor.text()?;
        let ty = schema.types.iter().find(|ty| ty.name == type_name)?;
        let is_never = ty.is_abstract && !model.sigs[ty.sig].children.is_empty();
        if is_never || reader.ids.insert(id, Some((heap.objects.len(), ty.sig))).is_some() {
            return None;
        }
        bodies.push((cursor, ty));
        let (sig, type_name, fields) =
            (ty.sig, ty.name.as_str(), Vec::with_capacity(ty.fields.len()));
        heap.objects.push(Object { id: id.into(), sig, type_name, fields });
        cursor = Cursor(cursor.after_object()?);
    }
    if cursor.0 != "}}" {
        return None;
    }
    heap.roots = reader.written_members(roots, &schema.roots, 0)?;
    for (object, (body, ty)) in heap.objects.iter_mut().zip(bodies) {
        object.fields = reader.written_members(body, &ty.fields, 1)?;
    }
    reader.errors.is_empty().then_some(heap)
}

impl<'a> RecordReader<'a> {
    /// The members of an object of JSON, just these and in their order, after some others.
    fn written_members(
        &mut self,
        mut cursor: Cursor<'a>,
        members: &'a [Member],
        others: usize,
    ) -> Option<Vec<(&'a str, HeapValue<'a>)>> {
        let mut found = Vec::with_capacity(members.len());
        for (at, member) in members.iter().enumerate() {
            if at + others > 0 {
                cursor.take(",")?;
            }
            if cursor.text()? != member.name {
                return None;
            }
            cursor.take(":")?;
            found.push((member.name.as_str(), self.written_value(&mut cursor, &member.shape)?));
        }
        cursor.has('}').then_some(found)
    }

    fn written_value(&mut self, cursor: &mut Cursor<'a>, shape: &Shape) -> Option<HeapValue<'a>> {
        match shape {
            Shape::Lone(_) if cursor.take("null").is_some() => Some(HeapValue::Null),
            Shape::One(column) | Shape::Lone(column) => {
                self.written_scalar(cursor, column).map(HeapValue::Scalar)
            }
            Shape::Set(column) => self.written_scalars(cursor, column).map(HeapValue::Set),
            Shape::Sequence(column) => {
                self.written_scalars(cursor, column).map(HeapValue::Sequence)
            }
            Shape::Map(..) | Shape::Relation(_) => None,
        }
    }

    fn written_scalars(
        &mut self,
        cursor: &mut Cursor<'a>,
        column: &SortColumn,
    ) -> Option<Vec<Scalar<'a>>> {
        let mut found = Vec::new();
        cursor.take("[")?;
        while cursor.take("]").is_none() {
            if !found.is_empty() {
                cursor.take(",")?;
            }
            found.push(self.written_scalar(cursor, column)?);
        }
        Some(found)
    }

    fn written_scalar(
        &mut self,
        cursor: &mut Cursor<'a>,
        column: &SortColumn,
    ) -> Option<Scalar<'a>> {
        if cursor.has('"') {
            let text = cursor.text()?;
            return self.text(column, text, JsonPlace::Root("objects"));
        }
        let scalar = match cursor.word() {
            "true" => Scalar::Boolean(true),
            "false" => Scalar::Boolean(false),
            number => Scalar::Integer(number.parse().ok()?),
        };
        has_plain(column, scalar).then_some(scalar)
    }
}

/// The rest of a text that has no escapes.
#[derive(Clone, Copy)]
struct Cursor<'a>(&'a str);

impl<'a> Cursor<'a> {
    fn has(&self, first: char) -> bool {
        self.0.starts_with(first)
    }

    fn take(&mut self, expected: &str) -> Option<()> {
        self.0 = self.0.strip_prefix(expected)?;
        Some(())
    }

    /// What stands between two quotation marks.
    fn text(&mut self) -> Option<&'a str> {
        let (text, rest) = self.0.strip_prefix('"')?.split_once('"')?;
        self.0 = rest;
        Some(text)
    }

    /// A number or a word, up to what ends a value.
    fn word(&mut self) -> &'a str {
        let end = self.0.bytes().position(|byte| matches!(byte, b',' | b'}' | b']'));
        let (word, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
        self.0 = rest;
        word
    }

    /// The text behind the brace that ends the object within which this stands.
    fn after_object(self) -> Option<&'a str> {
        let (mut depth, mut is_string) = (0, false);
        for (at, byte) in self.0.bytes().enumerate() {
            match byte {
                b'"' => is_string = !is_string,
                _ if is_string => {}
                b'{' => depth += 1,
                b'}' if depth == 0 => return self.0.get(at + 1..),
                b'}' => depth -= 1,
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use korrel_heapgraph::Record;
    use serde_json::Value as Json;

    use super::super::read;
    use super::{read_record, read_written};
    use crate::testing::{lines, problem, schema, strategies};

    /// If this fails, an answer is judged for another input than the one that was sent.
    #[test]
    fn a_text_is_read_as_its_tree() {
        let specs = [
            "sig L { h: lone N } sig N { e: Int, next: lone N } pred p[l: L, k: Int] { some l } run p for 1 L, 2 N, 0..1 Int",
            "enum C { Red, Blue } abstract sig N { c: C, kids: set N, on: seq C } sig A, B extends N {} run {} for 2 but 2 seq",
            "abstract sig S {} one sig X, Y extends S {} sig N { s: S } pred p[s: set N] {} run p for 2",
        ];
        for spec in specs {
            let model = problem(spec);
            let problem = model.problem();
            let (schema, model) = (schema(&problem), problem.question.model);
            let lines = lines(&problem, strategies()[0], None);
            assert!(lines.len() > 3, "{spec}");
            for line in &lines {
                let heap = &line[line.find("\"roots\"").expect("heaps have roots")..];
                let text = format!("{{{}", heap.trim_end());
                let record = Record::written(text.clone());
                let tree: Json = serde_json::from_str(&text).expect("a line is JSON");
                let by_text = read_written(&schema, model, &text);
                assert_eq!(by_text.as_ref(), read(&schema, model, &tree).ok().as_ref(), "{text}");
                assert_eq!(read_record(&schema, model, &record).ok(), by_text, "{text}");
                // Anything else is left to the reader of trees.
                for (at, _) in text.char_indices().skip(1).step_by(7) {
                    let broken = format!("{}{}", &text[..at], &text[at + 1..]);
                    if let Some(heap) = read_written(&schema, model, &broken) {
                        let tree: Json = serde_json::from_str(&broken).expect("it is read as JSON");
                        assert_eq!(Some(heap), read(&schema, model, &tree).ok(), "{broken}");
                    }
                }
            }
        }
    }
}
