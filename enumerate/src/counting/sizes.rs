//! Bounds that fix how many atoms of each class are in use.

use korrel_lang::instance::Relation;
use korrel_lang::universe::{Atom, AtomId};
use korrel_translate::{Bounds, Cell};

/// The possible numbers of atoms of a class in use, as far as the bounds of its sig tell.
pub fn possible(bounds: &Bounds, class: &[AtomId]) -> std::ops::RangeInclusive<usize> {
    let bound = bounds.get(population(bounds, class[0]));
    let least = class.iter().filter(|atom| bound.lower.contains(&[**atom])).count();
    let most = class.iter().filter(|atom| bound.upper.contains(&[**atom])).count();
    least..=most
}

/// The same bounds with the first so many atoms of each class in use, and no others. No relation holds
/// atoms that are not in use.
pub fn within(bounds: &Bounds, classes: &[Vec<AtomId>], sizes: &[usize]) -> Bounds {
    let mut unused = vec![false; bounds.universe().len()];
    let mut known = Vec::new();
    for (class, &size) in classes.iter().zip(sizes) {
        let relation = population(bounds, class[0]);
        known.extend(class[..size].iter().map(|&atom| Cell { relation, tuple: vec![atom] }));
        class[size..].iter().for_each(|atom| unused[atom.0 as usize] = true);
    }
    let mut impossible = Vec::new();
    for relation in bounds.relations() {
        let tuples = bounds.get(relation).upper.tuples();
        let is_unused = |tuple: &Vec<AtomId>| tuple.iter().any(|atom| unused[atom.0 as usize]);
        impossible.extend(tuples.filter(is_unused).map(|tuple| Cell { relation, tuple }));
    }
    let holding = known.iter().map(|cell| (cell, true));
    bounds.tightened(holding.chain(impossible.iter().map(|cell| (cell, false))))
}

/// The sig that says whether an atom is in use.
fn population(bounds: &Bounds, atom: AtomId) -> Relation {
    match bounds.universe().atom(atom) {
        Atom::Object { sig, .. } => Relation::Sig(*sig),
        Atom::Integer(_) | Atom::String(_) => unreachable!("values are in no class"),
    }
}
