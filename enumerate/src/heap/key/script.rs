//! A heap's text with holes where the ids of its objects stand.

use std::cmp::Ordering;
use std::ops::Range;

use super::super::graph::{HeapGraph, HeapValue, Object, Scalar};
use super::super::write::graph::{key_text, write_plain};
use super::KeyTypes;
use super::spelling::quoted;

/// Text that does not depend on how objects are called: a range of [`Script::bytes`].
pub type Text = Range<usize>;

#[derive(Clone, Debug)]
pub enum ScriptPiece {
    Text(Text),
    /// The id of an object.
    Id(u32),
    /// The elements of an array, without its brackets: ids in the order of the objects, then what is
    /// in `rest`, with commas.
    Set {
        ids: Range<usize>,
        rest: Text,
    },
    /// The entries of a map whose keys are objects, without braces: a range of `entries`.
    Map(Range<usize>),
    /// The tuples of an array, without its brackets.
    Relation(usize),
}

/// A value in a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    Id(u32),
    /// With its place among the values of its relation, or 0.
    Text(u32, Text),
}

#[derive(Clone, Debug, Default)]
pub struct ScriptTuples {
    pub arity: usize,
    /// Tuple after tuple.
    pub tokens: Vec<Token>,
}

impl Token {
    pub fn object(&self) -> Option<u32> {
        match self {
            Token::Id(object) => Some(*object),
            Token::Text(..) => None,
        }
    }

    /// The order of values that are no objects.
    pub fn rank(&self) -> u32 {
        match self {
            Token::Id(_) => 0,
            Token::Text(rank, _) => *rank,
        }
    }
}

impl ScriptTuples {
    pub fn len(&self) -> usize {
        self.tokens.len().checked_div(self.arity).unwrap_or(0)
    }

    pub fn token(&self, row: u32, column: usize) -> &Token {
        &self.tokens[row as usize * self.arity + column]
    }
}

/// Invariant: ranges are of `bytes`, `ids` and `entries`.
#[derive(Debug, Default)]
pub struct Script {
    pub bytes: Vec<u8>,
    pub ids: Vec<u32>,
    pub entries: Vec<(u32, Token)>,
    pub relations: Vec<ScriptTuples>,
    pub pieces: Vec<ScriptPiece>,
    /// What follows each object's id; last, what follows all objects.
    pub parts: Vec<Range<usize>>,
}

/// A script that is being written.
struct ScriptWriter<'s, 'h> {
    script: &'s mut Script,
    heap: &'h HeapGraph<'h>,
    types: &'s KeyTypes,
}

impl Script {
    /// `types`: the names of types and enum values.
    pub fn fill(&mut self, heap: &HeapGraph<'_>, types: &KeyTypes) {
        self.bytes.clear();
        self.ids.clear();
        self.entries.clear();
        self.relations.clear();
        self.pieces.clear();
        self.parts.clear();
        let mut writer = ScriptWriter { script: self, heap, types };
        for object in &heap.objects {
            writer.part(|writer| writer.object(object));
        }
        writer.part(ScriptWriter::end);
    }
}

