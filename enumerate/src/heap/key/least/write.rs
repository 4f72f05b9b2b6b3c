//! A text is written as far as the next object is known.

use std::cmp::Ordering;
use std::sync::Arc;

use super::super::cells::Cells;
use super::super::script::ScriptPiece;
use super::super::spelling::by_spelling;
use super::super::writing::{NumberedObject, Writing};
use super::{BEGIN, LeastText, Leave};

impl LeastText {
    /// Goes on with the text until there is a choice.
    pub(super) fn write(&mut self, state: &mut Writing) -> Result<(), Leave> {
        loop {
            self.steps += 1;
            let Some(part) = state.part else {
                self.next_object(state)?;
                continue;
            };
            let pieces = self.script.parts[part as usize].clone();
            let Some(at) = pieces.clone().nth(state.piece) else {
                if part == self.script.of[state.heap].1 {
                    if state.heap + 1 == self.script.of.len() {
                        return self.put(self.close.as_bytes());
                    }
                    state.begin_heap(state.heap + 1);
                    self.put(b",")?;
                    self.put(BEGIN)?;
                    continue;
                }
                (state.part, state.piece) = (None, 0);
                continue;
            };
            match self.script.pieces[at].clone() {
                ScriptPiece::Text(text) => self.put_text(text)?,
                ScriptPiece::Id(object) => self.put_any_id(state, object)?,
                ScriptPiece::Set { ids, rest } => {
                    let has_ids = !ids.is_empty();
                    let ids = self.script.ids[ids].to_vec();
                    self.put_set(state, &ids, &mut |search, object, number, at| {
                        search.put(if at > 0 { b"," } else { b"" })?;
                        search.put_id(object, number)
                    })?;
                    if has_ids && !rest.is_empty() {
                        self.put(b",")?;
                    }
                    self.put_text(rest)?;
                }
                ScriptPiece::Map(entries) => self.put_map(state, entries)?,
                ScriptPiece::Relation(tuples) => self.put_relation(state, tuples)?,
            }
            state.piece += 1;
        }
    }

    /// Begins the object whose id is the least: types come by name, and objects of one type by number,
    /// as both are spelled.
    fn next_object(&mut self, state: &mut Writing) -> Result<(), Leave> {
        let present = &self.present[state.heap];
        while present.get(state.ty).is_some_and(|ty| state.written == ty.objects) {
            (state.ty, state.written, state.looked_at) = (state.ty + 1, 0, 0);
        }
        let Some(ty) = present.get(state.ty) else {
            state.part = Some(self.script.of[state.heap].1);
            return Ok(());
        };
        let (rank, base, numbers) = (ty.rank, ty.base, Arc::clone(&ty.numbers));
        let is_first = state.ty == 0 && state.written == 0;
        loop {
            let number = numbers[state.looked_at];
            let cell = state.cells.objects(state.cells.cell_with(base, number));
            let (parts, _) = &self.script.of[state.heap];
            let fits = |&&object: &&u32| {
                self.types[object as usize].rank == rank && parts[object as usize].is_some()
            };
            let choices: Vec<NumberedObject> =
                cell.iter().filter(fits).map(|&object| (object, number)).collect();
            match choices[..] {
                [] => {}
                [(object, _)] => {
                    if cell.len() > 1 {
                        state.cells.split_off(object, number);
                    }
                    (state.written, state.part) = (state.written + 1, parts[object as usize]);
                    self.put(if is_first { b"" } else { b"," })?;
                    self.put_id(object, number)?;
                }
                [(object, _), ..] => {
                    let text = self.alike(state, choices)?;
                    state.written += 1;
                    state.looked_at += 1;
                    self.put(if is_first { b"" } else { b"," })?;
                    self.put_id(object, number)?;
                    return self.put(&text);
                }
            }
            state.looked_at += 1;
            if state.part.is_some() {
                return Ok(());
            }
        }
    }

    /// The object that can have the least id of some.
    pub(in crate::heap::key) fn least_id(
        &self,
        cells: &Cells,
        objects: impl Iterator<Item = u32>,
    ) -> Option<u32> {
        let mut least: Option<(u32, u32, u32)> = None;
        for object in objects {
            let (rank, number) = (self.types[object as usize].rank, cells.least(object));
            let is_less = least.is_none_or(|(_, other, than)| {
                rank.cmp(&other).then_with(|| by_spelling(number, than)) == Ordering::Less
            });
            if is_less {
                least = Some((object, rank, number));
            }
        }
        Some(least?.0)
    }

    /// Gives the least number of an object's cell to it, unless another object of its type that is
    /// `allowed` could have it: then one is to be chosen.
    pub(in crate::heap::key) fn settle(
        &mut self,
        state: &mut Writing,
        object: u32,
        allowed: impl Fn(u32) -> bool,
    ) -> Result<NumberedObject, Leave> {
        let number = state.cells.least(object);
        if state.cells.number(object).is_none() {
            let rank = self.types[object as usize].rank;
            let fits = |&other: &u32| self.types[other as usize].rank == rank && allowed(other);
            let cell = state.cells.objects(state.cells.cell_of(object));
            let choices: Vec<NumberedObject> =
                cell.iter().copied().filter(fits).map(|other| (other, number)).collect();
            if choices.len() > 1 {
                return Err(Leave::Choose(choices));
            }
            state.cells.split_off(object, number);
        }
        Ok((object, number))
    }
}
