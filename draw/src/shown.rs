//! A state without what hints hide.
//!
//! Hidden objects vanish with all that leads from them or to them. Of a longer tuple, an object between the first and the last
//! one leaves its name. A hidden field vanishes, too; if its value is to stand in the box, objects in it leave their names, so
//! that no arrow leads to them.

use korrel_heapgraph::{Header, Object, Scalar, State, Value};

use crate::hints::Hints;
use crate::look::ObjectLook;

impl Hints {
    /// The state as it is drawn.
    pub(crate) fn shown(&self, header: &Header, state: State) -> State {
        if self.is_silent() {
            return state;
        }
        let looks = (0..state.objects.len()).map(|at| self.object(header, &state, at));
        ShownState { hints: self, header, looks: looks.collect(), state: &state }.state()
    }
}

struct ShownState<'a> {
    hints: &'a Hints,
    header: &'a Header,
    looks: Vec<ObjectLook>,
    state: &'a State,
}

impl ShownState<'_> {
    fn state(&self) -> State {
        let state = self.state;
        let visible = (0..state.objects.len()).filter(|&at| self.looks[at].is_visible());
        let objects = visible.map(|at| Object {
            fields: self.fields(&state.objects[at]),
            ..state.objects[at].clone()
        });
        let relation = |(name, value): &(String, Value)| {
            let field = name.rsplit('.').next().unwrap_or(name);
            let is_visible = self.hints.field(self.header, "", field).is_visible();
            is_visible.then(|| (name.clone(), self.seen(value)))
        };
        let root = |(name, value): &(String, Value)| {
            // What is no parameter is a field of the object that a projection looks at.
            let look = self.hints.field(self.header, "", name);
            // A `one sig` is told by its name.
            let is_told = match self.header.roots.iter().any(|root| root.name == *name) {
                true => !self.hints.hides_all_witnesses() || self.header.type_of(name).is_some(),
                false => look.is_visible() || look.is_attribute(),
            };
            let seen = self.seen(value);
            (is_told && (!seen.is_empty() || value.is_empty())).then(|| (name.clone(), seen))
        };
        let set = |(name, items): &(String, Vec<Scalar>)| {
            (name.clone(), items.iter().filter_map(|item| self.kept(item)).collect())
        };
        State {
            roots: state.roots.iter().filter_map(root).collect(),
            objects: objects.collect(),
            sets: state.sets.iter().map(set).collect(),
            relations: state.relations.iter().filter_map(relation).collect(),
        }
    }

    fn fields(&self, object: &Object) -> Vec<(String, Value)> {
        let shown = |(name, value): &(String, Value)| {
            let look = self.hints.field(self.header, &object.type_name, name);
            let value = match (look.is_visible(), look.is_attribute()) {
                (true, _) => self.seen(value),
                (false, true) => {
                    each(value, &|scalar| self.named(scalar), &|scalar| Some(self.named(scalar)))
                }
                (false, false) => return None,
            };
            Some((name.clone(), value))
        };
        object.fields.iter().filter_map(shown).collect()
    }

    fn seen(&self, value: &Value) -> Value {
        let between = |scalar: &Scalar| self.kept(scalar).unwrap_or_else(|| self.named(scalar));
        each(value, &between, &|scalar| self.kept(scalar))
    }

    /// The scalar among the objects that are left.
    fn kept(&self, scalar: &Scalar) -> Option<Scalar> {
        match scalar {
            Scalar::Object(at) if !self.looks[*at].is_visible() => None,
            Scalar::Object(at) => {
                let gone = self.looks[..*at].iter().filter(|look| !look.is_visible()).count();
                Some(Scalar::Object(at - gone))
            }
            other => Some(other.clone()),
        }
    }

    fn named(&self, scalar: &Scalar) -> Scalar {
        match scalar {
            Scalar::Object(at) => Scalar::Name(self.looks[*at].title(self.state, *at)),
            other => other.clone(),
        }
    }
}

/// The value with other scalars in its tuples: in all columns but the last, and in the last one. A tuple vanishes with its last
/// scalar.
fn each(
    value: &Value,
    between: &dyn Fn(&Scalar) -> Scalar,
    last: &dyn Fn(&Scalar) -> Option<Scalar>,
) -> Value {
    let all = |items: &[Scalar]| items.iter().filter_map(last).collect();
    match value {
        Value::Null => Value::Null,
        Value::One(scalar) => last(scalar).map_or(Value::Null, Value::One),
        Value::Set(items) => Value::Set(all(items)),
        Value::Sequence(items) => Value::Sequence(all(items)),
        Value::Map(entries) => {
            let both = |(key, value): &(Scalar, Scalar)| Some((between(key), last(value)?));
            Value::Map(entries.iter().filter_map(both).collect())
        }
        Value::Relation(tuples) => {
            let tuple = |tuple: &Vec<Scalar>| {
                let (end, before) = tuple.split_last()?;
                Some(before.iter().map(between).chain([last(end)?]).collect::<Vec<Scalar>>())
            };
            Value::Relation(tuples.iter().filter_map(tuple).collect())
        }
    }
}
