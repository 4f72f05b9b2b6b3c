//! The states that a command's traces go through, each as it is named.
//!
//! *Problem.* A formula may speak of one atom at different times, so two states that are the same up to renaming are not
//! the same to it. *Choice.* States are labelled, and a first one stands for all of its class: a renaming of a whole
//! trace is a trace. Where what is said speaks of no atom by its name, each state stands for its class. The search for
//! next states takes the atoms that are there for the first ones of their sig. So a state is renamed to that, the next
//! ones are renamed back, and an atom that comes is each of those that were not there.

use std::collections::BTreeSet;

use korrel_lang::arena::Id;
use korrel_lang::instance::Instance;
use korrel_lang::universe::AtomId;
use korrel_sat::{Effort, Lit, Models, Step, Var};
use korrel_translate::TranslationFailure;

use crate::problem::{Meaning, Problem};
use crate::search::beyond::QuestionStop;
use crate::search::instances::{Instances, Next};
use crate::search::strategy::Strategy;
use crate::states::behaviours::TraceModels;
use crate::states::labelling::StateBits;
use crate::states::layout::{AtomRenaming, StateLayout, StateWindow, pack};
use crate::states::system::StateSystem;
use crate::states::table::{RowTable, bytes};

/// As many steps lead to each state, taken together, before the states are given up. Where a step leaves much open one state
/// has more next ones than anybody can look at.
pub const STEPS_TO_EACH: usize = 64;

/// The states that are known so far, numbered as they were reached.
pub struct ReachedStates<'s> {
    system: &'s StateSystem,
    layout: StateLayout<'s>,
    steps: TraceModels<'s>,
    window: StateWindow,
    table: RowTable,
    literals: Vec<Lit>,
    /// A state stands for all of its class.
    of_classes: bool,
    meaning: Meaning,
    /// How many more steps may be found.
    left: usize,
    effort: Effort,
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
        Ok(ReachedStates {
            system,
            layout,
            steps,
            window,
            table,
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
        let number = |(row, named): (Vec<u8>, StateBits)| (self.table.insert(&row).0, named);
        Ok(rows.into_iter().map(number).collect())
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

    /// The renamings after which the atoms of each mutable sig that are there are the first ones. Those that are not, and
    /// are known by something, may come next, or not: they stand before those that are like each other, or behind them.
    fn gathered(&self, bits: &StateBits, seen: &[bool]) -> Vec<AtomRenaming> {
        let mut renamings = vec![self.same()];
        for class in &self.layout.moving {
            let atoms = |is_wanted: &dyn Fn(AtomId, usize) -> bool| -> Vec<AtomId> {
                let wanted = class.iter().filter(|(atom, there)| is_wanted(*atom, *there));
                wanted.map(|(atom, _)| *atom).collect()
            };
            let here = atoms(&|_, there| bits[there]);
            let known = atoms(&|atom, there| !bits[there] && self.is_known(atom, bits, seen));
            let fresh = atoms(&|atom, there| !bits[there] && !self.is_known(atom, bits, seen));
            let orders = (0..1_usize << known.len()).map(|chosen| -> Vec<AtomId> {
                let of = |is_first: usize| {
                    let known = known.iter().enumerate();
                    known.filter(move |(at, _)| chosen >> at & 1 == is_first).map(|(_, atom)| atom)
                };
                here.iter().chain(of(1)).chain(&fresh).chain(of(0)).copied().collect()
            });
            let orders: Vec<Vec<AtomId>> = orders.collect();
            let moved = |renaming: &AtomRenaming| {
                let renaming = renaming.clone();
                orders.iter().map(move |order| {
                    let mut was = renaming.clone();
                    for ((now, _), then) in class.iter().zip(order) {
                        was[now.index()] = *then;
                    }
                    was
                })
            };
            renamings = renamings.iter().flat_map(moved).collect();
        }
        renamings
    }

    /// True of an atom that is not there if something tells it from others that are not: a parameter, or the child that it
    /// was in.
    fn is_known(&self, atom: AtomId, bits: &StateBits, seen: &[bool]) -> bool {
        let mut cells = self.layout.cells.iter().zip(bits);
        seen[atom.index()] || cells.any(|(cell, bit)| *bit && cell.tuple.contains(&atom))
    }

    /// The renamings by which atoms that come are others of those that were not there.
    fn arrivals(&self, before: &StateBits, seen: &[bool], after: &StateBits) -> Vec<AtomRenaming> {
        let mut renamings = vec![self.same()];
        for class in &self.layout.moving {
            let is_fresh = |(atom, there): &&(AtomId, usize)| {
                !before[*there] && !self.is_known(*atom, before, seen)
            };
            let away: Vec<&(AtomId, usize)> = class.iter().filter(is_fresh).collect();
            let (new, others): (Vec<_>, Vec<_>) =
                away.iter().copied().partition(|(_, there)| after[*there]);
            if new.is_empty() {
                continue;
            }
            let away: Vec<AtomId> = away.iter().map(|(atom, _)| *atom).collect();
            let mut places = Vec::new();
            injections(new.len(), &away, &mut Vec::new(), &mut places);
            let moved = |renaming: &AtomRenaming| {
                let renaming = renaming.clone();
                places.iter().map(move |places| (renaming.clone(), places))
            };
            let moved = renamings.iter().flat_map(moved).map(|(mut was, places)| {
                let free = away.iter().filter(|atom| !places.contains(atom));
                let then = new.iter().chain(&others).map(|(atom, _)| *atom);
                places.iter().chain(free).zip(then).for_each(|(now, then)| was[now.index()] = then);
                was
            });
            renamings = moved.collect();
        }
        renamings
    }

    fn same(&self) -> AtomRenaming {
        (0..self.layout.atoms() as u32).map(AtomId).collect()
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

/// All ways to choose so many different atoms in order.
fn injections(
    count: usize,
    from: &[AtomId],
    chosen: &mut Vec<AtomId>,
    found: &mut Vec<Vec<AtomId>>,
) {
    if chosen.len() == count {
        found.push(chosen.clone());
        return;
    }
    for &atom in from {
        if !chosen.contains(&atom) {
            chosen.push(atom);
            injections(count, from, chosen, found);
            chosen.pop();
        }
    }
}

fn inverse(renaming: &AtomRenaming) -> AtomRenaming {
    let mut inverse = renaming.clone();
    for (at, atom) in (0..).map(AtomId).zip(renaming) {
        inverse[atom.index()] = at;
    }
    inverse
}
