//! Compares Korrel's list with the witness: it must hold exactly one least lasso of each class.

use std::collections::BTreeSet;

use super::product::{Listed, listed};
use super::states::World;
use super::traces::{Found, Limits, Query, class, is_least_lasso, traces};
use super::tree::Spec;

/// The ways in which a spec is compared.
pub const LIMITS: Limits = Limits { cells: 10, traces: 5000 };

/// What both find; `None` if there is too much to try.
///
/// # Errors
/// A difference, as text: its kind before the colon.
pub fn judge(spec: &Spec, query: Query) -> Result<Option<Found>, String> {
    let world = World::new(spec, query.reading);
    let Some(expected) = traces(&world, query, LIMITS) else {
        return Ok(None);
    };
    let text = spec.to_string();
    let listed = std::panic::catch_unwind(|| listed(&world, &text, query));
    let Listed { traces, counted } = match listed {
        Ok(listed) => listed.map_err(|why| format!("refused: {why}"))?,
        Err(_) => return Err("panicked:".to_owned()),
    };
    let (number, wanted) = (traces.len(), expected.classes.len());
    let renamings = world.renamings();
    let mut found = BTreeSet::new();
    for trace in traces {
        let said = format!("{number} listed, {wanted} classes, {trace:?}");
        if !is_least_lasso(&trace) {
            return Err(format!("no least lasso: {said}"));
        }
        let class = class(&world, &renamings, trace);
        if !expected.classes.contains(&class) {
            return Err(format!("no trace: {said}"));
        }
        if !found.insert(class) {
            return Err(format!("listed twice: {said}"));
        }
    }
    if let Some(missed) = expected.classes.difference(&found).next() {
        return Err(format!("missed: {number} listed, {wanted} classes, {missed:?}"));
    }
    if counted != wanted.to_string() {
        return Err(format!("counted: {counted}, and {number} listed"));
    }
    Ok(Some(expected))
}
