//! The report on a violated conjunct.

use korrel_enumerate::heap::HeapError;
use korrel_lang::evaluate::{Failure, SideValue};
use korrel_lang::spec::Spec;
use korrel_lang::tuples::TupleSet;
use serde_json::Value as Json;

/// A conjunct that does not hold, or a state that does not fit its types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViolatedConjunct {
    /// The predicate that says it: the one that is called last on the way to it.
    pub cause: String,
    /// `list.als:14`.
    pub at: Option<String>,
    /// Details for people: the conjunct, values for which it fails, the values of both its sides.
    /// For a state that does not fit, the place and the reason.
    pub details: Vec<String>,
}

/// The cause of what does not fit its types.
const MISFIT: &str = "the state afterwards does not fit its types";

pub(super) fn misfit(prefix: &str, error: HeapError) -> ViolatedConjunct {
    let cause = match prefix {
        "" => "the result does not fit its type",
        "post." => MISFIT,
        _ => "the input does not fit its types",
    };
    let details = vec![format!("{prefix}{}: {}", error.path, error.message)];
    ViolatedConjunct { cause: cause.to_owned(), at: None, details }
}

pub(super) fn too_large(what: String) -> ViolatedConjunct {
    ViolatedConjunct { cause: "too large to be judged".to_owned(), at: None, details: vec![what] }
}

/// `asserted`: the name of the formula that is judged. `atoms` holds the name of each atom.
pub(super) fn described(
    spec: &Spec,
    asserted: &str,
    failure: &Failure,
    atoms: &[Json],
) -> ViolatedConjunct {
    let (model, sources) = (&spec.model, &spec.sources);
    let named = failure.calls.last().map(|(called, _)| &model.functions[*called].name[..]);
    let (line, _) = sources.line_and_column(failure.span);
    let file = &sources.get(failure.span.file).name;
    let text = |span| sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let mut details = vec![text(failure.span)];
    if !failure.bindings.is_empty() {
        let bindings: Vec<String> = failure
            .bindings
            .iter()
            .map(|(id, value)| format!("{} = {}", model.variables[*id].name, set(value, atoms)))
            .collect();
        details.push(format!("for {}", bindings.join(", ")));
    }
    for (span, side) in failure.sides.iter().flatten() {
        let value = match side {
            SideValue::Integer(number) => number.to_string(),
            SideValue::Relation(tuples) => set(tuples, atoms),
        };
        details.push(format!("{} is {value}", text(*span)));
    }
    ViolatedConjunct {
        cause: named.unwrap_or(asserted).to_owned(),
        at: Some(format!("{file}:{line}")),
        details,
    }
}

/// One atom by itself, `{Node$0, Node$1}`, `{Node$0→1}`.
fn set(tuples: &TupleSet, atoms: &[Json]) -> String {
    let name = |atom: usize| match &atoms[atom] {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    let tuple = |tuple: Vec<korrel_lang::universe::AtomId>| {
        tuple.iter().map(|atom| name(atom.0 as usize)).collect::<Vec<_>>().join("→")
    };
    match tuples.single() {
        Some(atom) => name(atom.0 as usize),
        None => format!("{{{}}}", tuples.tuples().map(tuple).collect::<Vec<_>>().join(", ")),
    }
}
