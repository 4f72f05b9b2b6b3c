//! The static symmetry-breaking predicate: adjacent transpositions.
//!
//! Of the labellings of an instance only the lexicographically greatest is kept. A predicate that says so
//! for all permutations is exponential (Crawford, Ginsberg, Luks, Roy 1996: n! for a sort of n
//! atoms). One for each two neighbouring atoms is linear, and removes most of the others
//! (Shlyakhter 2001). The search removes the rest by a test at each model.
//!
//! For a transposition that swaps the cells x₁..xₘ with y₁..yₘ, taken in order: x ≥ y, that is, for
//! each i: if xⱼ = yⱼ for all j < i, then xᵢ or not yᵢ. Here a cell that is false first stands for
//! its negation, so that an atom that is not in use would have the greatest cells: nothing is
//! required of such atoms.
//!
//! Where witnesses are the solver's choice (`Options::constants`), they come before the cells: an
//! instance and its witnesses are permuted together, and few witnesses are left to refute.

use rustc_hash::FxHashMap;

use korrel_lang::instance::Relation;
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::AtomId;

use crate::bounds::Cell;
use crate::circuit::matrix::Matrix;
use crate::circuit::{Bit, Circuit};
use crate::symmetry::Symmetry;

/// The conditions that an instance's greatest labelling satisfies for each two neighbouring atoms
/// of a class. `bit` is the circuit's bit of a cell. A condition holds only where the second atom is to be
/// told from the first, `are_used`. `ahead` are relations that come before all cells. Atoms in use come before the others
/// already.
pub fn adjacent_transpositions(
    symmetry: &Symmetry,
    bit: impl Fn(&Cell) -> Bit,
    are_used: impl Fn(AtomId) -> Bit,
    ahead: &[&Matrix],
    circuit: &mut Circuit,
) -> Vec<Bit> {
    let place: FxHashMap<(Relation, &[AtomId]), usize> = symmetry
        .cells
        .iter()
        .enumerate()
        .map(|(at, cell)| ((cell.relation, cell.tuple.as_slice()), at))
        .collect();
    let of_atom = cells_of_atoms(symmetry);
    let mut clauses = Vec::new();
    for class in &symmetry.classes {
        for pair in class.windows(2) {
            if circuit.given_up().is_some() {
                return clauses;
            }
            let (a, b) = (pair[0], pair[1]);
            let mut pairs: Vec<(Bit, Bit)> =
                ahead.iter().flat_map(|matrix| swapped_entries(symmetry, matrix, a, b)).collect();
            let first = |at: usize| {
                let cell: &Cell = &symmetry.cells[at];
                if symmetry.starts_with(cell.relation) { bit(cell) } else { !bit(cell) }
            };
            let cells = swapped_cells(symmetry, &place, &of_atom, a, b).into_iter();
            pairs.extend(cells.map(|(x, y)| (first(x), first(y))));
            lex_greatest(are_used(b), pairs, circuit, &mut clauses);
        }
    }
    clauses
}

/// The places of the cells of each interchangeable atom, ascending.
fn cells_of_atoms(symmetry: &Symmetry) -> FxHashMap<AtomId, Vec<usize>> {
    let atoms = symmetry.classes.iter().flatten();
    let mut of_atom: FxHashMap<AtomId, Vec<usize>> =
        atoms.map(|&atom| (atom, Vec::new())).collect();
    for (at, cell) in symmetry.cells.iter().enumerate() {
        for atom in &cell.tuple {
            if let Some(places) = of_atom.get_mut(atom) {
                places.push(at);
            }
        }
    }
    of_atom
}

/// The pairs of cells that a transposition exchanges, each pair once, in order.
fn swapped_cells(
    symmetry: &Symmetry,
    place: &FxHashMap<(Relation, &[AtomId]), usize>,
    of_atom: &FxHashMap<AtomId, Vec<usize>>,
    a: AtomId,
    b: AtomId,
) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut moved: Vec<usize> =
        [a, b].iter().filter_map(|atom| of_atom.get(atom)).flatten().copied().collect();
    moved.sort_unstable();
    moved.dedup();
    for at in moved {
        let cell = &symmetry.cells[at];
        let image: Vec<AtomId> = cell.tuple.iter().map(|&atom| swap(atom, a, b)).collect();
        let image = place[&(cell.relation, image.as_slice())];
        if image > at {
            pairs.push((at, image));
        }
    }
    pairs
}

/// The same of a relation's entries. Those of atoms that are numbered by discovery are left out: their
/// numbers follow from the cells that are permuted here.
fn swapped_entries(symmetry: &Symmetry, matrix: &Matrix, a: AtomId, b: AtomId) -> Vec<(Bit, Bit)> {
    let layout = TupleSet::empty(matrix.atoms(), matrix.arity());
    let is_rooted = |atom: &AtomId| symmetry.rooted.iter().any(|r| r.atoms.contains(atom));
    let mut pairs = Vec::new();
    for (at, bit) in matrix.entries() {
        let tuple = layout.tuple(at);
        if tuple.iter().any(is_rooted) {
            continue;
        }
        let image: Vec<AtomId> = tuple.iter().map(|&atom| swap(atom, a, b)).collect();
        let image = layout.index(&image);
        let other = matrix.get(image);
        if image > at {
            pairs.push((bit, other));
        } else if image < at && other == Bit::FALSE {
            pairs.push((other, bit));
        }
    }
    pairs
}

fn swap(atom: AtomId, a: AtomId, b: AtomId) -> AtomId {
    if atom == a {
        b
    } else if atom == b {
        a
    } else {
        atom
    }
}

/// Nothing is required unless both atoms are used.
fn lex_greatest(
    are_used: Bit,
    pairs: Vec<(Bit, Bit)>,
    circuit: &mut Circuit,
    clauses: &mut Vec<Bit>,
) {
    // So far x ≥ y has been required, so that "not less" means "equal".
    let mut equal = are_used;
    for (x, y) in pairs {
        if x == y {
            continue;
        }
        let not_less = circuit.or([!equal, x, !y]);
        clauses.push(not_less);
        let same = circuit.or([!x, y]);
        equal = circuit.and([equal, same]);
        if equal == Bit::FALSE {
            return;
        }
    }
}
