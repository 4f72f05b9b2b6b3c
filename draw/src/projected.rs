//! An instance as the objects that somebody looks at see it: see [`crate::projection`].

use korrel_heapgraph::{Header, State, Value};

use crate::hints::Hints;
use crate::instance::DrawnInstance;
use crate::projection::SigProjection;

/// A sig that a drawing is projected over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectedSig {
    pub sig: String,
    /// The object that is looked at, or `None` if the sig has none.
    pub object: Option<String>,
    /// Its place among those of the sig.
    pub at: usize,
    pub of: usize,
}

/// The sigs that an instance can be projected over: those that extend no other one.
pub fn top_sigs(header: &Header) -> impl Iterator<Item = &str> {
    header.types.iter().filter(|ty| ty.parent.is_none()).map(|ty| ty.name.as_str())
}

/// The instance projected over the sigs that the hints name, and the objects that are looked at.
pub fn projected(
    header: &Header,
    instance: &DrawnInstance,
    hints: &Hints,
) -> (DrawnInstance, Vec<ProjectedSig>) {
    let (mut instance, mut sigs) = (instance.clone(), Vec::new());
    for (sig, at) in hints.projections() {
        let ids = objects_of(header, &instance, sig);
        // Another instance may have fewer objects.
        let at = (*at).min(ids.len().saturating_sub(1));
        let object = ids.get(at).cloned();
        if let Some(object) = &object {
            project(header, &mut instance, sig, object);
        }
        sigs.push(ProjectedSig { sig: sig.clone(), object, at, of: ids.len() });
    }
    (instance, sigs)
}

/// Over all states, in the order in which they appear.
fn objects_of(header: &Header, instance: &DrawnInstance, sig: &str) -> Vec<String> {
    let states: Vec<&State> = match instance {
        DrawnInstance::Heap(heap) => [&heap.state].into_iter().chain(&heap.after).collect(),
        DrawnInstance::Trace(trace) => trace.states.iter().collect(),
    };
    let mut ids: Vec<String> = Vec::new();
    for object in states.into_iter().flat_map(|state| &state.objects) {
        if header.is_a(&object.type_name, sig) && !ids.contains(&object.id) {
            ids.push(object.id.clone());
        }
    }
    ids
}

fn project(header: &Header, instance: &mut DrawnInstance, sig: &str, object: &str) {
    // `told` are values that name objects of the state, and are not drawn: of witnesses, of the actions of a step.
    let one = |state: &mut State, told: &mut dyn Iterator<Item = &mut Value>| {
        let is_of = |at: &usize| header.is_a(&state.objects[*at].type_name, sig);
        let over: Vec<usize> = (0..state.objects.len()).filter(is_of).collect();
        let chosen = over.iter().copied().find(|at| state.objects[*at].id == object);
        let projection = SigProjection { header: Some(header), state, over: &over, chosen };
        told.for_each(|value| *value = projection.named(value));
        *state = projection.state();
    };
    match instance {
        DrawnInstance::Heap(heap) => {
            one(&mut heap.state, &mut heap.witnesses.iter_mut().map(|(_, value)| value));
            heap.after.iter_mut().for_each(|after| one(after, &mut std::iter::empty()));
        }
        DrawnInstance::Trace(trace) => {
            let mut witnesses = trace.witnesses.iter_mut();
            let mut steps = trace.steps.iter_mut();
            for state in &mut trace.states {
                // Witnesses concern the first state, and a step the state that it begins in.
                let taken = steps.next().into_iter().flatten();
                let arguments = taken.flat_map(|taken| &mut taken.arguments);
                one(state, &mut witnesses.by_ref().chain(arguments).map(|(_, value)| value));
            }
        }
    }
}
