//! A state as bits, and the bits that stand for all its renamings.
//!
//! *Problem.* A million states must be held, and each must be found again whatever its atoms are called. *Choice.* A
//! state is the cells that the bounds leave open, one bit each, in a labelling that is the same for all of its class
//! ([`StateLabelling`]). Equal states are then equal bytes. What is shown has the labelling that a listing would give
//! it ([`Canonicity`]). *Rejected.* Keys of heaps: they are the same for all versions of the program, which nobody asks
//! of a table, and a text and a hash for each state cost more.

use korrel_lang::arena::Id;
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{Model, SigId};
use korrel_lang::universe::AtomId;
use korrel_lang::unroll::Time;
use korrel_sat::{Effort, Lit, Var};
use korrel_translate::{Cell, StepCells, TranslationFailure};
use rustc_hash::FxHashMap;

use super::behaviours::TraceModels;
use super::labelling::{StateBits, StateCell, StateLabelling};
use super::system::SystemPart;
use super::table::bytes;
use crate::canonical::Canonicity;
use crate::problem::Meaning;

/// The cells of a system's states.
pub(crate) struct StateLayout<'m> {
    one: TraceModels<'m>,
    pub(crate) cells: Vec<StateCell>,
    places: FxHashMap<StateCell, usize>,
    /// The variable of each cell in the labelling of one state.
    variables: Vec<Var>,
    /// The variables of the atoms that are ever in a mutable sig, each with the cell of the atoms that are in it.
    ever: Vec<(Var, usize)>,
    /// For a child of a mutable sig, the cell that says that its atom is there.
    pub(crate) present: Vec<Option<usize>>,
    /// The interchangeable atoms of each mutable sig, with the cells that say that they are there.
    pub(crate) moving: Vec<Vec<(AtomId, usize)>>,
    atoms: usize,
    labelling: Option<StateLabelling>,
    canonicity: Option<Canonicity>,
}

/// What the atoms of a labelling are called in another one.
pub(crate) type AtomRenaming = Vec<AtomId>;

