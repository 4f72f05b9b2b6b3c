//! A trace by its objects: a lane for each object of chosen sigs, with its mutable values in each state.
//!
//! In a lane stands what can change about the object: its `var` fields, the `var` sets that it is in, and from which
//! `var` fields of objects without a lane something leads to it. An action stands between two states, in the lane of
//! each object that is one of its arguments.

mod picture;
mod table;

use std::collections::BTreeSet;

use korrel_heapgraph::{Header, Scalar, State, TakenStep, Trace, Value};

use crate::frames::steps::action_text;
use crate::value::{scalar_text, value_text};

pub use picture::{lanes_picture, lanes_svg};
pub use table::lanes;

/// Invariant: each lane has a cell for each state, and an action's `calls` are indices of lanes, in order.
struct Lanes {
    sigs: String,
    /// The titles of the states.
    titles: Vec<String>,
    back: Option<usize>,
    lanes: Vec<ObjectLane>,
    /// The steps from state to state, and from the last one back. None if the record does not say what happens.
    steps: Vec<Vec<LaneAction>>,
}

/// An object.
struct ObjectLane {
    id: String,
    /// The place of its type among all.
    ty: usize,
    cells: Vec<LaneCell>,
}

/// An object in a state.
struct LaneCell {
    presence: Presence,
    facts: Vec<LaneFact>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    Here,
    /// Not there in the state before.
    New,
    /// There in the state before.
    Gone,
    Absent,
}

/// `at 3`, `in Token`, `no longer in Token`, `Ring.at`.
#[derive(Clone)]
struct LaneFact {
    name: String,
    value: String,
    is_changed: bool,
    /// The object whose field leads here.
    from: Option<String>,
}

/// An action that happens in a step.
struct LaneAction {
    /// With all its arguments.
    text: String,
    /// In the lanes of its arguments, which stand there already.
    lanes: Vec<(usize, String)>,
}

/// The names of what has objects for lanes: types and subset sigs.
pub fn lane_names(header: &Header) -> Vec<String> {
    let types = header.types.iter().map(|ty| ty.name.clone());
    types.chain(header.sets.iter().map(|set| set.name.clone())).collect()
}

impl Lanes {
    fn new(header: &Header, trace: &Trace, sigs: &[String]) -> Lanes {
        let ids = ids(header, trace, sigs);
        let is_lane = |id: &str| ids.iter().any(|(other, _)| other == id);
        let facts: Vec<Vec<Option<Vec<LaneFact>>>> = trace
            .states
            .iter()
            .map(|state| ids.iter().map(|(id, _)| facts(header, state, id, &is_lane)).collect())
            .collect();
        let lane = |(nth, (id, ty)): (usize, &(String, String))| ObjectLane {
            id: id.clone(),
            ty: header.place(ty).unwrap_or(0),
            cells: cells(&trace.states, facts.iter().map(|state| &state[nth])),
        };
        let steps = trace.steps.iter().zip(&trace.states);
        let call = |state: &State, action: &TakenStep| LaneAction::new(state, action, &ids);
        Lanes {
            sigs: sigs.join(", "),
            titles: (0..trace.states.len()).map(|at| format!("state {at}")).collect(),
            back: trace.back,
            lanes: ids.iter().enumerate().map(lane).collect(),
            steps: steps
                .map(|(step, state)| step.iter().map(|action| call(state, action)).collect())
                .collect(),
        }
    }

    fn is_looping(&self, state: usize) -> bool {
        self.back.is_some_and(|back| state >= back)
    }

    /// What happens in a step.
    fn calls(&self, step: usize) -> &[LaneAction] {
        self.steps.get(step).map_or(&[], Vec::as_slice)
    }

    /// What happens there to no object with a lane.
    fn elsewhere(&self, step: usize) -> Vec<&str> {
        let calls = self.calls(step).iter().filter(|call| call.lanes.is_empty());
        calls.map(|call| call.text.as_str()).collect()
    }

    /// What happens there in a lane.
    fn labels(&self, step: usize, lane: usize) -> Vec<&str> {
        let labels = self.calls(step).iter().flat_map(|call| &call.lanes);
        labels.filter(|(at, _)| *at == lane).map(|(_, label)| label.as_str()).collect()
    }
}

/// The objects of the sigs in any state, with their types: in the order of the types, then of the numbers.
fn ids(header: &Header, trace: &Trace, sigs: &[String]) -> Vec<(String, String)> {
    let mut found = BTreeSet::new();
    for state in &trace.states {
        for (at, object) in state.objects.iter().enumerate() {
            let is_in = |sig: &String| {
                let set = state.sets.iter().find(|(name, _)| name == sig);
                header.is_a(&object.type_name, sig)
                    || set.is_some_and(|(_, items)| items.contains(&Scalar::Object(at)))
            };
            if sigs.iter().any(is_in) {
                let place = header.place_of_object(&object.id);
                found.insert((place, object.id.clone(), object.type_name.clone()));
            }
        }
    }
    found.into_iter().map(|(_, id, ty)| (id, ty)).collect()
}

