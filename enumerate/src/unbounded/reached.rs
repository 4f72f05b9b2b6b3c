//! The states that a command's traces go through, each as it is named.
//!
//! *Problem.* A formula may speak of one atom at different times, so two states that are the same up to renaming are not
//! the same to it. *Choice.* States are labelled, and a first one stands for all of its class: a renaming of a whole
//! trace is a trace. Where what is said speaks of no atom by its name, each state stands for its class. The search for
//! next states takes the atoms that are there for the first ones of their sig. So a state is renamed to that, the next
//! ones are renamed back, and an atom that comes is each of those that were not there.
//!
//! Where all atoms stay, and the next states are functions of the state, they are computed for 64 states at once, as in the graph
//! of [`crate::states`]. The others are searched.

use std::collections::BTreeSet;

use korrel_lang::arena::Id;
use korrel_lang::instance::Instance;
use korrel_sat::{Effort, Lit, Models, Step, Var};
use korrel_translate::{StateWords, TranslationFailure};

use super::renamings::inverse;
use crate::problem::{Meaning, Problem};
use crate::search::beyond::QuestionStop;
use crate::search::instances::{Instances, Next};
use crate::search::strategy::Strategy;
use crate::states::ahead::{StepsAhead, TOGETHER};
use crate::states::behaviours::TraceModels;
use crate::states::known::RowForm;
use crate::states::labelling::StateBits;
use crate::states::layout::{StateLayout, StateWindow, pack, unpacked};
use crate::states::system::StateSystem;
use crate::states::table::{RowTable, bytes};

/// As many steps lead to each state, taken together, before the states are given up. Where a step leaves much open one state
/// has more next ones than anybody can look at.
pub const STEPS_TO_EACH: usize = 64;

/// The states that are known so far, numbered as they were reached.
pub struct ReachedStates<'s> {
    system: &'s StateSystem,
    pub(super) layout: StateLayout<'s>,
    steps: TraceModels<'s>,
    window: StateWindow,
    table: RowTable,
    ahead: StepsAhead,
    near: NearSteps,
    /// The form of rows for what is computed.
    form: RowForm,
    literals: Vec<Lit>,
    /// A state stands for all of its class.
    of_classes: bool,
    meaning: Meaning,
    /// How many more steps may be found.
    left: usize,
    effort: Effort,
}

/// What follows the states that are looked at next.
#[derive(Default)]
struct NearSteps {
    /// The number of the first one.
    first: u32,
    rows: Vec<u8>,
    /// The rows of the next states of each, unless it is searched.
    next: Vec<Vec<u8>>,
    searched: u64,
}

