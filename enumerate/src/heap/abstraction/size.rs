//! Whether the instances of some heaps fit into memory.

use korrel_lang::model::{Model, SigId};

use super::super::read::HeapError;

/// The most bits that all relations together may take: 128 MiB.
const MOST_TUPLES: u128 = 1 << 30;

/// Relations are dense: each takes a bit for each tuple of its arity over all atoms. `values`: how
/// many integers and strings there are.
///
/// # Errors
/// If the relations of so many instances are too large.
pub(super) fn check_size(
    model: &Model,
    sigs: &[(SigId, u32)],
    values: usize,
    instances: usize,
) -> Result<(), HeapError> {
    let objects: u128 = sigs.iter().map(|&(_, size)| u128::from(size)).sum();
    let atoms = objects + values as u128;
    let arities: Vec<u32> =
        model.fields.iter().map(|(_, field)| 1 + field.range.arity() as u32).collect();
    // `iden` and whatever else an expression is made of, as large as the largest field at least.
    let largest = arities.iter().copied().max().unwrap_or(2);
    let tuples = |arity| atoms.saturating_pow(arity);
    let in_fields = arities.into_iter().map(tuples).fold(0, u128::saturating_add);
    let in_sigs = tuples(1).saturating_mul(model.sigs.len() as u128);
    let in_instances = in_fields.saturating_add(in_sigs).saturating_mul(instances.max(1) as u128);
    if in_instances.saturating_add(tuples(largest)) <= MOST_TUPLES {
        return Ok(());
    }
    Err(HeapError {
        path: "objects".to_owned(),
        message: format!(
            "{objects} objects and constants, and {values} numbers and strings, are too many atoms \
             for {} fields, of which the widest has {largest} columns",
            model.fields.len()
        ),
    })
}
