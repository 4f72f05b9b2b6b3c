//! Functions without parameters, which Alloy's viewer calls `$f`.
//!
//! A set stands in the boxes of its objects. Of a relation, arrows lead from the objects in its first column. Tuples that begin
//! with no object stand beside the picture. The viewer shows every function. Here one is shown if something is said of `$f`.

use std::collections::BTreeSet;

use korrel_heapgraph::{Scalar, State, Value};
use serde_json::Value as Json;

use crate::hints::{EdgeSubject, Hints, NodeSubject};
use crate::instance::DrawnInstance;
use crate::projection::lone_or_set;

impl Hints {
    /// The functions that something is said of, and not only that they are hidden.
    pub fn functions(&self) -> Vec<&str> {
        // To the viewer, they are witnesses.
        if self.hides_all_witnesses() {
            return Vec::new();
        }
        let sets = self.nodes.iter().filter_map(|(subject, _)| match subject {
            NodeSubject::Set(name) => name.strip_prefix('$'),
            NodeSubject::Any | NodeSubject::Sig(_) => None,
        });
        let arrows = self.edges.iter().filter_map(|(subject, look)| match subject {
            EdgeSubject::Field(name, _) if look.is_visible() || look.is_attribute() => {
                name.strip_prefix('$')
            }
            EdgeSubject::Any | EdgeSubject::Field(..) => None,
        });
        let mut all: Vec<&str> = sets.chain(arrows).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl DrawnInstance {
    /// The same with the value of a function in each of its states: tuples of ids, numbers and texts. A state of which there
    /// is no value has an empty one.
    pub fn with_function(mut self, name: &str, values: &[Option<Vec<Vec<Json>>>]) -> DrawnInstance {
        let states: Vec<&mut State> = match &mut self {
            DrawnInstance::Heap(heap) => {
                [&mut heap.state].into_iter().chain(&mut heap.after).collect()
            }
            DrawnInstance::Trace(trace) => trace.states.iter_mut().collect(),
        };
        let value = ToldFunction::new(format!("${name}"), values);
        let none = &Vec::new();
        for (place, state) in states.into_iter().enumerate() {
            value.tell(state, values.get(place).and_then(Option::as_ref).unwrap_or(none));
        }
        self
    }
}

/// What is known of a function from its values in all states. What it has lost in one of them is drawn there as a change.
struct ToldFunction<'v> {
    name: String,
    is_set: bool,
    /// The atoms in its first column in any state.
    first: BTreeSet<&'v str>,
}

impl<'v> ToldFunction<'v> {
    fn new(name: String, values: &'v [Option<Vec<Vec<Json>>>]) -> ToldFunction<'v> {
        let mut tuples = values.iter().flatten().flatten().peekable();
        let is_set = tuples.peek().is_some_and(|tuple| tuple.len() == 1);
        let first = tuples.filter_map(|tuple| tuple.first()?.as_str()).collect();
        ToldFunction { name, is_set, first }
    }

    fn tell(&self, state: &mut State, tuples: &[Vec<Json>]) {
        let scalar = |json: &Json| scalar(state, json);
        let tuples = tuples.iter().map(|tuple| tuple.iter().map(scalar).collect());
        let tuples: Vec<Vec<Scalar>> = tuples.collect();
        if self.is_set {
            let items = tuples.into_iter().flatten().collect();
            state.sets.push((self.name.clone(), items));
            return;
        }
        for (at, object) in state.objects.iter_mut().enumerate() {
            if !self.first.contains(&*object.id) {
                continue;
            }
            let own = tuples.iter().filter(|tuple| tuple[0] == Scalar::Object(at));
            let own: Vec<Vec<Scalar>> = own.map(|tuple| tuple[1..].to_vec()).collect();
            let value = match own.iter().all(|tuple| tuple.len() == 1) {
                true => lone_or_set(own),
                false => Value::Relation(own),
            };
            object.fields.push((self.name.clone(), value));
        }
        let is_led = |tuple: &Vec<Scalar>| matches!(tuple[0], Scalar::Object(_));
        let rest: Vec<Vec<Scalar>> = tuples.into_iter().filter(|tuple| !is_led(tuple)).collect();
        if !rest.is_empty() {
            state.relations.push((self.name.clone(), Value::Relation(rest)));
        }
    }
}

/// An atom as it is drawn. An object of another state has its name only.
fn scalar(state: &State, json: &Json) -> Scalar {
    match json {
        Json::String(text) => match state.objects.iter().position(|object| object.id == *text) {
            Some(at) => Scalar::Object(at),
            None => Scalar::Name(text.clone()),
        },
        Json::Bool(truth) => Scalar::Boolean(*truth),
        other => other.as_i64().map_or_else(|| Scalar::Name(other.to_string()), Scalar::Number),
    }
}
