//! A state as bits, and the bits that stand for all its renamings.
//!
//! *Problem.* A million states are to be held, and each is to be found again whatever its atoms are called. *Choice.* A
//! state is the cells that the bounds leave open, one bit each, in the labelling that the test of canonicity calls the
//! canonical one ([`Canonicity`]); equal states are then equal bytes. *Rejected.* Keys of heaps: they are the same for all
//! versions of the program, which nobody asks of a table, and a text and a hash for each state cost more.

use korrel_lang::arena::Id;
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{Model, SigId};
use korrel_lang::universe::AtomId;
use korrel_lang::unroll::Time;
use korrel_sat::{Effort, Lit, Var};
use korrel_translate::{Cell, Untranslated};
use rustc_hash::FxHashMap;

use super::behaviours::Behaviours;
use super::system::SystemPart;
use crate::canonical::Canonicity;
use crate::problem::Meaning;

/// A bit of a state: a tuple that a relation of the spec may hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct StateCell {
    relation: Relation,
    tuple: Vec<AtomId>,
}

/// The cells of a system's states.
pub(super) struct StateLayout<'m> {
    one: Behaviours<'m>,
    cells: Vec<StateCell>,
    places: FxHashMap<StateCell, usize>,
    /// The variable of each cell in the labelling of one state.
    variables: Vec<Var>,
    /// The variables of who is ever in a mutable sig, each with the cell of who is in it.
    ever: Vec<(Var, usize)>,
    /// Of a child of a mutable sig, the cell that says that its atom is there.
    present: Vec<Option<usize>>,
    /// The interchangeable atoms of each mutable sig, with the cells that say that they are there.
    moving: Vec<Vec<(AtomId, usize)>>,
    atoms: usize,
    canonicity: Option<Canonicity>,
    /// The values of the variables of one state, kept.
    values: Vec<bool>,
}

/// A state in some labelling: a value for each cell.
pub(super) type Bits = Vec<bool>;

/// What the atoms of a labelling are called in another one.
pub(super) type Renaming = Vec<AtomId>;

impl<'m> StateLayout<'m> {
    /// # Errors
    /// As [`Problem::new`].
    pub fn new(
        part: &'m SystemPart,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<StateLayout<'m>, Untranslated> {
        let one = Behaviours::new(&part.model, &part.command, (1, 1), meaning, effort)?;
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
        let values = vec![false; one.translation.cells.len()];
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
            canonicity,
            values,
        })
    }

    /// The number of bits of a state.
    pub fn width(&self) -> usize {
        self.cells.len()
    }

    /// Renames the atoms so that the labelling is the canonical one; `None` if it was stopped.
    pub fn canonical(&mut self, bits: &mut Bits) -> Option<()> {
        self.gather(bits);
        let Some(canonicity) = &mut self.canonicity else { return Some(()) };
        for (&var, &bit) in self.variables.iter().zip(&*bits) {
            self.values[var.index()] = bit;
        }
        for &(var, there) in &self.ever {
            self.values[var.index()] = bits[there];
        }
        if !canonicity.make_canonical(&mut self.values) {
            return None;
        }
        for (&var, bit) in self.variables.iter().zip(bits) {
            *bit = self.values[var.index()];
        }
        Some(())
    }

    /// Renames the atoms of mutable sigs so that those that are there are the first ones. Returns what they were called
    /// before, if they were called otherwise.
    pub fn gather(&self, bits: &mut Bits) -> Option<Renaming> {
        let is_gathered = |class: &Vec<(AtomId, usize)>| {
            class.windows(2).all(|pair| bits[pair[0].1] || !bits[pair[1].1])
        };
        if self.moving.iter().all(is_gathered) {
            return None;
        }
        let mut before: Renaming = (0..self.atoms as u32).map(AtomId).collect();
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
    pub fn renamed(&self, bits: &Bits, was: &Renaming) -> Bits {
        let value = |cell: &StateCell| {
            let tuple = cell.tuple.iter().map(|atom| was[atom.index()]).collect();
            let place = self.places.get(&StateCell { relation: cell.relation, tuple });
            place.is_some_and(|&at| bits[at])
        };
        self.cells.iter().map(value).collect()
    }

    /// The state that an instance of a question about one state is.
    pub fn of_instance(&self, instance: &Instance) -> Bits {
        let cells = &self.one.translation.cells;
        let holds = |var: &Var| {
            let cell = &cells[var.index()];
            instance.get(cell.relation).contains(&cell.tuple)
        };
        self.variables.iter().map(holds).collect()
    }

    /// The state itself.
    pub fn state(&self, model: &Model, bits: &Bits) -> Instance {
        let mut values = vec![false; self.one.translation.cells.len()];
        for (&var, &bit) in self.variables.iter().zip(bits) {
            values[var.index()] = bit;
        }
        for &(var, there) in &self.ever {
            values[var.index()] = bits[there];
        }
        let unrolled = self.one.unrolled();
        let value = |var: Var| values.get(var.index()).copied().unwrap_or(false);
        let instance = self.one.translation.decode(&unrolled.model, value);
        unrolled.trace(model, &instance).states.remove(0)
    }

    /// The variables of a state, and of the one after it, among behaviours of one or two states.
    pub fn window(&self, all: &Behaviours<'_>) -> StateWindow {
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

    /// A state as bytes.
    pub fn pack(&self, bits: &Bits, row: &mut Vec<u8>) {
        row.clear();
        row.resize(bits.len().div_ceil(8), 0);
        for (at, _) in bits.iter().enumerate().filter(|(_, bit)| **bit) {
            row[at / 8] |= 1 << (at % 8);
        }
    }

    pub fn unpack(&self, row: &[u8]) -> Bits {
        (0..self.cells.len()).map(|at| row[at / 8] & (1 << (at % 8)) != 0).collect()
    }
}

/// Where behaviours of two states hold the cells of the first and of the second one.
pub(super) struct StateWindow {
    now: Vec<Option<Var>>,
    next: Vec<Option<Var>>,
    present: Vec<Option<usize>>,
}

impl StateWindow {
    /// The literals that say that this is the first state.
    pub fn enter(&self, bits: &Bits, literals: &mut Vec<Lit>) {
        for (at, var) in self.now.iter().enumerate() {
            let is_known = self.present[at].is_none_or(|there| bits[there]);
            literals.extend(var.filter(|_| is_known).map(|var| var.lit(bits[at])));
        }
    }

    /// The second state of a model.
    pub fn next(&self, value: impl Fn(Var) -> bool, bits: &mut Bits) {
        bits.clear();
        bits.extend(self.next.iter().map(|var| var.is_some_and(&value)));
        for (at, there) in self.present.iter().enumerate() {
            bits[at] &= there.is_none_or(|there| bits[there]);
        }
    }
}
