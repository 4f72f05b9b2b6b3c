//! One state for each object of an ordered sig.
//!
//! A spec with `open util/ordering[Time]` tells a story: most of its fields have a column of `Time`. As
//! Alloy's viewer does when a sig is projected, the heap is cut into one frame for each time.

use korrel_heapgraph::{Header, Object, Scalar, State, Value};

use crate::projection::{SigProjection, is_among, mentions};

/// The state at each time, with the object that it belongs to: `Time$2`. The state itself without a title, if
/// nothing in it is ordered, or if the order says nothing.
pub fn moments(
    header: &Header,
    state: &State,
    is_moment: &dyn Fn(&str) -> bool,
) -> Vec<(String, State)> {
    let Some(times) = times(header, state, is_moment) else {
        return vec![(String::new(), state.clone())];
    };
    let moment = |&time: &usize| {
        let projection = SigProjection { header: None, state, over: &times, chosen: Some(time) };
        (state.objects[time].id.clone(), projection.state())
    };
    times.iter().map(moment).collect()
}

/// The objects of the first ordered type that has several of them, and on which something depends.
/// Objects that lead to each other are no moments, nor are those that do not seem to be: `is_moment`.
fn times(header: &Header, state: &State, is_moment: &dyn Fn(&str) -> bool) -> Option<Vec<usize>> {
    header.fixed.iter().filter(|ty| is_moment(ty)).find_map(|ty| {
        let is_one = |&at: &usize| header.is_a(&state.objects[at].type_name, ty);
        let times: Vec<usize> = (0..state.objects.len()).filter(is_one).collect();
        (times.len() > 1 && varies(state, &times) && !is_graph(state, &times)).then_some(times)
    })
}

fn varies(state: &State, times: &[usize]) -> bool {
    let has_values = |object: &Object| object.fields.iter().any(|(_, value)| !value.is_empty());
    let is_in_tuples = |object: &Object| {
        let mut values = object.fields.iter().map(|(_, value)| value);
        values.any(|value| !matches!(value, Value::One(_)) && mentions(value, times))
    };
    times.iter().any(|&time| has_values(&state.objects[time]))
        || state.objects.iter().any(is_in_tuples)
}

fn is_graph(state: &State, times: &[usize]) -> bool {
    let leads =
        |at: &usize| state.objects[*at].fields.iter().any(|(_, value)| mentions(value, times));
    let is_pair =
        |tuple: &Vec<Scalar>| tuple.iter().filter(|scalar| is_among(scalar, times)).count() > 1;
    let values = state.objects.iter().flat_map(|object| &object.fields);
    let mut values = values.chain(&state.roots).chain(&state.relations);
    times.iter().any(leads) || values.any(|(_, value)| value.tuples().iter().any(is_pair))
}
