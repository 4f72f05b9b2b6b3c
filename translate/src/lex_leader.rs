//! The static symmetry-breaking predicate: adjacent transpositions.
//!
//! Of the labellings of an instance, the lexicographically greatest is to be kept. A predicate that
//! says so for all permutations is exponential (Crawford, Ginsberg, Luks, Roy 1996; n! for a sort
//! of n atoms); one for each two neighbouring atoms is linear, and removes most of the others
//! (Shlyakhter 2001). What it leaves, the search tests at each model.
//!
//! For a transposition that swaps the cells x₁..xₘ with y₁..yₘ, taken in order: x ≥ y, that is,
//! for each i: if xⱼ = yⱼ for all j < i, then xᵢ or not yᵢ.

use rustc_hash::FxHashMap;

use korrel_lang::instance::Relation;
use korrel_lang::universe::AtomId;

use crate::cell::Cell;
use crate::circuit::{Bit, Circuit};
use crate::symmetry::Symmetry;

/// What must hold of an instance's greatest labelling for each two neighbouring atoms of a class.
/// `bit` is the circuit's bit of a cell.
pub fn adjacent_transpositions(
    symmetry: &Symmetry,
    bit: impl Fn(&Cell) -> Bit,
    circuit: &mut Circuit,
) -> Vec<Bit> {
    let place: FxHashMap<(Relation, &[AtomId]), usize> = symmetry
        .cells
        .iter()
        .enumerate()
        .map(|(at, cell)| ((cell.relation, cell.tuple.as_slice()), at))
        .collect();
    let mut clauses = Vec::new();
    for class in &symmetry.classes {
        for pair in class.windows(2) {
            let swapped = swapped_cells(symmetry, &place, pair[0], pair[1]);
            let pairs = swapped
                .into_iter()
                .map(|(x, y)| (bit(&symmetry.cells[x]), bit(&symmetry.cells[y])));
            lex_greatest(pairs.collect(), circuit, &mut clauses);
        }
    }
    clauses
}

/// The pairs of cells that a transposition exchanges, each pair once, in order.
fn swapped_cells(
    symmetry: &Symmetry,
    place: &FxHashMap<(Relation, &[AtomId]), usize>,
    a: AtomId,
    b: AtomId,
) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (at, cell) in symmetry.cells.iter().enumerate() {
        let image: Vec<AtomId> = cell.tuple.iter().map(|&atom| swap(atom, a, b)).collect();
        let image = place[&(cell.relation, image.as_slice())];
        if image > at {
            pairs.push((at, image));
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

fn lex_greatest(pairs: Vec<(Bit, Bit)>, circuit: &mut Circuit, clauses: &mut Vec<Bit>) {
    // So far x ≥ y has been required, so that "not less" means "equal".
    let mut equal = Bit::TRUE;
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
