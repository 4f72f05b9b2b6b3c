//! The states that follow one.
//!
//! *Problem.* A number of a state must not depend on how atoms are called, nor on how its followers were found. *Choice.* New
//! states are numbered in the order of the bytes of their classes. That labelling is paid for where several states are new at
//! once, and a state is found in the table by a cheaper row (`known`).

use std::collections::{BTreeMap, BTreeSet};

use korrel_lang::evaluate::ArgumentChoices;
use korrel_lang::tuples::TupleSet;
use korrel_translate::StateWords;

use super::ahead::{NearStates, TOGETHER};
use super::graph::{ClaimSearch, StateGraph};
use super::known::RowForm;
use super::labelling::StateBits;
use super::layout::pack;
use crate::search::beyond::QuestionStop;

impl StateGraph<'_> {
    /// Reads the states that come next, and computes what follows them.
    pub(super) fn look_ahead(&mut self) -> Result<(), QuestionStop> {
        let to = self.numbered().min(self.next.saturating_add(TOGETHER as u32));
        let mut rows = std::mem::take(&mut self.near.rows);
        self.read_rows(self.next, to, &mut rows)?;
        if self.actions.is_some() {
            // Names of steps are given for states as they are shown.
            rows.clear();
            for number in self.next..to {
                pack(&self.bits(number)?, &mut self.row);
                rows.extend_from_slice(&self.row);
            }
        }
        self.near.rows = rows;
        let NearStates { rows, next, denied, .. } = &mut self.near;
        next.resize_with((to - self.next) as usize, Vec::new);
        next.iter_mut().for_each(Vec::clear);
        let form = if self.actions.is_some() { &self.plain } else { &self.known.form };
        let mask = !0 >> (TOGETHER - next.len());
        let mut words = StateWords { cells: form.words(rows), mask };
        denied.clear();
        for ClaimSearch { all, window, ahead, .. } in &mut self.claims {
            let searched = ahead.read(all, window, &words, true, &self.effort);
            denied.push((ahead.that_go_on(words.mask & !searched), searched));
        }
        let searched = self.ahead.read(&self.steps, &self.window, &words, false, &self.effort);
        words.mask &= !searched;
        self.ahead.next(form, rows, &words, next);
        (self.near.searched, self.near.first) = (searched, self.next);
        Ok(())
    }

    /// The form of the rows that are near.
    fn form(&self) -> &RowForm {
        if self.actions.is_some() { &self.plain } else { &self.known.form }
    }

    /// A state that is near.
    pub(super) fn bits_at(&self, at: usize) -> StateBits {
        self.near.bits(at, self.form())
    }

    /// The states that follow one, each once. New ones are numbered in the order of their classes' bytes, so that a number
    /// does not depend on how atoms are called. `at`: its place among those that are near.
    pub(super) fn followers(
        &mut self,
        number: u32,
        at: usize,
    ) -> Result<(Vec<u32>, Vec<Vec<ArgumentChoices>>), QuestionStop> {
        let mut rows = std::mem::take(&mut self.near.next[at]);
        if self.near.searched >> at & 1 == 1 {
            self.searched += 1;
            self.enter(&self.bits_at(at));
            let (mut next, mut whole) = (StateBits::new(), Vec::new());
            while self.next_state(&mut next)? {
                pack(&next, &mut whole);
                let mut row = std::mem::take(&mut self.row);
                self.form().shorten(&whole, &mut row);
                rows.extend_from_slice(&row);
                self.row = row;
            }
        }
        let found = match self.actions {
            Some(_) => self.named_followers(number, at, &rows),
            None => Ok((self.unnamed_followers(number, &rows)?, Vec::new())),
        };
        self.near.next[at] = rows;
        found
    }

    fn unnamed_followers(&mut self, number: u32, rows: &[u8]) -> Result<Vec<u32>, QuestionStop> {
        let width = self.known.table.width();
        let mut found: Vec<u32> = Vec::with_capacity(rows.len() / width);
        let (mut new, mut whole): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
        let is_row = self.known.is_settled() || self.layout.is_labelled();
        for mut row in rows.chunks_exact(width) {
            if !is_row {
                self.known.form.lengthen(row, &mut whole);
                self.layout.row_of(&whole, &mut self.row).ok_or(QuestionStop)?;
                row = &self.row;
            }
            match self.known.table.find(row) {
                Some(follower) => found.push(follower),
                None => new.extend_from_slice(row),
            }
        }
        let mut new: Vec<&[u8]> = new.chunks_exact(width).collect();
        new.sort_unstable();
        new.dedup();
        if new.len() > 1 && self.known.is_settled() {
            self.put_in_order(&mut new)?;
        }
        found.extend(new.into_iter().map(|row| self.add(row, number)));
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Puts rows in the order of the bytes of their classes.
    fn put_in_order(&mut self, rows: &mut Vec<&[u8]>) -> Result<(), QuestionStop> {
        let (mut classes, mut whole) = (Vec::new(), Vec::new());
        for row in rows.iter() {
            self.known.form.lengthen(row, &mut whole);
            self.layout.row_of(&whole, &mut self.row).ok_or(QuestionStop)?;
            classes.extend_from_slice(&self.row);
        }
        let classes = classes.chunks_exact(self.row.len());
        let mut ordered: Vec<(&[u8], &[u8])> = classes.zip(rows.iter().copied()).collect();
        ordered.sort_unstable();
        *rows = ordered.into_iter().map(|(_, row)| row).collect();
        Ok(())
    }

    fn named_followers(
        &mut self,
        number: u32,
        at: usize,
        rows: &[u8],
    ) -> Result<(Vec<u32>, Vec<Vec<ArgumentChoices>>), QuestionStop> {
        let bits = self.bits_at(at);
        // By the bytes of their classes.
        let mut followers: BTreeMap<Vec<u8>, (Vec<u8>, Vec<ArgumentChoices>)> = BTreeMap::new();
        let next: BTreeSet<&[u8]> = rows.chunks_exact(self.plain.width()).collect();
        for next in next {
            let next = self.plain.bits(next);
            self.layout.row(&next, &mut self.row).ok_or(QuestionStop)?;
            if !followers.contains_key(&self.row) {
                let mut row = Vec::new();
                self.known.row_of(&mut self.layout, &next, &mut row).ok_or(QuestionStop)?;
                followers.insert(self.row.clone(), (row, Vec::new()));
            }
            if let Some(taken) = self.taken(&bits, &next) {
                add_choices(&mut followers.get_mut(&self.row).expect("it is there").1, taken);
            }
        }
        let mut found: Vec<(u32, Vec<ArgumentChoices>)> = followers
            .into_values()
            .map(|(row, choices)| (self.add(&row, number), choices))
            .collect();
        found.sort_unstable_by_key(|(follower, _)| *follower);
        Ok(found.into_iter().unzip())
    }

    /// The number of a state that follows another one.
    fn add(&mut self, row: &[u8], from: u32) -> u32 {
        let (number, is_new) = self.known.table.insert(row);
        if is_new {
            self.parents.push(from);
        }
        number
    }
}

/// Adds the choices of another step. They stay in the order of the first parameter's values, then of the second's. Of
/// two sets, that without the last tuple that only the other one has comes first.
fn add_choices(all: &mut Vec<ArgumentChoices>, taken: Vec<ArgumentChoices>) {
    all.resize(taken.len(), ArgumentChoices::new());
    for (all, taken) in all.iter_mut().zip(taken) {
        for choice in taken {
            if !all.contains(&choice) {
                all.push(choice);
            }
        }
        all.sort_by_cached_key(|choice| {
            let descending = |value: &TupleSet| {
                let mut indices: Vec<usize> = value.indices().collect();
                indices.reverse();
                indices
            };
            choice.iter().map(descending).collect::<Vec<_>>()
        });
    }
}
