//! An answer to one input, carried over to another one of which the program would read the same.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::protocol::Reply;

/// An input that was sent, and its answer.
pub struct Sent {
    pub heap: Value,
    /// The objects that the program came upon, in order.
    pub ids: Vec<String>,
    pub reply: Reply,
}

/// The answer to `heap`, whose objects were met in this order; `None` where it changes what was not read.
pub fn carried(sent: &Sent, heap: &Value, ids: &[String]) -> Option<Reply> {
    let names = sent.ids.iter().cloned().zip(ids.iter().cloned()).collect();
    let mut carrying = Carrying { sent: sent.heap["objects"].as_object()?, names };
    let post = match &sent.reply.post {
        Some(post) => Some(carrying.post(post, heap)?),
        None => None,
    };
    let result = match &sent.reply.result {
        Some(result) => Some(carrying.renamed(result)?),
        None => None,
    };
    Some(Reply { post, result, ..sent.reply.clone() })
}

struct Carrying<'c> {
    /// The objects as they were sent.
    sent: &'c Map<String, Value>,
    /// What the other input's objects are called.
    names: HashMap<String, String>,
}

impl Carrying<'_> {
    fn post(&mut self, post: &Value, heap: &Value) -> Option<Value> {
        let after = post["objects"].as_object()?;
        let mut objects = heap["objects"].as_object()?.clone();
        for (id, fields) in after.iter().filter(|(id, _)| !self.sent.contains_key(*id)) {
            let ty = fields["$type"].as_str()?;
            let mut names = (0u64..).map(|number| format!("{ty}${number}"));
            let is_free = |name: &String| !objects.contains_key(name);
            let name = if is_free(id) { id.clone() } else { names.find(is_free)? };
            objects.insert(name.clone(), Value::Null);
            self.names.insert(id.clone(), name);
        }
        for (id, fields) in after {
            let before = self.sent.get(id);
            if before == Some(fields) {
                continue;
            }
            let name = self.names.get(id)?.clone();
            match before {
                None => drop(objects.insert(name, self.fields(fields)?)),
                Some(before) => {
                    for (field, value) in fields.as_object()? {
                        if before.get(field) != Some(value) {
                            objects[&name][field] = self.renamed(value)?;
                        }
                    }
                }
            }
        }
        let gone: Vec<&String> = self.sent.keys().filter(|id| !after.contains_key(*id)).collect();
        for name in gone.iter().filter_map(|id| self.names.get(*id)) {
            objects.shift_remove(name);
        }
        let mut carried = Map::new();
        for part in ["roots", "sets", "relations"] {
            if let Some(value) = post.get(part) {
                carried.insert(part.to_owned(), self.renamed(value)?);
            }
        }
        self.forget(&mut objects, &carried, heap);
        carried.insert("objects".to_owned(), Value::Object(objects));
        Some(Value::Object(carried))
    }

    /// What the program did not read goes with what led to it; what nothing led to stays.
    fn forget(&self, objects: &mut Map<String, Value>, post: &Map<String, Value>, heap: &Value) {
        let none = Map::new();
        let before = heap["objects"].as_object().unwrap_or(&none);
        let roots: Map<String, Value> = ["roots", "sets", "relations"]
            .iter()
            .filter_map(|part| {
                Some(((*part).to_owned(), post.get(*part).or(heap.get(*part))?.clone()))
            })
            .collect();
        let was_reached = reached(before, [&heap["roots"]]);
        let known: Vec<&String> =
            self.names.values().filter(|name| objects.contains_key(*name)).collect();
        let known: Vec<Value> = known.into_iter().map(|name| Value::from(name.as_str())).collect();
        let is_reached = reached(objects, [&Value::Object(roots), &Value::Array(known)]);
        objects.retain(|id, _| is_reached.contains(id) || !was_reached.contains(id));
    }

    fn fields(&self, fields: &Value) -> Option<Value> {
        let mut renamed = Map::new();
        for (field, value) in fields.as_object()? {
            renamed.insert(field.clone(), self.renamed(value)?);
        }
        Some(Value::Object(renamed))
    }

    /// `None` if it names an object that the program has not come upon.
    fn renamed(&self, value: &Value) -> Option<Value> {
        match value {
            Value::String(text) => self.name(text).map(Value::from),
            Value::Array(items) => items.iter().map(|item| self.renamed(item)).collect(),
            Value::Object(entries) => {
                let entry =
                    |(name, item): (&String, &Value)| Some((self.name(name)?, self.renamed(item)?));
                entries.iter().map(entry).collect::<Option<Map<String, Value>>>().map(Value::Object)
            }
            other => Some(other.clone()),
        }
    }

    fn name(&self, text: &str) -> Option<String> {
        match self.names.get(text) {
            Some(name) => Some(name.clone()),
            None if self.sent.contains_key(text) => None,
            None => Some(text.to_owned()),
        }
    }
}

fn reached<'v>(
    objects: &'v Map<String, Value>,
    from: impl IntoIterator<Item = &'v Value>,
) -> std::collections::HashSet<String> {
    let mut seen = std::collections::HashSet::new();
    let mut waiting: Vec<&Value> = from.into_iter().collect();
    while let Some(value) = waiting.pop() {
        match value {
            Value::String(text) => {
                if let Some((id, fields)) = objects.get_key_value(text)
                    && seen.insert(id.clone())
                {
                    waiting.push(fields);
                }
            }
            Value::Array(items) => waiting.extend(items),
            Value::Object(entries) => {
                for (name, item) in entries {
                    waiting.push(item);
                    if let Some((id, fields)) = objects.get_key_value(name)
                        && seen.insert(id.clone())
                    {
                        waiting.push(fields);
                    }
                }
            }
            _ => {}
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// If this failed, the spec would judge another state than the program would have left.
    #[test]
    fn changes_are_carried_over() {
        let heap = |key: i64| {
            json!({ "roots": { "l": "L$0" }, "objects": {
                "L$0": { "$type": "L", "head": "N$0" }, "N$0": { "$type": "N", "key": 1, "next": "N$1" },
                "N$1": { "$type": "N", "key": key, "next": null } } })
        };
        // A new node in front; what follows was not read.
        let mut post = heap(5);
        post["objects"]["N$2"] = json!({ "$type": "N", "key": 0, "next": "N$0" });
        post["objects"]["L$0"]["head"] = json!("N$2");
        let ids = ["L$0", "N$0"].map(str::to_owned).to_vec();
        let reply = Reply { post: Some(json!({ "objects": post["objects"] })), ..Reply::default() };
        let sent = Sent { heap: heap(5), ids: ids.clone(), reply };
        let carried_over = carried(&sent, &heap(8), &ids).unwrap().post.unwrap();
        assert_eq!(carried_over["objects"]["N$1"]["key"], 8);
        assert_eq!(carried_over["objects"]["L$0"]["head"], "N$2");
        // The first node is taken out, and what followed it goes or stays with it.
        let emptied = json!({ "objects": { "L$0": { "$type": "L", "head": null } } });
        let reply = Reply { post: Some(emptied), ..Reply::default() };
        let sent = Sent { heap: heap(5), ids: ids.clone(), reply };
        let carried_over = carried(&sent, &heap(8), &ids).unwrap().post.unwrap();
        assert_eq!(carried_over["objects"].as_object().unwrap().len(), 1);
    }
}
