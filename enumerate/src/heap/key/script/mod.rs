//! A heap's text with holes where the ids of its objects stand.

mod collections;

mod writer;

use std::ops::Range;

use super::KeyTypes;
use super::subject::KeyObjects;
use crate::heap::graph::HeapGraph;
use writer::ScriptWriter;

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
pub enum KeyToken {
    Id(u32),
    /// With its place among the values of its relation, or 0.
    Text(u32, Text),
}

#[derive(Clone, Debug, Default)]
pub struct ScriptTuples {
    pub arity: usize,
    /// Tuple after tuple.
    pub tokens: Vec<KeyToken>,
}

impl KeyToken {
    pub fn object(&self) -> Option<u32> {
        match self {
            KeyToken::Id(object) => Some(*object),
            KeyToken::Text(..) => None,
        }
    }

    /// The order of values that are no objects.
    pub fn rank(&self) -> u32 {
        match self {
            KeyToken::Id(_) => 0,
            KeyToken::Text(rank, _) => *rank,
        }
    }
}

impl ScriptTuples {
    pub fn len(&self) -> usize {
        self.tokens.len().checked_div(self.arity).unwrap_or(0)
    }

    pub fn token(&self, row: u32, column: usize) -> &KeyToken {
        &self.tokens[row as usize * self.arity + column]
    }
}

/// Invariant: ranges are of `bytes`, `ids` and `entries`.
#[derive(Debug, Default)]
pub struct Script {
    pub bytes: Vec<u8>,
    pub ids: Vec<u32>,
    pub entries: Vec<(u32, KeyToken)>,
    pub relations: Vec<ScriptTuples>,
    pub pieces: Vec<ScriptPiece>,
    /// Of each heap the text after each of its objects' ids, and then the text after all objects.
    pub parts: Vec<Range<usize>>,
    /// By heap the part of each of the objects of all heaps, and the part that ends it.
    pub of: Vec<(Vec<Option<u32>>, u32)>,
}

impl Script {
    /// `types`: the names of types and enum values.
    pub fn fill(&mut self, heaps: &[HeapGraph<'_>], objects: &KeyObjects<'_>, types: &KeyTypes) {
        self.bytes.clear();
        self.ids.clear();
        self.entries.clear();
        self.relations.clear();
        self.pieces.clear();
        self.parts.clear();
        self.of.clear();
        for (heap, places) in heaps.iter().zip(&objects.places) {
            let mut part_of = vec![None; objects.all.len()];
            let mut writer = ScriptWriter { script: self, heap, places, types };
            for (object, &place) in heap.objects.iter().zip(places) {
                part_of[place as usize] = Some(writer.part(|writer| writer.object(object)));
            }
            let end = writer.part(ScriptWriter::end);
            self.of.push((part_of, end));
        }
    }
}