impl<'s> ReachedStates<'s> {
    /// No state is known yet. No more first ones are found than `most`, and no more steps than [`STEPS_TO_EACH`] times as
    /// many.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large, a construct that cannot be translated, or a stop.
    pub fn new(
        system: &'s StateSystem,
        meaning: Meaning,
        most: usize,
        effort: &Effort,
    ) -> Result<ReachedStates<'s>, TranslationFailure> {
        let layout = StateLayout::new(&system.state, meaning, effort)?;
        let step = &system.step;
        let steps = TraceModels::new(&step.model, &step.command, (2, 2), meaning, effort)?;
        let window = layout.window(&steps);
        let table = RowTable::new(bytes(layout.width() + layout.atoms()));
        let (literals, effort) = (Vec::new(), effort.clone());
        let of_classes = false;
        let form = RowForm::whole(layout.width());
        let mut ahead = StepsAhead::default();
        if !layout.moving.is_empty() {
            ahead.give_up();
        }
        Ok(ReachedStates {
            system,
            layout,
            steps,
            window,
            table,
            ahead,
            near: NearSteps::default(),
            form,
            literals,
            of_classes,
            meaning,
            left: most.saturating_mul(STEPS_TO_EACH),
            effort,
        })
    }

    /// Finds the first states, one of each class. `is_closed`: what is said of states speaks of no atom by its name, so
    /// that from here on each state may stand for its class.
    ///
    /// # Errors
    /// A construct that cannot be translated, or a stop.
    pub fn begin(&mut self, is_closed: bool) -> Result<(), TranslationFailure> {
        // The child that an atom was in is no matter of one state.
        self.of_classes = is_closed && self.layout.present.iter().all(Option::is_none);
        let meaning = self.meaning;
        let (model, command) = (&self.system.first.model, self.system.first_command());
        let problem = Problem::new(model, &command, meaning, &self.effort)?;
        let mut found = Instances::new(&problem, Strategy::default(), self.effort.clone())?;
        loop {
            match found.next() {
                Next::Instance(instance) => {
                    self.charge(STEPS_TO_EACH).map_err(|_| TranslationFailure::Stopped)?;
                    let bits = self.layout.of_instance(&instance);
                    let mut seen = vec![false; self.layout.atoms()];
                    self.see(&bits, &mut seen);
                    let row = self.row(&bits, &seen).map_err(|_| TranslationFailure::Stopped)?;
                    self.table.insert(&row);
                }
                Next::Exhausted => return Ok(()),
                Next::Stopped => return Err(TranslationFailure::Stopped),
            }
        }
    }

    /// The number of states that are known.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    pub fn instance(&self, number: u32) -> Instance {
        self.named(&self.unpacked(number).0)
    }

    /// The instance that a state is, its atoms named as they are in it.
    pub fn named(&self, bits: &StateBits) -> Instance {
        let mut bits = bits.clone();
        for at in 0..bits.len() {
            bits[at] &= self.layout.present[at].is_none_or(|there| bits[there]);
        }
        self.layout.state(&self.system.step.model, &bits)
    }

    /// All that a state may hold.
    pub fn upper(&self) -> Instance {
        self.layout.state(&self.system.step.model, &vec![true; self.layout.width()])
    }

    /// The states that follow one, each with the names that its atoms have in this one. New ones are numbered in the order of
    /// their rows.
    ///
    /// # Errors
    /// A stop.
    pub fn next(&mut self, number: u32) -> Result<Vec<(u32, StateBits)>, QuestionStop> {
        if self.effort.is_stopped() {
            return Err(QuestionStop);
        }
        let at = self.looked_ahead(number);
        match self.near.searched >> at & 1 {
            0 => self.computed(at),
            _ => self.searched(number),
        }
    }

    /// Computes what follows the states from this one on, unless that is known. Returns its place among them.
    fn looked_ahead(&mut self, number: u32) -> usize {
        let at = number.wrapping_sub(self.near.first) as usize;
        if at < self.near.next.len() {
            return at;
        }
        let to = self.table.len().min(number as usize + TOGETHER) as u32;
        let NearSteps { first, rows, next, searched } = &mut self.near;
        rows.clear();
        for number in number..to {
            rows.extend_from_slice(&self.table.row(number)[..self.form.width()]);
        }
        next.resize_with((to - number) as usize, Vec::new);
        next.iter_mut().for_each(Vec::clear);
        let mask = !0 >> (TOGETHER - next.len());
        let mut words = StateWords { cells: self.form.words(rows), mask };
        *searched = self.ahead.read(&self.steps, &self.window, &words, false, &self.effort);
        words.mask &= !*searched;
        self.ahead.next(&self.form, rows, &words, next);
        *first = number;
        0
    }

    /// The states that follow the one at a place among those whose next ones were computed.
    fn computed(&mut self, at: usize) -> Result<Vec<(u32, StateBits)>, QuestionStop> {
        let next = std::mem::take(&mut self.near.next[at]);
        let mut rows: Vec<&[u8]> = next.chunks_exact(self.form.width()).collect();
        rows.sort_unstable();
        rows.dedup();
        self.charge(rows.len())?;
        let mut followers = BTreeSet::new();
        let mut row = Vec::new();
        for whole in rows {
            let named = unpacked(whole, self.layout.width());
            match self.of_classes {
                true => self.layout.row_of(whole, &mut row).ok_or(QuestionStop)?,
                false => whole.clone_into(&mut row),
            }
            row.resize(self.table.width(), 0);
            followers.insert((row.clone(), named));
        }
        Ok(self.numbered(followers))
    }

    fn searched(&mut self, number: u32) -> Result<Vec<(u32, StateBits)>, QuestionStop> {
        let (bits, seen) = self.unpacked(number);
        let mut rows: BTreeSet<(Vec<u8>, StateBits)> = BTreeSet::new();
        let mut next = StateBits::new();
        for before in self.gathered(&bits, &seen) {
            let gathered = self.layout.renamed(&bits, &before);
            let called = inverse(&before);
            self.literals.clear();
            self.window.enter(&gathered, &mut self.literals);
            self.steps.search.enter_where(&self.literals);
            loop {
                match self.steps.search.next() {
                    Step::Model => self.charge(1)?,
                    Step::Exhausted => break,
                    Step::Stopped => return Err(QuestionStop),
                }
                let search = &self.steps.search;
                self.window.next(|var: Var| search.value(var), &mut next);
                let named = self.layout.renamed(&next, &called);
                if self.of_classes {
                    rows.insert((self.row(&named, &seen)?, named));
                    continue;
                }
                for renaming in self.arrivals(&bits, &seen, &named) {
                    let arrived = self.layout.renamed(&named, &renaming);
                    if let Some((arrived, seen)) = self.remembered(&bits, &seen, arrived) {
                        rows.insert((self.row(&arrived, &seen)?, arrived));
                    }
                }
            }
        }
        Ok(self.numbered(rows))
    }

    /// The states with their numbers.
    fn numbered(&mut self, rows: BTreeSet<(Vec<u8>, StateBits)>) -> Vec<(u32, StateBits)> {
        let number = |(row, named): (Vec<u8>, StateBits)| (self.table.insert(&row).0, named);
        rows.into_iter().map(number).collect()
    }

    fn charge(&mut self, steps: usize) -> Result<(), QuestionStop> {
        self.left = self.left.checked_sub(steps).ok_or(QuestionStop)?;
        Ok(())
    }

    /// The row of a state in the table.
    fn row(&mut self, bits: &StateBits, seen: &[bool]) -> Result<Vec<u8>, QuestionStop> {
        let mut row = Vec::new();
        match self.of_classes {
            true => {
                self.layout.row(bits, &mut row).ok_or(QuestionStop)?;
                row.resize(self.table.width(), 0);
            }
            false => pack(&[bits, seen].concat(), &mut row),
        }
        Ok(row)
    }

    /// A next state, with what is known of the atoms that have left. `None` if one that comes back is in another child.
    fn remembered(
        &self,
        before: &StateBits,
        seen: &[bool],
        mut next: StateBits,
    ) -> Option<(StateBits, Vec<bool>)> {
        let StateLayout { cells, present, .. } = &self.layout;
        let mut seen = seen.to_vec();
        for (at, there) in present.iter().enumerate() {
            let Some(there) = *there else { continue };
            let atom = cells[at].tuple[0].index();
            if seen[atom] && next[there] && next[at] != before[at] {
                return None;
            }
            if !next[there] {
                next[at] = seen[atom] && before[at];
            }
        }
        self.see(&next, &mut seen);
        Some((next, seen))
    }

    /// Adds the atoms that are there.
    fn see(&self, bits: &StateBits, seen: &mut [bool]) {
        let StateLayout { cells, present, .. } = &self.layout;
        for (at, there) in present.iter().enumerate() {
            seen[cells[at].tuple[0].index()] |= there.is_some_and(|there| bits[there]);
        }
    }

    /// A state, and the atoms that were ever there of the mutable sigs that have children.
    fn unpacked(&self, number: u32) -> (StateBits, Vec<bool>) {
        let row = self.table.row(number);
        let bits = (0..self.layout.width() + self.layout.atoms())
            .map(|at| row[at / 8] >> (at % 8) & 1 == 1);
        let mut bits: StateBits = bits.collect();
        let seen = bits.split_off(self.layout.width());
        (bits, seen)
    }
}

