//! What rows and values are called where no state is drawn: in witnesses, in actions, and in the values of expressions.

use std::borrow::Cow;
use std::collections::BTreeMap;

use korrel_heapgraph::{Header, Scalar, State, Trace, Value};

use super::split::{TableSplit, each};
use crate::hints::Hints;
use crate::instance::DrawnInstance;

/// The names in an instance.
pub struct RowNames<'a> {
    split: TableSplit<'a>,
    /// By id, of the objects of all states.
    objects: BTreeMap<String, String>,
}

impl<'a> RowNames<'a> {
    pub fn new(header: &'a Header, instance: &DrawnInstance, hints: &'a Hints) -> RowNames<'a> {
        let split = TableSplit::new(header, hints, instance.states());
        let is_silent = hints.tables.is_silent();
        let objects = instance.states().filter(|_| !is_silent).flat_map(|state| &state.objects);
        let named = objects.filter_map(|object| Some((object.id.clone(), split.name(object)?)));
        RowNames { objects: named.collect(), split }
    }

    /// What an object or a value of an enum is called, if hints say it.
    pub fn of(&self, atom: &str) -> Option<&str> {
        let object = self.objects.get(atom).map(String::as_str);
        object.or_else(|| self.split.named(atom))
    }

    fn name(&self, state: &State, values: &mut [(String, Value)]) {
        let scalar = |scalar: &Scalar| {
            let atom = match scalar {
                Scalar::Object(at) => Some(&state.objects[*at].id),
                Scalar::Name(name) => Some(name),
                _ => None,
            };
            let name = atom.and_then(|atom| self.of(atom));
            name.map_or_else(|| scalar.clone(), |name| Scalar::Name(name.to_owned()))
        };
        values.iter_mut().for_each(|(_, value)| *value = each(value, &scalar));
    }
}

/// Whether something has a value outside of the states.
fn has_values(instance: &DrawnInstance) -> bool {
    let has_arguments =
        |trace: &Trace| trace.steps.iter().flatten().any(|action| !action.arguments.is_empty());
    let is_of_steps = matches!(instance, DrawnInstance::Trace(trace) if has_arguments(trace));
    is_of_steps || !instance.witnesses().is_empty()
}

/// The instance, whose witnesses and actions name rows and values as its tables do.
pub fn named<'i>(
    header: &Header,
    instance: &'i DrawnInstance,
    hints: &Hints,
) -> Cow<'i, DrawnInstance> {
    if hints.tables.is_silent() || !has_values(instance) {
        return Cow::Borrowed(instance);
    }
    let names = RowNames::new(header, instance, hints);
    let mut named = instance.clone();
    match &mut named {
        DrawnInstance::Heap(heap) => names.name(&heap.state, &mut heap.witnesses),
        DrawnInstance::Trace(trace) => {
            names.name(&trace.states[0], &mut trace.witnesses);
            for (step, state) in trace.steps.iter_mut().zip(&trace.states) {
                step.iter_mut().for_each(|action| names.name(state, &mut action.arguments));
            }
        }
    }
    Cow::Owned(named)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// If it failed, each instance that is drawn would be copied, and its rows counted, for no name that is shown.
    #[test]
    fn an_instance_without_witnesses_is_not_copied() {
        let header = json!({"format": "heapgraph/1", "roots": {}, "types": {"P": {}}, "witness": {"p": "P"}});
        let header = Header::read(&header).expect("a header");
        let hints = Hints::read("--@ P: table people");
        let read = |record| DrawnInstance::read(&header, &record).expect("an instance");
        let is_copied = |record| matches!(named(&header, &read(record), &hints), Cow::Owned(_));
        let (objects, witnesses) = (json!({"P$0": {"$type": "P"}}), json!({"p": "P$0"}));
        assert!(!is_copied(json!({"id": 0, "roots": {}, "objects": objects})));
        let record = json!({"id": 0, "roots": {}, "objects": objects, "witness": witnesses});
        assert!(is_copied(record));
        let state = json!({"roots": {}, "objects": objects});
        assert!(!is_copied(json!({"id": 0, "roots": {}, "states": [state, state]})));
    }
}
