//! The atoms that are in use: the first ones of each sig, and as many as the scope allows.

use korrel_lang::model::{Model, SigId};
use rustc_hash::FxHashSet;

use crate::circuit::{Bit, Circuit};
use crate::draft::inputs::CellInputs;
use crate::question::Question;

/// No atom of a top-level sig is in use before those ahead of it are.
pub fn in_order(model: &Model, inputs: &CellInputs<'_>, circuit: &mut Circuit) -> Vec<Bit> {
    let mut roots = Vec::new();
    for top in model.top_level() {
        for pair in inputs.members(top).windows(2) {
            roots.push(circuit.implies(pair[1], pair[0]));
        }
    }
    roots
}

/// For each sig that has a scope, the condition that its size is within it.
pub fn sizes(
    question: &Question<'_>,
    inputs: &CellInputs<'_>,
    circuit: &mut Circuit,
) -> Vec<(SigId, Bit)> {
    let Question { model, scopes, .. } = question;
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

/// "The total size is at most s", for each s from the least to one less than the greatest.
pub fn total_sizes(model: &Model, inputs: &CellInputs<'_>, circuit: &mut Circuit) -> Vec<Bit> {
    let mut at_least: Vec<Bit> = Vec::new();
    for sig in model.top_level().filter(|&sig| !model.sigs[sig].is_enum) {
        if circuit.given_up().is_some() {
            break;
        }
        // The atoms in use come first, so a sig's members are its size in unary already. Those that are surely in use
        // only add the same to all sizes.
        let open: Vec<Bit> = inputs.members(sig).into_iter().filter(is_open).collect();
        if !open.is_empty() {
            at_least = unary_sum(&at_least, &open, circuit);
        }
    }
    let mut told = FxHashSet::default();
    let is_new = |bit: &Bit| !told.contains(&!*bit) && told.insert(*bit);
    at_least.into_iter().filter(is_open).filter(is_new).map(|bit| !bit).collect()
}

fn is_open(bit: &Bit) -> bool {
    *bit != Bit::TRUE && *bit != Bit::FALSE
}

/// The sum of two numbers in unary: a + b ≥ k is ⋁ᵢ (a ≥ i ∧ b ≥ k − i).
fn unary_sum(a: &[Bit], b: &[Bit], circuit: &mut Circuit) -> Vec<Bit> {
    let reaches = |number: &[Bit], k: usize| if k == 0 { Bit::TRUE } else { number[k - 1] };
    (1..=a.len() + b.len())
        .map(|k| {
            let splits = k.saturating_sub(b.len())..=k.min(a.len());
            let ways: Vec<Bit> =
                splits.map(|i| circuit.and([reaches(a, i), reaches(b, k - i)])).collect();
            circuit.or(ways)
        })
        .collect()
}
