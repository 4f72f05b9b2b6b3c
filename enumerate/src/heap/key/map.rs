//! Maps in the text whose keys are objects.

use std::ops::Range;

use super::cells::Cells;
use super::least::{LeastText, Leave};
use super::script::KeyToken;
use super::set::{CellObjects, divide};
use super::writing::{RowWriter, Writing};

/// A map's entry: its key, and its value as text.
type MapEntry = (u32, Vec<u8>);

impl LeastText {
    /// The entries of a map, by key.
    pub(super) fn put_map(
        &mut self,
        state: &mut Writing,
        entries: Range<usize>,
    ) -> Result<(), Leave> {
        let entries = self.script.entries[entries].to_vec();
        let is_known = |(_, value): &(u32, KeyToken)| {
            value.object().is_none_or(|object| state.cells.number(object).is_some())
        };
        if state.rows.is_empty() {
            if entries.iter().all(is_known) {
                return self.put_known_map(state, &entries);
            }
            state.rows.push(RowWriter { left: (0..entries.len() as u32).collect(), last: None });
        }
        loop {
            let rows = state.rows.last().expect("a map has rows");
            let keys: Vec<u32> = rows.left.iter().map(|&at| entries[at as usize].0).collect();
            let Some(next) = self.least_id(&state.cells, keys.iter().copied()) else { break };
            let (key, number) = self.settle(state, next, |other| keys.contains(&other))?;
            let rows = state.rows.last_mut().expect("a map has rows");
            rows.left.retain(|&at| entries[at as usize].0 != key);
            self.put_comma(&mut state.has_items)?;
            self.put_id(key, number)?;
            self.put(b":")?;
            let (_, value) = entries.iter().find(|entry| entry.0 == key).expect("it is a key");
            self.put_token(state, value)?;
        }
        state.rows.pop();
        state.has_items = false;
        Ok(())
    }

    /// A map whose values have their text: of the keys that could have a number, one of the least
    /// value gets it. Those of one value share their numbers.
    fn put_known_map(
        &mut self,
        state: &mut Writing,
        entries: &[(u32, KeyToken)],
    ) -> Result<(), Leave> {
        let entry = |(key, value): &(u32, KeyToken)| (*key, self.text_of(&state.cells, value));
        let mut left: Vec<MapEntry> = entries.iter().map(entry).collect();
        left.sort_unstable_by(|a, b| a.1.cmp(&b.1));
        let mut cells = Cells::default();
        cells.copy(&state.cells);
        let mut classes: Vec<(CellObjects, Vec<u8>)> = Vec::new();
        while let Some(least) = self.least_id(&cells, left.iter().map(|entry| entry.0)) {
            let rank = self.types[least as usize].rank;
            let could_be = |entry: &MapEntry| {
                cells.cell_of(entry.0) == cells.cell_of(least)
                    && self.types[entry.0 as usize].rank == rank
            };
            let (key, value) = left.remove(left.iter().position(could_be).expect("it could"));
            let number = cells.least(key);
            self.put_comma(&mut state.has_items)?;
            self.put_id(key, number)?;
            self.put(b":")?;
            self.put(&value)?;
            cells.split_off(key, number);
            let class = self.classes(&state.cells, &[key]).pop().expect("one object has a class");
            match classes.iter_mut().find(|(other, of)| other.is_alike(&class) && *of == value) {
                Some((class, _)) => class.add(key, number),
                None => {
                    classes.push((class, value));
                    let (class, _) = classes.last_mut().expect("it was added");
                    class.taken.push(number);
                }
            }
        }
        let classes: Vec<CellObjects> = classes.into_iter().map(|(class, _)| class).collect();
        divide(&mut state.cells, &classes);
        state.has_items = false;
        Ok(())
    }
}
