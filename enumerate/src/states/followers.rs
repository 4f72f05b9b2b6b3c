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
use super::graph::{ClaimSearch, StateGraph, ViolatedClaim};
use super::known::RowForm;
use super::labelling::StateBits;
use super::layout::pack;
use super::table::RowTable;
use crate::search::beyond::QuestionStop;

/// A state that was looked at: all of it that is no matter of numbers.
pub(super) struct SeenState {
    pub violated: Vec<ViolatedClaim>,
    /// `None` where they were not looked for.
    pub followers: Option<Followers>,
    pub is_searched: bool,
}

/// The next states of one.
pub(super) enum Followers {
    Unnamed {
        /// Those that are in the table.
        known: Vec<u32>,
        /// The rows of the others, each once, in order.
        new: Vec<u8>,
    },
    /// In the order of their classes' bytes, with the arguments of the steps that lead to each.
    Named(Vec<(Vec<u8>, Vec<ArgumentChoices>)>),
}

impl StateGraph<'_> {
    /// Looks at the state that comes next. `end`: the number behind the last state of its depth. `is_left`: its next states
    /// are wanted.
    pub(super) fn seen(
        &mut self,
        end: u32,
        is_first: bool,
        is_left: bool,
    ) -> Result<SeenState, QuestionStop> {
        if let Some(seen) = self.seen_together(end, is_first, is_left)? {
            return Ok(seen);
        }
        if (self.next - self.near.first) as usize >= self.near.next.len() {
            self.look_ahead()?;
        }
        let at = (self.next - self.near.first) as usize;
        let table = self.known.table.take();
        let seen = self.see(at, is_first, is_left, &table);
        self.known.table = table;
        seen
    }

    /// Reads the states that come next, and computes what follows them.
    fn look_ahead(&mut self) -> Result<(), QuestionStop> {
        let to = self.numbered().min(self.next.saturating_add(TOGETHER as u32));
        let mut rows = std::mem::take(&mut self.near.rows);
        self.read_rows(self.next, to, &mut rows)?;
        self.look_at(rows);
        self.near.first = self.next;
        Ok(())
    }

    /// Looks at states by their rows in the table, at most [`TOGETHER`].
    pub(super) fn see_block(
        &mut self,
        rows: &[u8],
        is_first: bool,
        is_left: bool,
        table: &RowTable,
    ) -> Result<Vec<SeenState>, QuestionStop> {
        self.look_at(rows.to_vec());
        let states = 0..self.near.next.len();
        states.map(|at| self.see(at, is_first, is_left, table)).collect()
    }

    /// Computes what follows states. `rows`: those that the table has.
    fn look_at(&mut self, mut rows: Vec<u8>) {
        if self.actions.is_some() {
            // Names of steps are given for states as they are shown.
            let mut shown = Vec::new();
            for row in rows.chunks_exact(self.known.form.width()) {
                pack(&self.layout.shown(self.known.form.bits(row)), &mut self.row);
                shown.extend_from_slice(&self.row);
            }
            rows = shown;
        }
        self.near.rows = rows;
        let NearStates { rows, next, denied, .. } = &mut self.near;
        let form = if self.actions.is_some() { &self.plain } else { &self.known.form };
        next.resize_with(rows.len() / form.width(), Vec::new);
        next.iter_mut().for_each(Vec::clear);
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
        self.near.searched = searched;
    }

    /// Looks at a state by its place among those that are near.
    fn see(
        &mut self,
        at: usize,
        is_first: bool,
        is_left: bool,
        table: &RowTable,
    ) -> Result<SeenState, QuestionStop> {
        let violated = self.violated(at, is_first)?;
        let followers = if is_left { Some(self.followers(at, table)?) } else { None };
        let is_searched = is_left && self.near.searched >> at & 1 == 1;
        Ok(SeenState { violated, followers, is_searched })
    }

    /// The form of the rows that are near.
    fn form(&self) -> &RowForm {
        if self.actions.is_some() { &self.plain } else { &self.known.form }
    }

    /// A state that is near.
    pub(super) fn bits_at(&self, at: usize) -> StateBits {
        self.near.bits(at, self.form())
    }

    /// The states that follow one. `at`: its place among those that are near.
    fn followers(&mut self, at: usize, table: &RowTable) -> Result<Followers, QuestionStop> {
        let mut rows = std::mem::take(&mut self.near.next[at]);
        if self.near.searched >> at & 1 == 1 {
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
            Some(_) => self.named_followers(at, &rows),
            None => self.unnamed_followers(&rows, table),
        };
        self.near.next[at] = rows;
        found
    }

    fn unnamed_followers(
        &mut self,
        rows: &[u8],
        table: &RowTable,
    ) -> Result<Followers, QuestionStop> {
        let width = table.width();
        let mut known: Vec<u32> = Vec::with_capacity(rows.len() / width);
        let (mut new, mut whole): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
        let is_row = self.known.is_settled() || self.layout.is_labelled();
        for mut row in rows.chunks_exact(width) {
            if !is_row {
                self.known.form.lengthen(row, &mut whole);
                self.layout.row_of(&whole, &mut self.row).ok_or(QuestionStop)?;
                row = &self.row;
            }
            match table.find(row) {
                Some(follower) => known.push(follower),
                None => new.extend_from_slice(row),
            }
        }
        if new.len() > width {
            let mut ordered: Vec<&[u8]> = new.chunks_exact(width).collect();
            ordered.sort_unstable();
            ordered.dedup();
            new = ordered.concat();
        }
        Ok(Followers::Unnamed { known, new })
    }

    /// The numbers of the states that follow one, each once. New ones are numbered in the order of their classes' bytes, so
    /// that a number does not depend on how atoms are called.
    pub(super) fn numbers_of(
        &mut self,
        followers: Followers,
    ) -> Result<(Vec<u32>, Vec<Vec<ArgumentChoices>>), QuestionStop> {
        let (mut found, new) = match followers {
            Followers::Unnamed { known, new } => (known, new),
            Followers::Named(named) => {
                let add = |(row, choices): (Vec<u8>, _)| (self.add(&row), choices);
                let mut found: Vec<(u32, Vec<ArgumentChoices>)> =
                    named.into_iter().map(add).collect();
                found.sort_unstable_by_key(|(follower, _)| *follower);
                return Ok(found.into_iter().unzip());
            }
        };
        let mut new: Vec<&[u8]> = new.chunks_exact(self.known.table.width()).collect();
        if new.len() > 1 && self.known.is_settled() {
            // Since it was looked at, others may have led there.
            new.retain(|row| {
                let number = self.known.table.find(row);
                found.extend(number);
                number.is_none()
            });
            self.put_in_order(&mut new)?;
        }
        found.extend(new.into_iter().map(|row| self.add(row)));
        found.sort_unstable();
        found.dedup();
        Ok((found, Vec::new()))
    }

    /// Puts rows in the order of the bytes of their classes.
    fn put_in_order(&mut self, rows: &mut Vec<&[u8]>) -> Result<(), QuestionStop> {
        if rows.len() < 2 {
            return Ok(());
        }
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

    fn named_followers(&mut self, at: usize, rows: &[u8]) -> Result<Followers, QuestionStop> {
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
        Ok(Followers::Named(followers.into_values().collect()))
    }

    /// The number of a state that follows the one that is looked at.
    fn add(&mut self, row: &[u8]) -> u32 {
        let (number, is_new) = self.known.table.insert(row);
        if is_new {
            self.parents.push(self.next);
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
