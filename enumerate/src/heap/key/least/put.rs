//! Pieces of a text, each compared with the best text at once.

use std::cmp::Ordering;

use super::super::cells::Cells;
use super::super::script::{KeyToken, Text};
use super::super::writing::Writing;
use super::{LeastText, Leave};

impl LeastText {
    /// The id of an object, which gets its number if it has none.
    pub(in crate::heap::key) fn put_any_id(
        &mut self,
        state: &mut Writing,
        object: u32,
    ) -> Result<(), Leave> {
        let number = state.cells.least(object);
        if state.cells.number(object).is_none() {
            state.cells.split_off(object, number);
        }
        self.put_id(object, number)
    }

    pub(in crate::heap::key) fn put_token(
        &mut self,
        state: &mut Writing,
        token: &KeyToken,
    ) -> Result<(), Leave> {
        match token {
            KeyToken::Id(object) => self.put_any_id(state, *object),
            KeyToken::Text(_, text) => self.put_text(text.clone()),
        }
    }

    pub(in crate::heap::key) fn put_id(&mut self, object: u32, number: u32) -> Result<(), Leave> {
        self.put_text(self.types[object as usize].prefix.clone())?;
        if number < 10 {
            return self.put(&[b'0' + number as u8, b'"']);
        }
        self.put(format!("{number}\"").as_bytes())
    }

    /// The text of a value whose object, if it is one, has its number.
    pub(in crate::heap::key) fn text_of(&self, cells: &Cells, token: &KeyToken) -> Vec<u8> {
        match token {
            KeyToken::Text(_, text) => self.script.bytes[text.clone()].to_vec(),
            KeyToken::Id(object) => {
                let number = cells.number(*object).expect("it has its number");
                let mut text =
                    self.script.bytes[self.types[*object as usize].prefix.clone()].to_vec();
                text.extend_from_slice(format!("{number}\"").as_bytes());
                text
            }
        }
    }

    /// A comma, if there are items before.
    pub(in crate::heap::key) fn put_comma(&mut self, has_items: &mut bool) -> Result<(), Leave> {
        self.put(if std::mem::replace(has_items, true) { b"," } else { b"" })
    }

    pub(in crate::heap::key) fn put_text(&mut self, text: Text) -> Result<(), Leave> {
        let start = self.text.len();
        self.text.extend_from_slice(&self.script.bytes[text]);
        self.compare(start)
    }

    pub(in crate::heap::key) fn put(&mut self, bytes: &[u8]) -> Result<(), Leave> {
        let start = self.text.len();
        self.text.extend_from_slice(bytes);
        self.compare(start)
    }

    /// Compares the text written since with the best text.
    fn compare(&mut self, start: usize) -> Result<(), Leave> {
        if self.is_less {
            return Ok(());
        }
        let ours = &self.text[start..];
        let theirs = &self.best[start..self.best.len().min(self.text.len())];
        match ours.cmp(theirs) {
            Ordering::Less => self.is_less = true,
            Ordering::Equal => {}
            Ordering::Greater => return Err(Leave::Worse),
        }
        Ok(())
    }
}
