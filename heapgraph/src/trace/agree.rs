//! What the states of a trace have in common: everything that is not `var`.

use std::collections::BTreeMap;

use crate::header::Header;
use crate::heap::{Object, Scalar, State, Value};
use crate::{MalformedRecord, malformed};

const STATIC: &str = "as in the first state, though it is not `var`";

/// # Errors
/// The place of what differs from the first state.
pub fn agree(header: &Header, states: &[State]) -> Result<(), MalformedRecord> {
    let named: Vec<NamedState<'_>> = states.iter().map(NamedState::new).collect();
    let mut types: BTreeMap<&str, &str> = BTreeMap::new();
    for (at, state) in named.iter().enumerate() {
        for object in &state.state.objects {
            let known = *types.entry(&object.id).or_insert(&object.type_name);
            if known != object.type_name {
                let path = format!("states[{at}].objects.{}.$type", object.id);
                return malformed(path, "the object's type in the states before");
            }
        }
    }
    let (first, rest) = named.split_first().expect("a trace has a state");
    for (at, state) in rest.iter().enumerate() {
        state.agree_with(header, first).map_err(|error| error.within(at + 1))?;
    }
    Ok(())
}

/// A state, and its objects by their ids.
struct NamedState<'s> {
    state: &'s State,
    objects: BTreeMap<&'s str, &'s Object>,
}

impl<'s> NamedState<'s> {
    fn new(state: &'s State) -> NamedState<'s> {
        let objects = state.objects.iter().map(|object| (object.id.as_str(), object)).collect();
        NamedState { state, objects }
    }

    fn agree_with(&self, header: &Header, first: &NamedState<'_>) -> Result<(), MalformedRecord> {
        for (id, object) in &self.objects {
            self.object(header, first, id, object)?;
        }
        let gone = first.objects.iter().filter(|(id, _)| !self.objects.contains_key(*id));
        for (id, object) in gone {
            self.object(header, first, id, object)?;
        }
        for (name, items) in &self.state.sets {
            let was = first.state.sets.iter().find(|(other, _)| other == name);
            let was = was.map_or_else(Vec::new, |(_, items)| first.set(items));
            if !header.is_variable(name) && self.set(items) != was {
                return malformed(format!("sets.{name}"), STATIC);
            }
        }
        for (name, value) in &self.state.relations {
            let was = first.value(&first.state.relations, name);
            if !header.is_variable(name) && self.tuples(value) != was {
                return malformed(format!("relations.{name}"), STATIC);
            }
        }
        self.roots(header, first)
    }

    /// A parameter holds in each state what it holds in the first one, without the objects that are gone.
    fn roots(&self, header: &Header, first: &NamedState<'_>) -> Result<(), MalformedRecord> {
        for (name, was) in first.state.roots.iter().filter(|(name, _)| !header.is_variable(name)) {
            let is_sequence = matches!(was, Value::Sequence(_));
            let mut was = first.tuples(was);
            let is_left = |scalar: &NamedValue| match scalar {
                NamedValue::Object(id) => self.objects.contains_key(id.as_str()),
                NamedValue::Other(_) => true,
            };
            was.retain(|tuple| tuple.iter().all(is_left));
            let mut now = self.value(&self.state.roots, name);
            if is_sequence {
                // The others have moved up.
                [&mut was, &mut now].into_iter().flatten().for_each(|tuple| drop(tuple.remove(0)));
            }
            if now != was {
                let expected = "what it is in the first state, as far as this one has its objects";
                return malformed(format!("roots.{name}"), expected);
            }
        }
        Ok(())
    }

    fn object(
        &self,
        header: &Header,
        first: &NamedState<'_>,
        id: &str,
        object: &Object,
    ) -> Result<(), MalformedRecord> {
        let (was, now) = (first.objects.get(id), self.objects.get(id));
        if was.is_some() != now.is_some() && !header.comes_and_goes(&object.type_name) {
            let expected = "there in all states or in none, though its sig is not `var`";
            return malformed(format!("objects.{id}"), expected);
        }
        for (name, _) in &object.fields {
            let of = |state: &NamedState<'_>, object: Option<&&Object>| {
                object.map_or_else(Vec::new, |object| state.value(&object.fields, name))
            };
            if !header.is_variable_field(&object.type_name, name) && of(self, now) != of(first, was)
            {
                return malformed(format!("objects.{id}.{name}"), STATIC);
            }
        }
        Ok(())
    }

    /// The tuples of a member, or none if it is not there.
    fn value(&self, members: &[(String, Value)], name: &str) -> Vec<Vec<NamedValue>> {
        let member = members.iter().find(|(other, _)| other == name);
        member.map_or_else(Vec::new, |(_, value)| self.tuples(value))
    }

    /// The tuples of a value, in an order of their own.
    fn tuples(&self, value: &Value) -> Vec<Vec<NamedValue>> {
        let named = |tuple: Vec<Scalar>| tuple.into_iter().map(|one| self.named(one)).collect();
        let mut tuples: Vec<Vec<NamedValue>> = value.tuples().into_iter().map(named).collect();
        if !matches!(value, Value::Sequence(_)) {
            tuples.sort_unstable();
            tuples.dedup();
        }
        tuples
    }

    fn set(&self, items: &[Scalar]) -> Vec<NamedValue> {
        let mut items: Vec<NamedValue> =
            items.iter().map(|item| self.named(item.clone())).collect();
        items.sort_unstable();
        items.dedup();
        items
    }

    fn named(&self, scalar: Scalar) -> NamedValue {
        match scalar {
            Scalar::Object(at) => NamedValue::Object(self.state.objects[at].id.clone()),
            other => NamedValue::Other(other),
        }
    }
}

/// A value that means the same in all states.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum NamedValue {
    Object(String),
    Other(Scalar),
}
