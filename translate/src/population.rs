//! Which atoms are in use: the first ones of each sig, and as many as the scope allows.

use korrel_lang::model::{Model, SigId};

use crate::circuit::{Bit, Circuit};
use crate::inputs::Inputs;
use crate::scope::Scopes;

/// No atom of a top-level sig is in use before those ahead of it are.
pub fn in_order(model: &Model, inputs: &Inputs<'_>, circuit: &mut Circuit) -> Vec<Bit> {
    let mut roots = Vec::new();
    for top in model.top_level() {
        for pair in inputs.members(top).windows(2) {
            roots.push(circuit.implies(pair[1], pair[0]));
        }
    }
    roots
}

/// Of each sig that has a scope, that its size is within it.
pub fn sizes(
    model: &Model,
    scopes: &Scopes,
    inputs: &Inputs<'_>,
    circuit: &mut Circuit,
) -> Vec<(SigId, Bit)> {
    let mut roots = Vec::new();
    for sig in model.sigs.ids() {
        if let Some(sizes) = scopes.sizes(sig) {
            let members = inputs.members(sig);
            roots.push((sig, circuit.at_least(&members, sizes.min as usize)));
            let too_many = circuit.at_least(&members, sizes.max as usize + 1);
            roots.push((sig, !too_many));
        }
    }
    roots
}
