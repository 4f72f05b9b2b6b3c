//! Traces of heaps as variables.

use serde_json::{Map, Value as Json, json};

use super::value::{itf_scalar, itf_value};
use super::{DESCRIPTION, ItfState, ItfTrace, ItfValue, steps};
use crate::MalformedRecord;
use crate::header::{Header, Member};
use crate::heap::State;
use crate::shape::Shape;
use crate::trace::Trace;

/// `states` and `steps` of the record are kept as they are.
pub(super) fn written(header: &Header, record: &Json) -> Result<ItfTrace, MalformedRecord> {
    let trace = Trace::read(header, record)?;
    let declared: Map<String, Json> =
        header.declarations().into_iter().map(|(name, part)| (name.to_owned(), part)).collect();
    let own = ["states", "steps"].into_iter();
    let own = own.filter_map(|name| Some((name.to_owned(), record.get(name)?.clone())));
    let own: Map<String, Json> = own.collect();
    let meta = json!({
        "format": "ITF", "format-description": DESCRIPTION, "source": header.spec,
        "command": header.command, "heapgraph": Json::from(declared).to_string(),
        "record": Json::from(own).to_string(),
    });
    let has_steps = steps::are_told(header, &trace);
    let variables = Variables { header };
    let (mut parameters, mut names) = (Vec::new(), Vec::new());
    for (name, is_variable) in variables.all() {
        if is_variable { &mut names } else { &mut parameters }.push(name);
    }
    let state = |(at, state): (usize, &State)| {
        let mut values = variables.values(state);
        if at > 0 {
            values.retain(|(name, _)| !parameters.contains(name));
        }
        if has_steps {
            values.extend(steps::variables(header, &trace, at));
        }
        ItfState { meta: Some(json!({ "index": at })), values, is_map: false }
    };
    let states = trace.states.iter().enumerate().map(state).collect();
    if has_steps {
        names.extend(steps::NAMES.map(str::to_owned));
    }
    let mut members = Map::new();
    members.insert("#meta".to_owned(), meta);
    members.insert("params".to_owned(), json!(parameters));
    members.insert("vars".to_owned(), json!(names));
    if let Some(back) = trace.back {
        members.insert("loop".to_owned(), json!(back));
    }
    Ok(ItfTrace { members, states })
}

/// The variables of traces of heaps.
struct Variables<'h> {
    header: &'h Header,
}

impl Variables<'_> {
    /// The names of all, and whether they differ between states.
    fn all(&self) -> Vec<(String, bool)> {
        let header = self.header;
        let mut found = Vec::new();
        for ty in &header.types {
            let changes = header.descendants(&ty.name).any(|name| header.comes_and_goes(name));
            found.push((ty.name.clone(), changes));
            for field in ty.fields.iter().filter(|field| self.declarer(&ty.name, field) == ty.name)
            {
                let name = format!("{}.{}", ty.name, field.name);
                found.push((name.clone(), header.is_variable(&name)));
            }
        }
        for set in &header.sets {
            found.push((set.name.clone(), header.is_variable(&set.name)));
            let fields = set.fields.iter().map(|field| format!("{}.{}", set.name, field.name));
            found.extend(fields.map(|name| (name.clone(), header.is_variable(&name))));
        }
        let relations = header.relations.iter().map(|relation| &relation.name);
        found.extend(relations.map(|name| (name.clone(), header.is_variable(name))));
        for root in &header.roots {
            // A parameter changes where a state has lost its objects.
            let changes = header.is_variable(&root.name) || !header.variable.is_empty();
            found.push((self.root(&root.name), changes));
        }
        found
    }

    /// A root that has the same name as a type, so that both are told apart.
    fn root(&self, name: &str) -> String {
        let is_taken = self.header.type_of(name).is_some() || self.header.set(name).is_some();
        if is_taken { format!("roots.{name}") } else { name.to_owned() }
    }

    /// The type that declares a field: the highest that has it.
    fn declarer<'t>(&'t self, ty: &'t str, field: &Member) -> &'t str {
        let has_it = |name: &&str| {
            let ty = self.header.type_of(name);
            ty.is_some_and(|ty| ty.fields.iter().any(|other| other.name == field.name))
        };
        self.header.ancestors(ty).filter(has_it).last().unwrap_or(ty)
    }

    fn values(&self, state: &State) -> Vec<(String, ItfValue)> {
        let header = self.header;
        let mut found = Vec::new();
        let field = |owner: &str, name: &str| {
            let of = |object: &crate::heap::Object| {
                let is_its =
                    header.is_a(&object.type_name, owner) || header.type_of(owner).is_none();
                let (_, value) = object.fields.iter().find(|(field, _)| is_its && field == name)?;
                let value = itf_value(state, value)?;
                Some((ItfValue::String(object.id.clone()), value))
            };
            ItfValue::Map(state.objects.iter().filter_map(of).collect())
        };
        for ty in &header.types {
            let of = state.objects.iter().filter(|object| header.is_a(&object.type_name, &ty.name));
            let ids = of.map(|object| ItfValue::String(object.id.clone())).collect();
            found.push((ty.name.clone(), ItfValue::Set(ids)));
            for member in ty.fields.iter().filter(|field| self.declarer(&ty.name, field) == ty.name)
            {
                found.push((format!("{}.{}", ty.name, member.name), field(&ty.name, &member.name)));
            }
        }
        for set in &header.sets {
            let (_, items) = state
                .sets
                .iter()
                .find(|(name, _)| *name == set.name)
                .map_or((&set.name, &[][..]), |(name, items)| (name, &items[..]));
            let items = items.iter().map(|item| itf_scalar(state, item)).collect();
            found.push((set.name.clone(), ItfValue::Set(items)));
            for member in &set.fields {
                found.push((
                    format!("{}.{}", set.name, member.name),
                    field(&set.name, &member.name),
                ));
            }
        }
        for relation in &header.relations {
            let value = state.relations.iter().find(|(name, _)| *name == relation.name);
            let value = value.and_then(|(_, value)| itf_value(state, value));
            found.push((relation.name.clone(), value.unwrap_or(ItfValue::Set(Vec::new()))));
        }
        for root in &header.roots {
            let value = state.roots.iter().find(|(name, _)| *name == root.name);
            let value = value.and_then(|(_, value)| itf_value(state, value));
            let value = match (&root.shape, value) {
                (Shape::Lone(_), value) => ItfValue::Set(value.into_iter().collect()),
                (_, Some(value)) => value,
                (_, None) => continue,
            };
            found.push((self.root(&root.name), value));
        }
        found
    }
}
