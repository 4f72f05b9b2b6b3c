//! The objects of a behaviour of a spec, from the first state on.

use std::sync::Arc;

use korrel_heapgraph::typed::{Codec, Misfit, ValueWriter};
use korrel_heapgraph::{Member, Shape};
use serde_json::{Map, Value, json};

use super::state::different;

/// The state that a program is in, in the names of the spec's objects.
#[derive(Clone)]
pub(super) struct Lasting {
    pub codec: Arc<Codec>,
    pub record: Arc<Value>,
}

impl Lasting {
    /// Of a request that begins a behaviour.
    pub fn new(codec: Arc<Codec>, request: &Value) -> Lasting {
        let mut record = json!({});
        for part in ["roots", "objects", "sets", "relations"] {
            record[part] = request.get(part).cloned().unwrap_or_else(|| json!({}));
        }
        Lasting { codec, record: Arc::new(record) }
    }

    /// What a call has changed, as a part of its reply, where the program tells its state: fields of roots, members of
    /// sigs and of relations. What it does not tell is as it was.
    pub fn step(&mut self, told: &Map<String, Value>) -> Result<Map<String, Value>, Misfit> {
        let codec = Arc::clone(&self.codec);
        let mut after = (*self.record).clone();
        for (name, value) in told {
            tell(&codec, &mut after, name, value).map_err(|misfit| misfit.below(name))?;
        }
        let reply = changes(&self.record, &after);
        self.record = Arc::new(after);
        Ok(reply)
    }

    /// A result, in the names of the spec.
    pub fn result(&self, value: Value, shape: &Shape) -> Result<Value, Misfit> {
        let mut objects = self.record["objects"].as_object().cloned().unwrap_or_default();
        ValueWriter::new(&self.codec, &mut objects).value(value, shape)
    }
}

fn tell(codec: &Codec, state: &mut Value, name: &str, value: &Value) -> Result<(), Misfit> {
    let types = &codec.types;
    let set = |shape: &Shape, objects: &mut Map<String, Value>| {
        ValueWriter::new(codec, objects).value(value.clone(), shape)
    };
    let mut objects = match &mut state["objects"] {
        Value::Object(objects) => std::mem::take(objects),
        _ => Map::new(),
    };
    let root = state["roots"][name].as_str().filter(|id| objects.contains_key(*id));
    let told = match (root.map(str::to_owned), value) {
        (Some(root), Value::Object(fields)) => fields
            .iter()
            .try_for_each(|(field, value)| put(codec, &mut objects, &root, field, value.clone())),
        _ if state["roots"].get(name).is_some() => {
            let shape = types.shape("roots", name).expect("it is a root");
            set(&shape, &mut objects).map(|value| state["roots"][name] = value)
        }
        _ if types.set(name).is_some() => {
            let shape = types.shape("sets", name).expect("it is a subset sig");
            set(&shape, &mut objects).map(|value| state["sets"][name] = value)
        }
        _ if types.relation(name).is_some() => {
            let shape = types.shape("relations", name).expect("it is a relation");
            set(&shape, &mut objects).map(|value| state["relations"][name] = value)
        }
        _ if types.type_of(name).is_some() => extent(codec, &mut objects, name, value),
        _ => {
            let roots = types.roots.iter().map(|root| &root.name);
            let sigs = types.types.iter().map(|ty| &ty.name);
            let there: Vec<&str> = roots
                .chain(sigs)
                .chain(types.sets.iter().map(|set| &set.name))
                .chain(types.relations.iter().map(|of| &of.name))
                .map(String::as_str)
                .collect();
            Err(Misfit::new(format!("the spec has no such name, but {}", there.join(", "))))
        }
    };
    state["objects"] = Value::Object(objects);
    told
}

/// All objects of a sig: their ids, or by their ids their fields. A new one has an id of any form.
fn extent(
    codec: &Codec,
    objects: &mut Map<String, Value>,
    sig: &str,
    value: &Value,
) -> Result<(), Misfit> {
    let ids: Vec<&str> = match value {
        Value::Object(all) => all.keys().map(String::as_str).collect(),
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        _ => return Err(Misfit::new("neither an array of ids nor an object of objects")),
    };
    let is_of =
        |fields: &Value| fields["$type"].as_str().is_some_and(|own| codec.types.is_a(own, sig));
    objects.retain(|id, fields| !is_of(fields) || ids.contains(&id.as_str()));
    let Value::Object(all) = value else { return Ok(()) };
    for (id, fields) in all {
        let known = objects.get(id).and_then(|fields| fields["$type"].as_str());
        let ty = fields["$type"].as_str().or(known).unwrap_or(sig).to_owned();
        objects.insert(id.clone(), json!({ "$type": ty }));
    }
    for (id, fields) in all {
        let fields = fields.as_object().into_iter().flatten();
        for (field, value) in fields.filter(|(field, _)| *field != "$type") {
            put(codec, objects, id, field, value.clone()).map_err(|misfit| misfit.below(id))?;
        }
    }
    Ok(())
}

fn put(
    codec: &Codec,
    objects: &mut Map<String, Value>,
    id: &str,
    field: &str,
    value: Value,
) -> Result<(), Misfit> {
    let ty = objects[id]["$type"].as_str().unwrap_or_default();
    let Some(Member { shape, .. }) = codec.types.field(ty, field) else {
        let there: Vec<&str> = codec.types.fields(ty).map(|field| field.name.as_str()).collect();
        return Err(Misfit::new(format!("{ty} has no field `{field}`, but {}", there.join(", "))));
    };
    let written = ValueWriter::new(codec, objects).value(value, shape);
    objects[id][field] = written.map_err(|misfit| misfit.below(field))?;
    Ok(())
}

fn changes(before: &Value, after: &Value) -> Map<String, Value> {
    let objects = |state: &Value| state["objects"].as_object().cloned().unwrap_or_default();
    let (was, now) = (objects(before), objects(after));
    let gone = was.keys().filter(|id| !now.contains_key(*id)).map(|id| (id.clone(), Value::Null));
    let mut changed: Map<String, Value> = gone.collect();
    for (id, fields) in &now {
        match was.get(id) {
            Some(same) if same == fields => {}
            Some(was) => drop(changed.insert(id.clone(), different(was, fields))),
            None => drop(changed.insert(id.clone(), fields.clone())),
        }
    }
    let mut reply = Map::new();
    for part in ["roots", "sets", "relations"] {
        let members = after[part].as_object().into_iter().flatten();
        let told: Map<String, Value> = members
            .filter(|(name, value)| before[part].get(*name) != Some(value))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        if !told.is_empty() {
            reply.insert(part.to_owned(), Value::Object(told));
        }
    }
    if !changed.is_empty() || !reply.is_empty() {
        reply.insert("changed".to_owned(), Value::Object(changed));
    }
    reply
}
