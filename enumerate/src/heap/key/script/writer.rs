//! Writes the script of a heap.

use super::super::KeyTypes;
use super::super::spelling::quoted;
use super::{KeyToken, Script, ScriptPiece, Text};
use crate::heap::graph::{HeapGraph, HeapValue, Object, Scalar};
use crate::heap::write::graph::write_plain;

/// A script that is being written.
pub(super) struct ScriptWriter<'s, 'h> {
    pub(super) script: &'s mut Script,
    pub(super) heap: &'h HeapGraph<'h>,
    /// The place of each of its objects among those of all heaps.
    pub(super) places: &'s [u32],
    pub(super) types: &'s KeyTypes,
}

impl<'h> ScriptWriter<'_, 'h> {
    /// Writes a part, and says which one it is.
    pub(super) fn part(&mut self, write: impl FnOnce(&mut Self)) -> u32 {
        let start = self.script.pieces.len();
        write(self);
        self.script.parts.push(start..self.script.pieces.len());
        self.script.parts.len() as u32 - 1
    }

    pub(super) fn object(&mut self, object: &'h Object<'h>) {
        let mut fields: Vec<(&str, Option<&HeapValue>)> =
            object.fields.iter().map(|(name, value)| (*name, Some(value))).collect();
        fields.push(("$type", None));
        fields.sort_unstable_by_key(|(name, _)| *name);
        self.text(b":");
        for (at, (name, value)) in fields.into_iter().enumerate() {
            self.name(name, at, b'{');
            match value {
                Some(value) => self.value(value),
                None => self.scalar(Scalar::String(object.type_name)),
            }
        }
        self.text(b"}");
    }

    /// Ends the part that follows the objects.
    pub(super) fn end(&mut self) {
        self.text(b"}");
        if !self.heap.relations.is_empty() {
            self.text(b",\"relations\":");
            self.values(&self.heap.relations);
        }
        self.text(b",\"roots\":");
        self.values(&self.heap.roots);
        if !self.heap.sets.is_empty() {
            let mut sets: Vec<&(&str, Vec<Scalar>)> = self.heap.sets.iter().collect();
            sets.sort_unstable_by_key(|(name, _)| *name);
            self.text(b",\"sets\":");
            for (at, (name, set)) in sets.into_iter().enumerate() {
                self.name(name, at, b'{');
                self.set(set);
            }
            self.text(b"}");
        }
        self.text(b"}");
    }

    fn values(&mut self, values: &'h [(&'h str, HeapValue<'h>)]) {
        let mut values: Vec<&(&str, HeapValue)> = values.iter().collect();
        values.sort_unstable_by_key(|(name, _)| *name);
        if values.is_empty() {
            return self.text(b"{}");
        }
        for (at, (name, value)) in values.into_iter().enumerate() {
            self.name(name, at, b'{');
            self.value(value);
        }
        self.text(b"}");
    }

    fn value(&mut self, value: &'h HeapValue<'h>) {
        match value {
            HeapValue::Null => self.text(b"null"),
            HeapValue::Scalar(scalar) => self.scalar(*scalar),
            HeapValue::Set(items) => self.set(items),
            HeapValue::Sequence(items) => {
                self.text(b"[");
                for (at, &item) in items.iter().enumerate() {
                    self.text(if at > 0 { b"," } else { b"" });
                    self.scalar(item);
                }
                self.text(b"]");
            }
            HeapValue::Map(entries) => self.map(entries),
            HeapValue::Relation(tuples) => self.relation(tuples),
        }
    }

    pub(super) fn scalar(&mut self, scalar: Scalar<'h>) {
        match self.token(scalar) {
            KeyToken::Id(object) => self.script.pieces.push(ScriptPiece::Id(object)),
            KeyToken::Text(_, text) => self.piece(text),
        }
    }

    pub(super) fn token(&mut self, scalar: Scalar<'h>) -> KeyToken {
        if let Some(object) = self.id(scalar) {
            return KeyToken::Id(object);
        }
        let start = self.script.bytes.len();
        put(&mut self.script.bytes, scalar);
        KeyToken::Text(0, start..self.script.bytes.len())
    }

    /// The place of an object among those of all heaps.
    pub(super) fn id(&self, scalar: Scalar<'_>) -> Option<u32> {
        own_id(scalar).map(|object| self.places[object as usize])
    }

    /// The name of a member, the `at`-th one of an object.
    fn name(&mut self, name: &str, at: usize, open: u8) {
        let mut text = quoted(name);
        text.insert(0, if at > 0 { b',' } else { open });
        text.extend_from_slice(b"\":");
        self.text(&text);
    }

    pub(super) fn text(&mut self, text: &[u8]) {
        let start = self.script.bytes.len();
        self.script.bytes.extend_from_slice(text);
        self.piece(start..self.script.bytes.len());
    }

    /// Texts that follow one another are one.
    fn piece(&mut self, text: Text) {
        let first = self.script.parts.last().map_or(0, |part| part.end);
        match self.script.pieces[first..].last_mut() {
            Some(ScriptPiece::Text(last)) if last.end == text.start => last.end = text.end,
            _ => self.script.pieces.push(ScriptPiece::Text(text)),
        }
    }
}

/// The place of an object in its own heap.
pub(super) fn own_id(scalar: Scalar<'_>) -> Option<u32> {
    match scalar {
        Scalar::Reference(object) => Some(object as u32),
        _ => None,
    }
}

/// A value that is no object. Strings are escaped as little as JSON allows, whatever a stream does.
pub(super) fn put(out: &mut Vec<u8>, scalar: Scalar<'_>) {
    match scalar {
        Scalar::Enum(_, text) | Scalar::String(text) => {
            out.extend_from_slice(&quoted(text));
            out.push(b'"');
        }
        scalar => write_plain(out, scalar),
    }
}
