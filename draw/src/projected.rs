//! An instance as the objects that somebody looks at see it: see [`crate::projection`].

use korrel_heapgraph::{Header, Member, Object, Scalar, State, Value};

use crate::hints::{Hints, is_name};
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

/// The objects that are looked at, one of each sig that the hints name. If they choose none, it is the first.
pub fn projected(header: &Header, instance: &DrawnInstance, hints: &Hints) -> Vec<ProjectedSig> {
    let hints = hints.clone().at_one_object();
    let mut views = views(header, instance, &hints);
    views.pop().map(|view| view.sigs).unwrap_or_default()
}

/// How a drawing looks at an instance: from one object of each sig that it is projected over.
#[derive(Clone, Debug, Default)]
pub struct ProjectedView {
    sigs: Vec<ProjectedSig>,
}

/// All views of an instance. There is one at least: that of the whole.
pub fn views(header: &Header, instance: &DrawnInstance, hints: &Hints) -> Vec<ProjectedView> {
    let mut views = vec![ProjectedView::default()];
    let named = hints.projections().iter().map(|(sig, chosen)| (own_name(header, sig), chosen));
    let named: Vec<(&str, &Option<usize>)> = named.collect();
    for (place, &(sig, chosen)) in named.iter().enumerate() {
        // A theme and a flag may call one sig by two names. What is said last is heeded.
        if named[place + 1..].iter().any(|(later, _)| *later == sig) {
            continue;
        }
        let ids = objects_of(header, instance, sig);
        // Another instance may have fewer objects.
        let last = ids.len().saturating_sub(1);
        let places = match chosen {
            Some(at) => (*at).min(last)..=(*at).min(last),
            None => 0..=last,
        };
        let view = |at: usize| ProjectedSig {
            sig: sig.to_owned(),
            object: ids.get(at).cloned(),
            at,
            of: ids.len(),
        };
        let seen = |before: &ProjectedView| -> Vec<ProjectedView> {
            let with = |at| ProjectedView { sigs: [&before.sigs[..], &[view(at)]].concat() };
            places.clone().map(with).collect()
        };
        views = views.iter().flat_map(seen).collect();
    }
    views
}

impl ProjectedView {
    /// The objects that are looked at: `Time$2`, or nothing.
    pub fn title(&self) -> String {
        let objects = self.sigs.iter().filter_map(|sig| sig.object.as_deref());
        objects.collect::<Vec<&str>>().join(", ")
    }

    /// True if the objects have an order, so that one view comes after the other.
    pub fn is_in_order(&self, header: &Header) -> bool {
        matches!(&self.sigs[..], [only] if header.is_fixed(&only.sig))
    }

    /// A state as it is seen from here.
    pub fn state(&self, header: &Header, state: &State) -> State {
        let mut seen = state.clone();
        for sig in &self.sigs {
            let Some(object) = &sig.object else { continue };
            let is_of = |at: &usize| header.is_a(&seen.objects[*at].type_name, &sig.sig);
            let over: Vec<usize> = (0..seen.objects.len()).filter(is_of).collect();
            let chosen = over.iter().copied().find(|at| seen.objects[*at].id == *object);
            let projection =
                SigProjection { header: Some(header), state: &seen, over: &over, chosen };
            seen = projection.state();
        }
        self.deny_empty(header, state, &mut seen);
        seen
    }

    /// Of a value whose columns have all gone it is left whether it has the objects that are looked at. An empty one has
    /// not.
    fn deny_empty(&self, header: &Header, whole: &State, seen: &mut State) {
        let looked_at = || self.sigs.iter().filter(|sig| sig.object.is_some());
        let has_gone = |sort: &str| looked_at().any(|sig| header.is_a(sort, &sig.sig));
        let left = |member: &Member| {
            let columns = member.shape.columns().into_iter();
            columns.filter(|column| !column.sorts().all(has_gone)).count()
        };
        let is_chosen =
            |object: &&Object| looked_at().any(|sig| sig.object.as_ref() == Some(&object.id));
        let chosen = whole.objects.iter().filter(is_chosen);
        let own: Vec<&Member> =
            chosen.flat_map(|object| header.fields(&object.type_name)).collect();
        let of_chosen = |name: &str| own.iter().copied().find(|member| member.name == name);
        let deny = |value: &mut Value, is_all: bool| {
            if is_all && value.is_empty() {
                *value = Value::One(Scalar::Boolean(false));
            }
        };
        for (name, value) in &mut seen.roots {
            let root = header.roots.iter().find(|root| root.name == *name);
            let root = root.or_else(|| of_chosen(name));
            deny(value, root.is_some_and(|member| left(member) == 0));
        }
        for (name, value) in &mut seen.relations {
            deny(value, header.relation(name).is_some_and(|member| left(member) == 0));
        }
        for Object { type_name, fields, .. } in &mut seen.objects {
            for (name, value) in fields {
                let is_all = match header.field(type_name, name) {
                    Some(member) => left(member) == 0,
                    // It hangs below an object of the one column that is left.
                    None => of_chosen(name).is_some_and(|member| left(member) == 1),
                };
                deny(value, is_all);
            }
        }
    }
}

/// The name of a sig in a header: that itself, or what a theme calls so.
pub(crate) fn own_name<'n>(header: &'n Header, sig: &'n str) -> &'n str {
    let names = || header.types.iter().map(|ty| ty.name.as_str());
    let themed = || names().find(|own| is_name(sig, own));
    names().find(|own| *own == sig).or_else(themed).unwrap_or(sig)
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
