//! Values of several items: in an order of their own, each once.

use std::cmp::Ordering;

use super::super::spelling::quoted;
use super::writer::{ScriptWriter, own_id, put};
use super::{KeyToken, ScriptPiece, ScriptTuples};
use crate::heap::graph::Scalar;
use crate::heap::write::graph::key_text;

impl<'h> ScriptWriter<'_, 'h> {
    pub(super) fn set(&mut self, items: &[Scalar<'h>]) {
        self.text(b"[");
        let first = self.script.ids.len();
        self.script.ids.extend(items.iter().filter_map(|item| own_id(*item)));
        // A program may have written one twice.
        let ids = &mut self.script.ids;
        ids[first..].sort_unstable_by_key(|&object| (self.types.top_of(self.heap, object), object));
        dedup_from(ids, first);
        ids[first..].iter_mut().for_each(|object| *object = self.places[*object as usize]);
        let mut rest: Vec<Scalar> =
            items.iter().copied().filter(|item| own_id(*item).is_none()).collect();
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

    pub(super) fn map(&mut self, entries: &[(Scalar<'h>, Scalar<'h>)]) {
        self.text(b"{");
        if entries.iter().all(|(key, _)| own_id(*key).is_some()) {
            let first = self.script.entries.len();
            for &(key, value) in entries {
                let value = self.token(value);
                let key = self.id(key).expect("all keys are objects");
                self.script.entries.push((key, value));
            }
            self.script.pieces.push(ScriptPiece::Map(first..self.script.entries.len()));
        } else {
            let mut entries: Vec<_> = entries
                .iter()
                .map(|&(key, value)| (key_text(&self.heap.objects, key), value))
                .collect();
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

    pub(super) fn relation(&mut self, tuples: &[Vec<Scalar<'h>>]) {
        let mut values: Vec<Scalar> =
            tuples.iter().flatten().copied().filter(|item| own_id(*item).is_none()).collect();
        values.sort_unstable_by(|a, b| self.types.compare(*a, *b));
        values.dedup_by(|a, b| self.types.compare(*a, *b).is_eq());
        let texts: Vec<KeyToken> = values.iter().map(|&value| self.token(value)).collect();
        let token = |&scalar: &Scalar<'h>| match self.id(scalar) {
            Some(object) => KeyToken::Id(object),
            None => {
                let rank = values
                    .partition_point(|&other| self.types.compare(other, scalar) == Ordering::Less);
                let KeyToken::Text(_, text) = &texts[rank] else { unreachable!("it is no object") };
                KeyToken::Text(rank as u32, text.clone())
            }
        };
        let mut rows: Vec<Vec<KeyToken>> =
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
}

fn rank_of(token: &KeyToken) -> (bool, u32) {
    match token {
        KeyToken::Id(object) => (false, *object),
        KeyToken::Text(rank, _) => (true, *rank),
    }
}

fn dedup_from(ids: &mut Vec<u32>, first: usize) {
    let mut tail = ids.split_off(first);
    tail.dedup();
    ids.append(&mut tail);
}
