//! The circuit's inputs, and what they stand for.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use korrel_lang::instance::Relation;
use korrel_lang::model::{Model, Sig, SigId};
use korrel_lang::universe::{Atom, AtomId};

use crate::bounds::Cell;
use crate::bounds::{Bound, Bounds};
use crate::circuit::matrix::Matrix;
use crate::circuit::{Bit, Circuit};
use crate::encode::Interpretation;
use crate::symmetry::Symmetry;

/// One input for each cell that bounds leave open.
pub struct CellInputs<'a> {
    bounds: &'a Bounds,
    /// The cell of each primary input.
    pub cells: Vec<Cell>,
    /// The parameters' cells, if they are no part of an instance.
    pub witnesses: Vec<(Cell, Bit)>,
    bits: FxHashMap<(Relation, usize), Bit>,
}

impl<'a> CellInputs<'a> {
    /// The primary inputs first, in the one order.
    pub fn new(bounds: &'a Bounds, symmetry: &Symmetry, circuit: &mut Circuit) -> CellInputs<'a> {
        let mut inputs = CellInputs {
            bounds,
            cells: Vec::new(),
            witnesses: Vec::new(),
            bits: FxHashMap::default(),
        };
        for cell in symmetry.order() {
            if let Some(bit) = inputs.open(cell, circuit) {
                inputs.cells.push(cell.clone());
                inputs.share(bit, symmetry.orbit(cell));
            }
        }
        for (variable, bound) in bounds.parameters() {
            let relation = Relation::Variable(*variable);
            for tuple in bound.upper.tuples() {
                let cell = Cell { relation, tuple };
                if let Some(bit) = inputs.open(&cell, circuit) {
                    inputs.witnesses.push((cell, bit));
                }
            }
        }
        inputs
    }

    /// A new input for a cell that has none and needs one.
    fn open(&mut self, cell: &Cell, circuit: &mut Circuit) -> Option<Bit> {
        let bound = self.bounds.get(cell.relation);
        let index = bound.lower.index(&cell.tuple);
        let is_open = bound.upper.contains_index(index) && !bound.lower.contains_index(index);
        if !is_open || self.bits.contains_key(&(cell.relation, index)) {
            return None;
        }
        let bit = circuit.input();
        self.bits.insert((cell.relation, index), bit);
        Some(bit)
    }

    /// Cells that an instance holds all or none of have one input.
    fn share(&mut self, bit: Bit, cells: Vec<Cell>) {
        for cell in cells {
            let index = self.bounds.get(cell.relation).lower.index(&cell.tuple);
            self.bits.insert((cell.relation, index), bit);
        }
    }

    fn bit(&self, relation: Relation, tuple: &[AtomId]) -> Bit {
        let lower = &self.bounds.get(relation).lower;
        let index = lower.index(tuple);
        if lower.contains_index(index) {
            return Bit::TRUE;
        }
        self.bits.get(&(relation, index)).copied().unwrap_or(Bit::FALSE)
    }

    pub fn cell(&self, cell: &Cell) -> Bit {
        self.bit(cell.relation, &cell.tuple)
    }

    /// True if an object is in use: its top-level sig says so.
    pub fn in_use(&self, atom: AtomId) -> Bit {
        match self.bounds.universe().atom(atom) {
            Atom::Object { sig, .. } => self.bit(Relation::Sig(*sig), &[atom]),
            Atom::Integer(_) | Atom::String(_) => Bit::TRUE,
        }
    }

    /// The ones of these objects that are in use.
    pub fn all_in_use(&self, atoms: &[AtomId]) -> Matrix {
        let entries = atoms.iter().map(|&atom| (atom.0 as usize, self.in_use(atom)));
        Matrix::from_entries(self.atoms(), 1, entries)
    }

    /// The number of atoms of the universe.
    pub fn atoms(&self) -> usize {
        self.bounds.universe().len()
    }

    fn matrix(&self, relation: Relation, bound: &Bound) -> Matrix {
        let upper = &bound.upper;
        let entries = upper
            .indices()
            .map(|index| (index, self.bit(relation, &upper.tuple(index))))
            .collect::<Vec<_>>();
        Matrix::from_entries(upper.atoms(), upper.arity(), entries)
    }

    pub fn interpretation(&self, model: &Model) -> Interpretation {
        let matrix = |relation, bound: &Bound| match relation {
            Relation::Sig(Sig::UNIVERSE) => self.atoms_in_use(model),
            relation => self.matrix(relation, bound),
        };
        let universe = Arc::clone(self.bounds.universe());
        Interpretation { universe, relations: self.bounds.all().map(matrix) }
    }

    /// `univ`: each atom's own top-level sig says whether it is in use.
    fn atoms_in_use(&self, model: &Model) -> Matrix {
        let universe = self.bounds.universe();
        let mut entries = Vec::new();
        for top in model.top_level() {
            let relation = Relation::Sig(top);
            entries.extend(
                universe
                    .block(top)
                    .map(|atom| (atom as usize, self.bit(relation, &[AtomId(atom)]))),
            );
        }
        for sig in [Sig::INT, Sig::STRING] {
            entries.extend(universe.block(sig).map(|atom| (atom as usize, Bit::TRUE)));
        }
        Matrix::from_entries(universe.len(), 1, entries)
    }

    /// The atoms that a sig may hold, in order.
    pub fn atoms_of(&self, sig: SigId) -> Vec<AtomId> {
        self.bounds.sig(sig).upper.tuples().map(|tuple| tuple[0]).collect()
    }

    /// The bits of a sig's atoms, in order.
    pub fn members(&self, sig: SigId) -> Vec<Bit> {
        let atoms = self.atoms_of(sig).into_iter();
        atoms.map(|atom| self.bit(Relation::Sig(sig), &[atom])).collect()
    }
}
