//! The actions of a step, as text.

use korrel_heapgraph::{Header, State, TakenStep, Trace};

use crate::hints::Hints;
use crate::instance::DrawnInstance;
use crate::tables::names::named;
use crate::value::value_text;

/// `send(p: Process$0, to: Process$1)`, or the name alone. An argument that is `but` is left out: it stands there
/// already.
pub fn action_text(state: &State, action: &TakenStep, but: Option<&str>) -> String {
    let arguments = action.arguments.iter().filter(|(name, _)| Some(name.as_str()) != but);
    let told = arguments.map(|(name, value)| format!("{name}: {}", value_text(state, value)));
    let told: Vec<String> = told.collect();
    if told.is_empty() {
        action.action.clone()
    } else {
        format!("{}({})", action.action, told.join(", "))
    }
}

/// The actions of each step of a trace, in which rows and values are called as in its tables.
pub(crate) fn named_steps(header: &Header, instance: &DrawnInstance, hints: &Hints) -> Vec<String> {
    match instance {
        DrawnInstance::Heap(_) => Vec::new(),
        DrawnInstance::Trace(_) => match &*named(header, instance, hints) {
            DrawnInstance::Trace(trace) => step_texts(trace),
            DrawnInstance::Heap(_) => unreachable!("a trace stays one"),
        },
    }
}

/// The actions of each step in a line, or none if the record does not say what happens.
pub fn step_texts(trace: &Trace) -> Vec<String> {
    let steps = trace.steps.iter().zip(&trace.states);
    let texts = steps.map(|(step, state)| {
        let actions = step.iter().map(|action| action_text(state, action, None));
        actions.collect::<Vec<_>>().join(", ")
    });
    texts.collect()
}