/// What can change about an object, as it is in a state, or `None` if it is not there.
fn facts(
    header: &Header,
    state: &State,
    id: &str,
    is_lane: &dyn Fn(&str) -> bool,
) -> Option<Vec<LaneFact>> {
    let at = state.objects.iter().position(|object| object.id == id)?;
    let object = &state.objects[at];
    let fact = |name: &str, value: String| LaneFact {
        name: name.to_owned(),
        value,
        is_changed: false,
        from: None,
    };
    let fields = object.fields.iter();
    let fields = fields.filter(|(name, _)| header.is_variable_field(&object.type_name, name));
    let mut found: Vec<LaneFact> =
        fields.map(|(name, value)| fact(name, value_text(state, value))).collect();
    let sets = state
        .sets
        .iter()
        .filter(|(name, items)| header.is_variable(name) && items.contains(&Scalar::Object(at)));
    found.extend(sets.map(|(name, _)| fact("in", name.clone())));
    for (from, owner) in state.objects.iter().enumerate().filter(|(_, owner)| !is_lane(&owner.id)) {
        for (name, value) in &owner.fields {
            if header.is_variable_field(&owner.type_name, name) {
                let leads = leading(state, value, at);
                let field = format!("{}.{name}", called(state, from));
                let from = Some(owner.id.clone());
                let lead =
                    |key| LaneFact { from: from.clone(), ..fact("", format!("{field}{key}")) };
                found.extend(leads.into_iter().map(lead));
            }
        }
    }
    Some(found)
}

/// For each tuple of a value that holds an object, what else stands in it: `[2, A$0]`, or nothing.
fn leading(state: &State, value: &Value, object: usize) -> Vec<String> {
    let holds = |tuple: &Vec<Scalar>| tuple.contains(&Scalar::Object(object));
    let tuples = value.tuples().into_iter().filter(holds);
    let key = |tuple: Vec<Scalar>| {
        let others = tuple.iter().filter(|scalar| **scalar != Scalar::Object(object));
        let others: Vec<String> = others.map(|scalar| scalar_text(state, scalar)).collect();
        if others.is_empty() { String::new() } else { format!("[{}]", others.join(", ")) }
    };
    tuples.map(key).collect()
}

/// An object by its id, or by its sig if that has just this one.
fn called(state: &State, at: usize) -> &str {
    let object = &state.objects[at];
    let root = |(name, value): &(String, Value)| {
        *name == object.type_name && *value == Value::One(Scalar::Object(at))
    };
    if state.roots.iter().any(root) { &object.type_name } else { &object.id }
}

/// The cells of a lane, with what changed since the state before.
fn cells<'f>(
    states: &[State],
    facts: impl Iterator<Item = &'f Option<Vec<LaneFact>>>,
) -> Vec<LaneCell> {
    let mut cells: Vec<LaneCell> = Vec::new();
    let mut before: Option<&Option<Vec<LaneFact>>> = None;
    for (state, now) in states.iter().zip(facts) {
        let presence = match (before, now) {
            (Some(None), Some(_)) => Presence::New,
            (_, Some(_)) => Presence::Here,
            (Some(Some(_)), None) => Presence::Gone,
            (_, None) => Presence::Absent,
        };
        let was = before.and_then(Option::as_ref).filter(|_| now.is_some());
        cells.push(LaneCell {
            presence,
            facts: compared(state, was, now.as_deref().unwrap_or_default()),
        });
        before = Some(now);
    }
    cells
}

/// The present facts, with the new ones marked, and then those that no longer hold.
fn compared(state: &State, was: Option<&Vec<LaneFact>>, now: &[LaneFact]) -> Vec<LaneFact> {
    let is_in =
        |facts: &[LaneFact], fact: &LaneFact| facts.iter().any(|other| other.text() == fact.text());
    let told = now.iter().map(|fact| LaneFact {
        is_changed: was.is_some_and(|was| !is_in(was, fact)),
        ..fact.clone()
    });
    let is_there = |id: &String| state.objects.iter().any(|object| object.id == *id);
    // A field has another value then. An object that is gone does not count.
    let can_be_lost = |fact: &LaneFact| match &fact.from {
        Some(from) => is_there(from),
        None => fact.name == "in",
    };
    let is_lost = |fact: &&LaneFact| can_be_lost(fact) && !is_in(now, fact);
    let lost = was.into_iter().flatten().filter(is_lost).map(|fact| LaneFact {
        name: "no longer".to_owned(),
        value: fact.text(),
        is_changed: true,
        from: fact.from.clone(),
    });
    told.chain(lost).collect()
}

impl LaneFact {
    fn text(&self) -> String {
        match self.name.as_str() {
            "" => self.value.clone(),
            name => format!("{name} {}", self.value),
        }
    }
}

impl LaneAction {
    fn new(state: &State, action: &TakenStep, ids: &[(String, String)]) -> LaneAction {
        let mut lanes: Vec<(usize, String)> = Vec::new();
        for (name, value) in &action.arguments {
            for scalar in value.tuples().into_iter().flatten() {
                let id = match &scalar {
                    Scalar::Object(at) => &state.objects[*at].id,
                    Scalar::Name(name) => name,
                    _ => continue,
                };
                let lane = ids.iter().position(|(other, _)| other == id);
                let Some(lane) = lane.filter(|lane| lanes.iter().all(|(at, _)| at != lane)) else {
                    continue;
                };
                // An argument that is several objects does not say which of them this one is.
                let but = matches!(value, Value::One(_)).then_some(name.as_str());
                lanes.push((lane, action_text(state, action, but)));
            }
        }
        LaneAction { text: action_text(state, action, None), lanes }
    }
}
