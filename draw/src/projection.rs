//! A state as one object of a sig sees it, as in Alloy's viewer when the sig is projected.
//!
//! The objects of the sig vanish. A tuple with another one than the chosen one is left out, and the columns of the
//! sig go: of `holder: Time -> Process -> Lock`, projected over `Time`, arrows from processes to locks are left.

use korrel_heapgraph::{Column, Header, Object, Scalar, State, Value};

/// The objects of a sig, and the one of them that is looked at.
pub struct SigProjection<'a> {
    /// The sig by which the chosen object's fields become arrows. With `None` they stay values beside the objects, so
    /// that a frame can mark one that a later frame lacks.
    pub header: Option<&'a Header>,
    pub state: &'a State,
    pub over: &'a [usize],
    /// `None` where it is not in this state.
    pub chosen: Option<usize>,
}

pub fn mentions(value: &Value, objects: &[usize]) -> bool {
    value.tuples().iter().flatten().any(|scalar| is_among(scalar, objects))
}

pub fn is_among(scalar: &Scalar, objects: &[usize]) -> bool {
    matches!(scalar, Scalar::Object(at) if objects.contains(at))
}

impl SigProjection<'_> {
    /// The state without the objects. The chosen one's fields are roots, or lead from the objects in their first
    /// column.
    pub fn state(&self) -> State {
        let state = self.state;
        let is_kept = |at: &usize| !self.over.contains(at);
        let kept = (0..state.objects.len()).filter(is_kept).map(|at| &state.objects[at]);
        let object =
            |object: &Object| Object { fields: self.members(&object.fields), ..object.clone() };
        let mut objects: Vec<Object> = kept.map(object).collect();
        let own = self.chosen.map(|at| self.members(&state.objects[at].fields)).unwrap_or_default();
        let own = own.into_iter().filter_map(|(name, value)| {
            let value = self.hung(&mut objects, &name, value)?;
            Some((name, value))
        });
        let mut roots: Vec<(String, Value)> = own.collect();
        roots.extend(self.members(&state.roots));
        State { roots, objects, sets: self.sets(), relations: self.members(&state.relations) }
    }

    fn members(&self, members: &[(String, Value)]) -> Vec<(String, Value)> {
        members.iter().map(|(name, value)| (name.clone(), self.value(value))).collect()
    }

    fn sets(&self) -> Vec<(String, Vec<Scalar>)> {
        let outside = |items: &[Scalar]| {
            items.iter().filter(|item| !is_among(item, self.over)).map(|i| self.moved(i)).collect()
        };
        self.state.sets.iter().map(|(name, items)| (name.clone(), outside(items))).collect()
    }

    /// The value as the chosen object sees it. A value of nothing but such objects becomes whether it has the chosen
    /// one.
    fn value(&self, value: &Value) -> Value {
        if !mentions(value, self.over) {
            return self.named(value);
        }
        let mut tuples = value.tuples();
        let is_unary = matches!(value, Value::One(_) | Value::Set(_) | Value::Sequence(_))
            || tuples.iter().flatten().all(|scalar| is_among(scalar, self.over));
        let is_seen = |scalar: &Scalar| match scalar {
            Scalar::Object(at) if self.over.contains(at) => Some(*at) == self.chosen,
            _ => true,
        };
        tuples.retain(|tuple| tuple.iter().all(is_seen));
        if is_unary {
            return Value::One(Scalar::Boolean(!tuples.is_empty()));
        }
        for tuple in &mut tuples {
            tuple.retain(|scalar| !is_among(scalar, self.over));
            tuple.iter_mut().for_each(|scalar| *scalar = self.moved(scalar));
        }
        tuples.retain(|tuple| !tuple.is_empty());
        match value {
            Value::Map(_) => lone_or_set(tuples),
            _ if tuples.iter().all(|tuple| tuple.len() == 1) => {
                Value::Set(tuples.into_iter().flatten().collect())
            }
            _ => Value::Relation(tuples),
        }
    }

    /// Hangs a field of the chosen object below the objects in its first column that is left, empty ones too, so
    /// that the drawing shows what an object loses from one state to the next. What hangs nowhere is returned.
    fn hung(&self, objects: &mut [Object], name: &str, value: Value) -> Option<Value> {
        let (Some(header), Some(at)) = (self.header, self.chosen) else { return Some(value) };
        let chosen = &self.state.objects[at];
        let columns = header.field(&chosen.type_name, name).map(|field| field.shape.columns());
        let is_left = |column: &&Column| {
            !column.sorts().any(|sort| header.top(sort) == header.top(&chosen.type_name))
        };
        let mut columns = columns.into_iter().flatten().filter(is_left);
        let (Some(first), Some(_)) = (columns.next(), columns.next()) else { return Some(value) };
        let is_led = |tuple: &Vec<Scalar>| tuple.len() > 1 && matches!(tuple[0], Scalar::Object(_));
        let (led, rest): (Vec<_>, Vec<_>) = value.tuples().into_iter().partition(is_led);
        let mut hangs = false;
        for (at, object) in objects.iter_mut().enumerate() {
            let own = led.iter().filter(|tuple| tuple[0] == Scalar::Object(at));
            let own: Vec<Vec<Scalar>> = own.map(|tuple| tuple[1..].to_vec()).collect();
            let is_declared = first.sorts().any(|sort| header.is_a(&object.type_name, sort));
            if own.is_empty() && !is_declared {
                continue;
            }
            let value = match own.iter().all(|tuple| tuple.len() == 1) {
                true => lone_or_set(own),
                false => Value::Relation(own),
            };
            object.fields.push((name.to_owned(), value));
            hangs = true;
        }
        (!hangs || !rest.is_empty()).then_some(Value::Relation(rest))
    }

    /// The same value among the objects that are left. One that vanishes leaves its name.
    pub fn named(&self, value: &Value) -> Value {
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

    fn moved(&self, scalar: &Scalar) -> Scalar {
        match scalar {
            Scalar::Object(at) if self.over.contains(at) => {
                Scalar::Name(self.state.objects[*at].id.clone())
            }
            Scalar::Object(at) => {
                Scalar::Object(at - self.over.iter().filter(|gone| *gone < at).count())
            }
            other => other.clone(),
        }
    }
}

/// The values of a map whose keys have gone, or its keys.
pub fn lone_or_set(tuples: Vec<Vec<Scalar>>) -> Value {
    let mut scalars: Vec<Scalar> = tuples.into_iter().flatten().collect();
    match scalars.len() {
        0 => Value::Null,
        1 => Value::One(scalars.remove(0)),
        _ => Value::Set(scalars),
    }
}
