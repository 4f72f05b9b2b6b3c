//! The predicate that numbers the atoms of a rooted class in the order of their discovery: linear in
//! the number of pointers' cells, and complete. (Khurshid, Marinov, Shlyakhter, Jackson 2003.)

use korrel_lang::universe::AtomId;

use crate::bounds::Cell;
use crate::circuit::{Bit, Circuit};
use crate::symmetry::rooted::{RootedClass, target_of};

/// The conditions under which the atoms are numbered in the order of their discovery. `occurred[v]`
/// says that atom v was met in the rows so far. A pointer leads to an atom that was met or to the
/// next one. The pointers of an atom are followed only after it was met. Every atom in use is met.
pub fn discovery(
    rooted: &RootedClass,
    bit: &impl Fn(&Cell) -> Bit,
    in_use: &impl Fn(AtomId) -> Bit,
    circuit: &mut Circuit,
) -> Vec<Bit> {
    let place = |atom| rooted.place(atom);
    let mut occurred = vec![Bit::FALSE; rooted.atoms.len()];
    let mut roots = Vec::new();
    let mut scanned = None;
    for row in &rooted.rows {
        if let Some(owner) = row.owner.and_then(place)
            && scanned != Some(owner)
        {
            roots.push(circuit.implies(in_use(rooted.atoms[owner]), occurred[owner]));
            scanned = Some(owner);
        }
        for cell in &row.cells {
            let target = place(target_of(cell)).expect("a row leads to the class");
            if target > 0 {
                roots.push(circuit.implies(bit(cell), occurred[target - 1]));
            }
        }
        for cell in &row.cells {
            let target = place(target_of(cell)).expect("a row leads to the class");
            occurred[target] = circuit.or([occurred[target], bit(cell)]);
        }
    }
    for (at, &atom) in rooted.atoms.iter().enumerate() {
        roots.push(circuit.implies(in_use(atom), occurred[at]));
    }
    roots
}