impl<'m> StateLayout<'m> {
    /// # Errors
    /// As [`Problem::new`].
    pub fn new(
        part: &'m SystemPart,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<StateLayout<'m>, TranslationFailure> {
        let one = TraceModels::new(&part.model, &part.command, (1, 1), meaning, effort)?;
        let mut cells = Vec::new();
        let mut variables = Vec::new();
        for &var in &one.order {
            let (relation, time) = one.told[var.index()];
            let is_top = matches!(time, Time::Ever(top) if relation == Relation::Sig(top));
            if time != Time::Shape && !is_top {
                let tuple = one.translation.cells[var.index()].tuple.clone();
                cells.push(StateCell { relation, tuple });
                variables.push(var);
            }
        }
        let places: FxHashMap<StateCell, usize> =
            cells.iter().enumerate().map(|(at, cell)| (cell.clone(), at)).collect();
        let place = |top: SigId, tuple: &[AtomId]| {
            places.get(&StateCell { relation: Relation::Sig(top), tuple: tuple.to_vec() }).copied()
        };
        let mut ever = Vec::new();
        let mut present = vec![None; cells.len()];
        let mut tops: Vec<SigId> = Vec::new();
        for &var in &one.order {
            let (relation, Time::Ever(top)) = one.told[var.index()] else { continue };
            let tuple = one.translation.cells[var.index()].tuple.clone();
            let Some(there) = place(top, &tuple) else { continue };
            if relation == Relation::Sig(top) {
                ever.push((var, there));
                tops.push(top);
            } else {
                present[places[&StateCell { relation, tuple }]] = Some(there);
            }
        }
        tops.dedup();
        let symmetry = &one.symmetry;
        let moving = symmetry.classes.iter().filter_map(|class| {
            let top = *tops.iter().find(|&&top| place(top, &class[..1]).is_some())?;
            class.iter().map(|&atom| Some((atom, place(top, &[atom])?))).collect()
        });
        let moving = moving.collect();
        let canonicity = (!symmetry.classes.is_empty()).then(|| {
            let model = &one.unrolled().model;
            Canonicity::new(model, symmetry, &one.translation).until(effort.clone())
        });
        let in_use = |atom| part.model.top_level().find_map(|top| place(top, &[atom]));
        let labelling = StateLabelling::new(symmetry, &cells, in_use, effort.clone());
        let atoms = one.translation.bounds.universe().len();
        Ok(StateLayout {
            one,
            cells,
            places,
            variables,
            ever,
            present,
            moving,
            atoms,
            labelling,
            canonicity,
        })
    }

    /// The number of bits of a state.
    pub fn width(&self) -> usize {
        self.cells.len()
    }

    /// The bytes that stand for a state's class, or `None` if it was stopped.
    pub fn row(&mut self, bits: &StateBits, row: &mut Vec<u8>) -> Option<()> {
        pack(bits, row);
        if self.is_labelled() {
            return Some(());
        }
        let whole = std::mem::take(row);
        self.row_of(&whole, row)
    }

    /// The same of a state that is bytes already.
    pub fn row_of(&mut self, whole: &[u8], row: &mut Vec<u8>) -> Option<()> {
        match &mut self.labelling {
            Some(labelling) => labelling.row(whole, row),
            None => {
                row.clear();
                row.extend_from_slice(whole);
                Some(())
            }
        }
    }

    /// The bytes of a state in the labelling that the cells of what never changes give it. False if they do not tell all
    /// atoms apart.
    pub fn fixed_row(&mut self, whole: &[u8], fixed: &[u8], row: &mut Vec<u8>) -> bool {
        match &mut self.labelling {
            Some(_) if !self.moving.is_empty() => false,
            Some(labelling) => labelling.fixed_row(whole, fixed, row),
            None => {
                row.clear();
                row.extend_from_slice(whole);
                true
            }
        }
    }

    /// The state in the labelling that a listing would give it. If it was stopped, in another one.
    pub fn shown(&mut self, bits: StateBits) -> StateBits {
        let mut values = self.values(&bits);
        let Some(canonicity) = &mut self.canonicity else { return bits };
        if !canonicity.make_canonical(&mut values) {
            return bits;
        }
        self.variables.iter().map(|var| values[var.index()]).collect()
    }

    /// The values of the variables of one state.
    fn values(&self, bits: &StateBits) -> Vec<bool> {
        let mut values = vec![false; self.one.translation.cells.len()];
        for (&var, &bit) in self.variables.iter().zip(bits) {
            values[var.index()] = bit;
        }
        for &(var, there) in &self.ever {
            values[var.index()] = bits[there];
        }
        values
    }

    /// Renames the atoms of mutable sigs so that the existing ones are the first ones. Returns their former names,
    /// if they had others.
    pub fn gather(&self, bits: &mut StateBits) -> Option<AtomRenaming> {
        let is_gathered = |class: &Vec<(AtomId, usize)>| {
            class.windows(2).all(|pair| bits[pair[0].1] || !bits[pair[1].1])
        };
        if self.moving.iter().all(is_gathered) {
            return None;
        }
        let mut before: AtomRenaming = (0..self.atoms as u32).map(AtomId).collect();
        for class in &self.moving {
            let (here, away): (Vec<_>, Vec<_>) = class.iter().partition(|(_, there)| bits[*there]);
            for (&(now, _), &&(then, _)) in class.iter().zip(here.iter().chain(&away)) {
                before[now.index()] = then;
            }
        }
        *bits = self.renamed(bits, &before);
        Some(before)
    }

    /// The state in which each atom is what another one was: `was[a]` is the atom that becomes a.
    pub fn renamed(&self, bits: &StateBits, was: &AtomRenaming) -> StateBits {
        let value = |cell: &StateCell| {
            let tuple = cell.tuple.iter().map(|atom| was[atom.index()]).collect();
            let place = self.places.get(&StateCell { relation: cell.relation, tuple });
            place.is_some_and(|&at| bits[at])
        };
        self.cells.iter().map(value).collect()
    }

    /// The state that an instance of a question about one state is.
    pub fn of_instance(&self, instance: &Instance) -> StateBits {
        let cells = &self.one.translation.cells;
        let holds = |var: &Var| {
            let cell = &cells[var.index()];
            instance.get(cell.relation).contains(&cell.tuple)
        };
        self.variables.iter().map(holds).collect()
    }

    /// The state itself.
    pub fn state(&self, model: &Model, bits: &StateBits) -> Instance {
        let values = self.values(bits);
        let unrolled = self.one.unrolled();
        let value = |var: Var| values.get(var.index()).copied().unwrap_or(false);
        let instance = self.one.translation.decode(&unrolled.model, value);
        unrolled.trace(model, &instance).states.remove(0)
    }

    /// The variables of a state, and of the one after it, among behaviours of one or two states.
    pub fn window(&self, all: &TraceModels<'_>) -> StateWindow {
        let none = || vec![None; self.cells.len()];
        let (mut now, mut next) = (none(), none());
        for (at, &(relation, time)) in all.told.iter().enumerate() {
            let Cell { tuple, .. } = &all.translation.cells[at];
            let cell = StateCell { relation, tuple: tuple.clone() };
            let Some(&place) = self.places.get(&cell) else { continue };
            let var = Var::new(at as u32);
            match time {
                Time::Always => (now[place], next[place]) = (Some(var), Some(var)),
                Time::Ever(top) if relation != Relation::Sig(top) => {
                    (now[place], next[place]) = (Some(var), Some(var));
                }
                Time::State(0) => now[place] = Some(var),
                Time::State(1) => next[place] = Some(var),
                Time::State(_) | Time::Ever(_) | Time::Shape => {}
            }
        }
        StateWindow { now, next, present: self.present.clone() }
    }

    /// The number of atoms.
    pub fn atoms(&self) -> usize {
        self.atoms
    }

    /// True if each state is a class of its own.
    pub fn is_labelled(&self) -> bool {
        self.labelling.is_none()
    }
}

/// A state of bytes.
pub(crate) fn unpacked(row: &[u8], cells: usize) -> StateBits {
    (0..cells).map(|at| row[at / 8] & (1 << (at % 8)) != 0).collect()
}

/// A state as bytes.
pub(crate) fn pack(bits: &StateBits, row: &mut Vec<u8>) {
    row.clear();
    row.resize(bytes(bits.len()), 0);
    for (at, _) in bits.iter().enumerate().filter(|(_, bit)| **bit) {
        row[at / 8] |= 1 << (at % 8);
    }
}

/// Where behaviours of two states hold the cells of the first and of the second one.
pub(crate) struct StateWindow {
    now: Vec<Option<Var>>,
    next: Vec<Option<Var>>,
    present: Vec<Option<usize>>,
}

impl StateWindow {
    /// The literals that say that this is the first state.
    pub fn enter(&self, bits: &StateBits, literals: &mut Vec<Lit>) {
        for (at, var) in self.now.iter().enumerate() {
            let is_known = self.present[at].is_none_or(|there| bits[there]);
            literals.extend(var.filter(|_| is_known).map(|var| var.lit(bits[at])));
        }
    }

