//! Objects whose text is the same, whichever of them it is of.
//!
//! If the text of an object's fields is known but for its own number, it can be compared with that of others. Those of
//! the least text come first. It stays open which of them is which, as in a set. In a heap that saves the permutations
//! of objects that nothing else tells apart. In a trace something may: a later state, before which they are alike.

use super::super::cells::Cells;
use super::super::script::{KeyToken, ScriptPiece, ScriptTuples};
use super::super::writing::{NumberedObject, Writing};
use super::{LeastText, Leave};

/// Where the text of an object is known: the text, and whether it has the object's own id.
type KnownText = (Vec<u8>, bool);

/// The order of a value within a set or a column, and its text.
type OrderedText = ((bool, u32, u32), Vec<u8>);

impl LeastText {
    /// The text of the object that gets the number, if it is known for all that could.
    ///
    /// # Errors
    /// The choice between several.
    pub(super) fn alike(
        &self,
        state: &mut Writing,
        choices: Vec<NumberedObject>,
    ) -> Result<Vec<u8>, Leave> {
        let known = choices.iter().map(|&(object, number)| self.known(state, object, number));
        let Some(known) = known.collect::<Option<Vec<KnownText>>>() else {
            return Err(Leave::Choose(choices));
        };
        let has_own = known.iter().any(|(_, has_own)| *has_own);
        let (least, _) = known.iter().min_by(|(a, _), (b, _)| a.cmp(b)).expect("there are some");
        let first: Vec<NumberedObject> = choices
            .iter()
            .zip(&known)
            .filter(|(_, (text, _))| text == least)
            .map(|(choice, _)| *choice)
            .collect();
        // With another number, another text of those that have it could be the least.
        if has_own && first.len() < choices.len() {
            return if first.len() > 1 {
                Err(Leave::Choose(first))
            } else {
                Ok(self.settled(state, first[0], least))
            };
        }
        let cell = state.cells.cell_of(first[0].0);
        if first.len() < state.cells.objects(cell).len() {
            let objects: Vec<u32> = first.iter().map(|(object, _)| *object).collect();
            let numbers = state.cells.numbers(cell);
            let numbers = numbers[numbers.len() - objects.len()..].to_vec();
            state.cells.divide(cell, &[(&objects, &numbers)]);
        }
        Ok(least.clone())
    }

    fn settled(
        &self,
        state: &mut Writing,
        (object, number): NumberedObject,
        text: &[u8],
    ) -> Vec<u8> {
        state.cells.split_off(object, number);
        text.to_vec()
    }

    /// The text after the id of an object that gets a number, or `None` if it has objects that may have several.
    fn known(&self, state: &Writing, object: u32, number: u32) -> Option<KnownText> {
        let own = Own { object, number, cells: &state.cells };
        let part = self.script.of[state.heap].0[object as usize]?;
        let (mut text, mut has_own) = (Vec::new(), false);
        for piece in &self.script.pieces[self.script.parts[part as usize].clone()] {
            match piece {
                ScriptPiece::Text(range) => {
                    text.extend_from_slice(&self.script.bytes[range.clone()])
                }
                ScriptPiece::Id(id) => {
                    has_own |= *id == object;
                    text.extend(self.known_id(&own, *id)?.1);
                }
                ScriptPiece::Set { ids, rest } => {
                    let ids = &self.script.ids[ids.clone()];
                    has_own |= ids.contains(&object);
                    let items = ids.iter().map(|&id| self.known_id(&own, id));
                    let mut items = items.collect::<Option<Vec<OrderedText>>>()?;
                    items.sort_unstable();
                    let mut items: Vec<Vec<u8>> = items.into_iter().map(|(_, text)| text).collect();
                    if !rest.is_empty() {
                        items.push(self.script.bytes[rest.clone()].to_vec());
                    }
                    text.extend(items.join(&b","[..]));
                }
                ScriptPiece::Map(entries) => {
                    let entries = &self.script.entries[entries.clone()];
                    has_own |= entries
                        .iter()
                        .any(|(key, value)| *key == object || value.object() == Some(object));
                    let entry = |(key, value): &(u32, KeyToken)| {
                        let (key, value) =
                            (self.known_id(&own, *key)?.1, self.known_token(&own, value)?.1);
                        Some([&key[..], &value].join(&b":"[..]))
                    };
                    let mut entries =
                        entries.iter().map(entry).collect::<Option<Vec<Vec<u8>>>>()?;
                    entries.sort_unstable();
                    text.extend(entries.join(&b","[..]));
                }
                ScriptPiece::Relation(at) => {
                    let tuples = &self.script.relations[*at];
                    has_own |= tuples.tokens.iter().any(|token| token.object() == Some(object));
                    text.extend(self.known_tuples(&own, tuples)?);
                }
            }
        }
        Some((text, has_own))
    }

    fn known_tuples(&self, own: &Own<'_>, tuples: &ScriptTuples) -> Option<Vec<u8>> {
        let row = |row: u32| {
            let tokens =
                (0..tuples.arity).map(|column| self.known_token(own, tuples.token(row, column)));
            tokens.collect::<Option<Vec<OrderedText>>>()
        };
        let mut rows = (0..tuples.len() as u32).map(row).collect::<Option<Vec<_>>>()?;
        rows.sort_unstable();
        let array = |row: Vec<OrderedText>| {
            let cells: Vec<Vec<u8>> = row.into_iter().map(|(_, text)| text).collect();
            [b"[", &cells.join(&b","[..])[..], b"]"].concat()
        };
        Some(rows.into_iter().map(array).collect::<Vec<_>>().join(&b","[..]))
    }

    fn known_token(&self, own: &Own<'_>, token: &KeyToken) -> Option<OrderedText> {
        match token {
            KeyToken::Id(id) => self.known_id(own, *id),
            KeyToken::Text(rank, text) => {
                Some(((true, *rank, 0), self.script.bytes[text.clone()].to_vec()))
            }
        }
    }

    fn known_id(&self, own: &Own<'_>, id: u32) -> Option<OrderedText> {
        let number = if id == own.object { own.number } else { own.cells.number(id)? };
        let ty = &self.types[id as usize];
        let mut text = self.script.bytes[ty.prefix.clone()].to_vec();
        text.extend_from_slice(format!("{number}\"").as_bytes());
        Some(((false, ty.top, number), text))
    }
}

/// An object that gets a number, among all others.
struct Own<'c> {
    object: u32,
    number: u32,
    cells: &'c Cells,
}
