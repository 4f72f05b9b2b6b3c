//! Equality of relations.
//!
//! In general a conjunction of equivalences, one for each tuple. Its negation (`a.key != b.key`) is
//! a disjunction of exclusive ors, with an auxiliary variable each, and propagates nothing. Where
//! both sides are at most one atom, that they differ is instead: no atom is in both, and not both
//! are empty; all of which are clauses.

use crate::circuit::{Bit, Circuit};

use crate::encode::value::relation::EncodedRelation;

/// `positive`: whether the equality is more likely to be asserted than to be denied.
pub(crate) fn equal(
    a: &EncodedRelation,
    b: &EncodedRelation,
    positive: bool,
    circuit: &mut Circuit,
) -> Bit {
    let single = a.matrix.arity() == 1 && a.functional && b.functional;
    if positive || !single {
        return a.matrix.equal(&b.matrix, circuit);
    }
    let apart = a.matrix.disjoint(&b.matrix, circuit);
    let nonempty = circuit.or(a.matrix.bits().into_iter().chain(b.matrix.bits()));
    !circuit.and([apart, nonempty])
}
