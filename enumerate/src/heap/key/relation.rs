//! Relations in the text: arrays of tuples.
//!
//! Column by column: which atom comes first in the first column, which after it in the second, ….
//! The last column is a set, whose objects may share their numbers. In the others one object is
//! settled after the other. They ascend, so a number that is taken within a tuple can leave none
//! for what must be greater. That takes more than ten objects, or two types in one top-level sig,
//! and does not happen then as a rule. Where it does, all is written again, and every object of
//! these columns gets its number, whichever it may be, before the relation begins.

use super::least::{LeastText, Leave};
use super::script::{KeyToken, ScriptTuples};
use super::set::next_in_order;
use super::writing::{NumberedObject, RowWriter, Writing};

impl LeastText {
    pub(super) fn put_relation(&mut self, state: &mut Writing, at: usize) -> Result<(), Leave> {
        let tuples = std::mem::take(&mut self.script.relations[at]);
        let put = self.put_tuples(state, &tuples);
        self.script.relations[at] = tuples;
        put
    }

    fn put_tuples(&mut self, state: &mut Writing, tuples: &ScriptTuples) -> Result<(), Leave> {
        if state.rows.is_empty() {
            if self.is_cautious {
                number_first_columns(state, tuples)?;
            }
            state.rows.push(RowWriter { left: (0..tuples.len() as u32).collect(), last: None });
        }
        while let Some(rows) = state.rows.last() {
            let column = state.rows.len() - 1;
            if rows.left.is_empty() {
                state.rows.pop();
            } else if column + 1 == tuples.arity {
                self.put_last_column(state, tuples)?;
            } else {
                let next = self.next_token(state, tuples, column)?;
                let rows = state.rows.last_mut().expect("it was looked at");
                let (begun, left) =
                    rows.left.iter().partition(|&&row| *tuples.token(row, column) == next);
                rows.left = left;
                state.rows.push(RowWriter { left: begun, last: None });
            }
        }
        state.has_items = false;
        Ok(())
    }

    /// The next token in a column that is not the last one.
    fn next_token(
        &mut self,
        state: &mut Writing,
        tuples: &ScriptTuples,
        column: usize,
    ) -> Result<KeyToken, Leave> {
        let rows = state.rows.last().expect("a relation has rows");
        let tokens = rows.left.iter().map(|&row| tuples.token(row, column));
        let mut objects: Vec<u32> = tokens.clone().filter_map(KeyToken::object).collect();
        let Some(top) = objects.iter().map(|&object| self.types[object as usize].top).min() else {
            let least = tokens.min_by_key(|token| token.rank()).expect("there are rows");
            return Ok(least.clone());
        };
        objects.retain(|&object| self.types[object as usize].top == top);
        objects.sort_unstable();
        objects.dedup();
        let last = rows.last.filter(|(of, _)| *of == top).map(|(_, number)| number);
        let classes = self.classes(&state.cells, &objects);
        let Some((class, number)) = next_in_order(&state.cells, &classes, last) else {
            self.is_stuck = true;
            return Err(Leave::Worse);
        };
        let object = match classes[class].objects[..] {
            [object] => object,
            ref several => {
                return Err(Leave::Choose(several.iter().map(|&one| (one, number)).collect()));
            }
        };
        if state.cells.number(object).is_none() {
            state.cells.split_off(object, number);
        }
        state.rows.last_mut().expect("a relation has rows").last = Some((top, number));
        Ok(KeyToken::Id(object))
    }

    /// Writes all tuples that are left of some that differ in the last column only.
    fn put_last_column(&mut self, state: &mut Writing, tuples: &ScriptTuples) -> Result<(), Leave> {
        let rows = std::mem::take(&mut state.rows.last_mut().expect("it has rows").left);
        let begin = self.beginning(state, tuples, rows[0]);
        let last = tuples.arity - 1;
        let mut objects: Vec<u32> =
            rows.iter().filter_map(|&row| tuples.token(row, last).object()).collect();
        objects.sort_unstable_by_key(|&object| (self.types[object as usize].top, object));
        let mut has_items = state.has_items;
        self.put_set(state, &objects, &mut |search, object, number, _| {
            search.put_comma(&mut has_items)?;
            search.put(&begin)?;
            search.put_id(object, number)?;
            search.put(b"]")
        })?;
        let mut plain: Vec<&KeyToken> = rows.iter().map(|&row| tuples.token(row, last)).collect();
        plain.retain(|token| token.object().is_none());
        plain.sort_unstable_by_key(|token| token.rank());
        for token in plain {
            self.put_comma(&mut has_items)?;
            self.put(&begin)?;
            self.put_token(state, token)?;
            self.put(b"]")?;
        }
        state.has_items = has_items;
        Ok(())
    }

    /// A tuple up to its last column.
    fn beginning(&self, state: &Writing, tuples: &ScriptTuples, row: u32) -> Vec<u8> {
        let mut text = vec![b'['];
        for column in 0..tuples.arity - 1 {
            text.extend_from_slice(&self.text_of(&state.cells, tuples.token(row, column)));
            text.push(b',');
        }
        text
    }
}

/// Lets the objects of all columns but the last have any number, one after the other.
fn number_first_columns(state: &Writing, tuples: &ScriptTuples) -> Result<(), Leave> {
    for row in 0..tuples.len() as u32 {
        let tokens = (0..tuples.arity - 1).map(|column| tuples.token(row, column));
        for object in tokens.filter_map(KeyToken::object) {
            if state.cells.number(object).is_none() {
                let numbers = state.cells.numbers(state.cells.cell_of(object)).iter().rev();
                let choices: Vec<NumberedObject> =
                    numbers.map(|&number| (object, number)).collect();
                return Err(Leave::Choose(choices));
            }
        }
    }
    Ok(())
}
