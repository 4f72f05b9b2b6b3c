//! One state for each object of an ordered sig.
//!
//! A spec with `open util/ordering[Time]` tells a story: most of its fields have a column of `Time`. As
//! Alloy's viewer does when a sig is projected, the heap is cut into one frame for each time: a tuple
//! whose column of times holds another one is left out, and the column goes.

use korrel_heapgraph::{Header, Object, Scalar, State, Value};

/// The state at each time, with the object that it belongs to: `Time$2`. The state itself without a title, if
/// nothing in it is ordered, or if the order says nothing.
pub fn moments(header: &Header, state: &State) -> Vec<(String, State)> {
    let Some(times) = times(header, state) else {
        return vec![(String::new(), state.clone())];
    };
    let moment = |&time: &usize| {
        let projection = FrameProjection { state, times: &times, time };
        (state.objects[time].id.clone(), projection.frame())
    };
    times.iter().map(moment).collect()
}

/// The objects of the first ordered type that has several of them, and on which something depends.
/// Objects that lead to each other are no moments.
fn times(header: &Header, state: &State) -> Option<Vec<usize>> {
    header.fixed.iter().find_map(|ty| {
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
        |tuple: &Vec<Scalar>| tuple.iter().filter(|scalar| is_time(scalar, times)).count() > 1;
    let values = state.objects.iter().flat_map(|object| &object.fields);
    let mut values = values.chain(&state.roots).chain(&state.relations);
    times.iter().any(leads) || values.any(|(_, value)| value.tuples().iter().any(is_pair))
}

fn mentions(value: &Value, times: &[usize]) -> bool {
    value.tuples().iter().flatten().any(|scalar| is_time(scalar, times))
}

fn is_time(scalar: &Scalar, times: &[usize]) -> bool {
    matches!(scalar, Scalar::Object(at) if times.contains(at))
}

struct FrameProjection<'a> {
    state: &'a State,
    times: &'a [usize],
    time: usize,
}

impl FrameProjection<'_> {
    fn frame(&self) -> State {
        let own = &self.state.objects[self.time];
        let roots = own.fields.iter().chain(&self.state.roots);
        let kept = |at: &usize| !self.times.contains(at);
        let objects = (0..self.state.objects.len()).filter(kept);
        State {
            roots: roots.filter_map(|(name, value)| self.member(name, value)).collect(),
            objects: objects.map(|at| self.object(&self.state.objects[at])).collect(),
            sets: self.sets(),
            relations: self
                .state
                .relations
                .iter()
                .filter_map(|(name, value)| self.member(name, value))
                .collect(),
        }
    }

    fn object(&self, object: &Object) -> Object {
        let fields = object.fields.iter().filter_map(|(name, value)| self.member(name, value));
        Object { fields: fields.collect(), ..object.clone() }
    }

    fn sets(&self) -> Vec<(String, Vec<Scalar>)> {
        let outside = |items: &[Scalar]| {
            items.iter().filter(|item| !is_time(item, self.times)).map(|i| self.moved(i)).collect()
        };
        self.state.sets.iter().map(|(name, items)| (name.clone(), outside(items))).collect()
    }

    fn member(&self, name: &str, value: &Value) -> Option<(String, Value)> {
        Some((name.to_owned(), self.value(value)?))
    }

    /// The value at this time; `None` where it is nothing but a time.
    fn value(&self, value: &Value) -> Option<Value> {
        if !mentions(value, self.times) {
            return Some(self.renumbered(value));
        }
        let column = |tuple: &Vec<Scalar>| tuple.iter().position(|s| is_time(s, self.times));
        let mut tuples = value.tuples();
        tuples
            .retain(|tuple| column(tuple).is_none_or(|at| tuple[at] == Scalar::Object(self.time)));
        for tuple in &mut tuples {
            if let Some(at) = column(tuple) {
                tuple.remove(at);
            }
            tuple.iter_mut().for_each(|scalar| *scalar = self.moved(scalar));
        }
        match value {
            Value::One(_) | Value::Set(_) | Value::Sequence(_) | Value::Null => {
                Some(Value::One(Scalar::Boolean(!tuples.is_empty())))
            }
            Value::Map(_) if tuples.len() == 1 => Some(Value::One(tuples.remove(0).remove(0))),
            Value::Map(_) if tuples.is_empty() => Some(Value::Null),
            _ if tuples.iter().all(|tuple| tuple.len() == 1) => {
                Some(Value::Set(tuples.into_iter().flatten().collect()))
            }
            _ => Some(Value::Relation(tuples)),
        }
    }

    fn renumbered(&self, value: &Value) -> Value {
        let all = |items: &[Scalar]| items.iter().map(|item| self.moved(item)).collect();
        match value {
            Value::Null => Value::Null,
            Value::One(scalar) => Value::One(self.moved(scalar)),
            Value::Set(items) => Value::Set(all(items)),
            Value::Sequence(items) => Value::Sequence(all(items)),
            Value::Map(entries) => {
                let both = |(key, value): &(Scalar, Scalar)| (self.moved(key), self.moved(value));
                Value::Map(entries.iter().map(both).collect())
            }
            Value::Relation(tuples) => {
                Value::Relation(tuples.iter().map(|tuple| all(tuple)).collect())
            }
        }
    }

    /// The same scalar among the objects that are left.
    fn moved(&self, scalar: &Scalar) -> Scalar {
        match scalar {
            Scalar::Object(at) => {
                Scalar::Object(at - self.times.iter().filter(|time| *time < at).count())
            }
            other => other.clone(),
        }
    }
}