    /// The same as cells of a step, or `None` if what a state says depends on the atoms that are there.
    pub fn step_cells(&self, is_asked_for_any: bool) -> Option<StepCells<'_>> {
        let StateWindow { now, next, present } = self;
        let is_plain = present.iter().all(Option::is_none);
        is_plain.then_some(StepCells { now, next, is_asked_for_any })
    }

    /// The cells that never change.
    pub fn fixed(&self) -> StateBits {
        let fixed = |at: usize| {
            self.present[at].is_none() && self.now[at].is_some() && self.now[at] == self.next[at]
        };
        (0..self.now.len()).map(fixed).collect()
    }

    /// The second state of a model.
    pub fn next(&self, value: impl Fn(Var) -> bool, bits: &mut StateBits) {
        bits.clear();
        bits.extend(self.next.iter().map(|var| var.is_some_and(&value)));
        for (at, there) in self.present.iter().enumerate() {
            bits[at] &= there.is_none_or(|there| bits[there]);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use korrel_lang::instance::Relation;
    use korrel_lang::load::no_files;
    use korrel_lang::spec::Spec;
    use korrel_sat::Effort;

    use super::{StateBits, StateCell, StateLayout};
    use crate::problem::Meaning;
    use crate::states::StateSystem;
    use crate::testing::Random;

    /// Sets, graphs, joins of three atoms, two classes of atoms, atoms that come and go, with children and without.
    const SPECS: &[&str] = &[
        "sig P { var e: set P } run {} for exactly 5 P",
        "sig P { var e: set P } var sig H in P {} run {} for 4",
        "sig P { var t: P -> P } run {} for exactly 3 P",
        "sig A { var r: set B } sig B {} run {} for exactly 4 A, exactly 3 B",
        "var sig A { var f: lone A } run {} for 4",
        "abstract sig N {} one sig Root extends N {} sig M extends N { var up: lone N } run {} for exactly 5 N",
        "sig P { var k: set Int } run {} for exactly 4 P, 0..2 Int",
    ];

    fn with_layout(text: &str, tried: impl FnOnce(StateLayout<'_>)) {
        let spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
        let command = spec.command(None).expect("there is one");
        let system = StateSystem::new(&spec.model, &command).expect("it has states");
        let effort = Effort::default();
        tried(StateLayout::new(&system.state, Meaning::default(), &effort).expect("it is small"));
    }

    /// A state in which so many of eight tuples are there. Its atoms in use are the first ones.
    fn any(layout: &StateLayout<'_>, random: &mut Random, share: u64) -> StateBits {
        let StateLayout { cells, places, one, .. } = layout;
        let mut bits: StateBits = cells.iter().map(|_| random.below(8) < share).collect();
        let in_use = |atom| {
            let sig = Relation::Sig;
            let mut tops = one
                .model
                .top_level()
                .map(|top| StateCell { relation: sig(top), tuple: vec![atom] });
            tops.find_map(|cell| places.get(&cell).copied())
        };
        for class in &one.symmetry.classes {
            let used = random.below(class.len() as u64 + 1) as usize;
            for (at, &atom) in class.iter().enumerate() {
                if let Some(there) = in_use(atom) {
                    bits[there] = at < used;
                }
            }
        }
        let is_there = |atom: &_| in_use(*atom).is_none_or(|there| bits[there]);
        (0..cells.len()).map(|at| bits[at] && cells[at].tuple.iter().all(is_there)).collect()
    }

    /// If it failed, one state would be counted twice, or two for one.
    #[test]
    fn rows_are_equal_where_the_canonical_labellings_are() {
        for text in SPECS {
            with_layout(text, |mut layout| {
                let mut random = Random::new(7);
                let mut classes: BTreeMap<Vec<u8>, BTreeSet<StateBits>> = BTreeMap::new();
                let mut labellings: BTreeMap<StateBits, BTreeSet<Vec<u8>>> = BTreeMap::new();
                for round in 0..4_000 {
                    let share = 1 + round % 7;
                    let bits = any(&layout, &mut random, share);
                    let mut row = Vec::new();
                    layout.row(&bits, &mut row).expect("nobody stops it");
                    let shown = layout.shown(bits);
                    classes.entry(row.clone()).or_default().insert(shown.clone());
                    labellings.entry(shown).or_default().insert(row);
                }
                assert!(classes.values().all(|shown| shown.len() == 1), "{text}");
                assert!(labellings.values().all(|rows| rows.len() == 1), "{text}");
                assert!(classes.len() > 30 && classes.len() < 4_000, "{text}: {}", classes.len());
            });
        }
    }
}