impl<'h> ScriptWriter<'_, 'h> {
    fn part(&mut self, write: impl FnOnce(&mut Self)) {
        let start = self.script.pieces.len();
        write(self);
        self.script.parts.push(start..self.script.pieces.len());
    }

    fn object(&mut self, object: &'h Object<'h>) {
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

    /// What follows the objects.
    fn end(&mut self) {
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

    fn set(&mut self, items: &[Scalar<'h>]) {
        self.text(b"[");
        let first = self.script.ids.len();
        self.script.ids.extend(items.iter().filter_map(|item| id(*item)));
        // A program may have written one twice.
        let ids = &mut self.script.ids;
        ids[first..].sort_unstable_by_key(|&object| (self.types.top_of(self.heap, object), object));
        dedup_from(ids, first);
        let mut rest: Vec<Scalar> =
            items.iter().copied().filter(|item| id(*item).is_none()).collect();
        rest.sort_unstable_by(|a, b| self.types.compare(*a, *b));
        rest.dedup_by(|a, b| self.types.compare(*a, *b).is_eq());
        let start = self.script.bytes.len();
        for (at, scalar) in rest.into_iter().enumerate() {
            if at > 0 {
                self.script.bytes.push(b',');
            }
            put(&mut self.script.bytes, scalar);
        }
        let piece = ScriptPiece::Set {
            ids: first..self.script.ids.len(),
            rest: start..self.script.bytes.len(),
        };
        self.script.pieces.push(piece);
        self.text(b"]");
    }

    fn map(&mut self, entries: &[(Scalar<'h>, Scalar<'h>)]) {
        self.text(b"{");
        if entries.iter().all(|(key, _)| id(*key).is_some()) {
            let first = self.script.entries.len();
            for &(key, value) in entries {
                let value = self.token(value);
                self.script.entries.push((id(key).expect("all keys are objects"), value));
            }
            self.script.pieces.push(ScriptPiece::Map(first..self.script.entries.len()));
        } else {
            let mut entries: Vec<_> =
                entries.iter().map(|&(key, value)| (key_text(self.heap, key), value)).collect();
            entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
            for (at, (key, value)) in entries.into_iter().enumerate() {
                let mut name = quoted(&key);
                name.extend_from_slice(b"\":");
                self.text(if at > 0 { b"," } else { b"" });
                self.text(&name);
                self.scalar(value);
            }
        }
        self.text(b"}");
    }

    fn relation(&mut self, tuples: &[Vec<Scalar<'h>>]) {
        let mut values: Vec<Scalar> =
            tuples.iter().flatten().copied().filter(|item| id(*item).is_none()).collect();
        values.sort_unstable_by(|a, b| self.types.compare(*a, *b));
        values.dedup_by(|a, b| self.types.compare(*a, *b).is_eq());
        let texts: Vec<Token> = values.iter().map(|&value| self.token(value)).collect();
        let token = |&scalar: &Scalar<'h>| match id(scalar) {
            Some(object) => Token::Id(object),
            None => {
                let rank = values
                    .partition_point(|&other| self.types.compare(other, scalar) == Ordering::Less);
                let Token::Text(_, text) = &texts[rank] else { unreachable!("it is no object") };
                Token::Text(rank as u32, text.clone())
            }
        };
        let mut rows: Vec<Vec<Token>> =
            tuples.iter().map(|tuple| tuple.iter().map(token).collect()).collect();
        // A program may have written one twice.
        rows.sort_unstable_by_key(|row| row.iter().map(rank_of).collect::<Vec<_>>());
        rows.dedup();
        let arity = rows.first().map_or(0, Vec::len);
        let tokens = rows.into_iter().flatten().collect();
        self.script.relations.push(ScriptTuples { arity, tokens });
        self.text(b"[");
        self.script.pieces.push(ScriptPiece::Relation(self.script.relations.len() - 1));
        self.text(b"]");
    }

    fn scalar(&mut self, scalar: Scalar<'h>) {
        match self.token(scalar) {
            Token::Id(object) => self.script.pieces.push(ScriptPiece::Id(object)),
            Token::Text(_, text) => self.piece(text),
        }
    }

    fn token(&mut self, scalar: Scalar<'h>) -> Token {
        if let Some(object) = id(scalar) {
            return Token::Id(object);
        }
        let start = self.script.bytes.len();
        put(&mut self.script.bytes, scalar);
        Token::Text(0, start..self.script.bytes.len())
    }

    /// The name of a member, the `at`-th one of an object.
    fn name(&mut self, name: &str, at: usize, open: u8) {
        let mut text = quoted(name);
        text.insert(0, if at > 0 { b',' } else { open });
        text.extend_from_slice(b"\":");
        self.text(&text);
    }

    fn text(&mut self, text: &[u8]) {
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

fn id(scalar: Scalar<'_>) -> Option<u32> {
    match scalar {
        Scalar::Reference(object) => Some(object as u32),
        _ => None,
    }
}

/// A value that is no object. Strings are escaped as little as JSON allows, whatever a stream does.
fn put(out: &mut Vec<u8>, scalar: Scalar<'_>) {
    match scalar {
        Scalar::Enum(_, text) | Scalar::String(text) => {
            out.extend_from_slice(&quoted(text));
            out.push(b'"');
        }
        scalar => write_plain(out, scalar),
    }
}

fn rank_of(token: &Token) -> (bool, u32) {
    match token {
        Token::Id(object) => (false, *object),
        Token::Text(rank, _) => (true, *rank),
    }
}

fn dedup_from(ids: &mut Vec<u32>, first: usize) {
    let mut tail = ids.split_off(first);
    tail.dedup();
    ids.append(&mut tail);
}