#[cfg(test)]
mod tests {
    use korrel_lang::load::no_files;
    use korrel_lang::spec::Spec;
    use korrel_sat::Effort;

    use super::ReachedStates;
    use crate::problem::Meaning;
    use crate::states::labelling::StateBits;
    use crate::states::system::StateSystem;

    /// What follows each state, and whether all of it was computed. `is_closed`: a state stands for its class.
    fn walked(text: &str, is_closed: bool, by_search: bool) -> (Vec<Vec<(u32, StateBits)>>, bool) {
        let spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
        let command = spec.command(Some("runs")).expect("there is one");
        let (system, _) = StateSystem::of_traces(&spec.model, &command);
        let (meaning, effort) = (Meaning::default(), Effort::default());
        let states = ReachedStates::new(&system, meaning, usize::MAX, &effort);
        let mut states = states.expect("it is small");
        if by_search {
            states.ahead.give_up();
        }
        states.begin(is_closed).expect("nobody stops it");
        let (mut all, mut is_computed) = (Vec::new(), true);
        while all.len() < states.len() {
            let number = all.len() as u32;
            all.push(states.next(number).expect("nobody stops it"));
            is_computed &= states.near.searched == 0;
        }
        (all, is_computed)
    }

    /// If it failed, a trace would go through steps that there are not, or miss some.
    #[test]
    fn computed_states_are_those_that_are_searched() {
        for text in [
            include_str!("../../../specs/peterson.als"),
            include_str!("../../../specs/two_phase_commit.als"),
            include_str!("../../../specs/leader_election.als"),
            include_str!("../../../specs/token_ring.als"),
            // A state has several next ones, whatever it is.
            "one sig T { var n: lone A } sig A {} fact { no T.n and always (some T.n implies no T.n') }
                runs: run {} for exactly 3 A, 2 steps",
        ] {
            for is_closed in [false, true] {
                let (computed, is_computed) = walked(text, is_closed, false);
                let (searched, _) = walked(text, is_closed, true);
                assert!(computed.len() > 1 && computed == searched, "{text}");
                assert!(is_computed || !text.starts_with("--"), "{text}");
            }
        }
    }
}
