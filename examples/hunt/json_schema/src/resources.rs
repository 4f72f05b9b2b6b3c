//! A schema of dynamic.als as JSON: resources have absolute identifiers, and definitions are numbered.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

pub fn with_resources(root: &Value, objects: &Value) -> Value {
    let mut writer = Writer { objects, uris: HashMap::new(), places: HashMap::new() };
    let root = root.as_str().expect("an id is a text");
    writer.visit(root, "#".to_string(), root);
    writer.json_of(root)
}

struct Writer<'a> {
    objects: &'a Value,
    uris: HashMap<&'a str, String>,
    /// The resource in which a schema stands, and its place there.
    places: HashMap<&'a str, (&'a str, String)>,
}

impl<'a> Writer<'a> {
    /// The keyword and the schema of each part.
    fn parts(&self, id: &str) -> Vec<(String, &'a str)> {
        let object = &self.objects[id];
        let negated = object["not_"].as_str().map(|part| ("not".to_string(), part));
        let defs = object["defs"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let defs = defs.enumerate().map(|(number, part)| (format!("$defs/{number}"), part));
        negated.into_iter().chain(defs).collect()
    }

    fn visit(&mut self, id: &'a str, place: String, resource: &'a str) {
        let is_resource = !self.objects[id]["id"].is_null();
        let (place, resource) = if is_resource { ("#".to_string(), id) } else { (place, resource) };
        if is_resource {
            self.uris.insert(id, format!("https://example.org/{}", self.uris.len()));
        }
        for (keyword, part) in self.parts(id) {
            self.visit(part, format!("{place}/{keyword}"), resource);
        }
        self.places.insert(id, (resource, place));
    }

    fn json_of(&self, id: &str) -> Value {
        let object = &self.objects[id];
        let mut keywords = Map::new();
        let mut put = |keyword: &str, value: Value| keywords.insert(keyword.to_string(), value);
        if let Some(uri) = self.uris.get(id) {
            put("$id", json!(uri));
        }
        if !object["dynamicAnchor"].is_null() {
            put("$dynamicAnchor", json!("n"));
        }
        if !object["dynamicRef"].is_null() {
            put("$dynamicRef", json!("#n"));
        }
        if !object["const"].is_null() {
            put("const", object["const"].clone());
        }
        if let Some(target) = object["ref"].as_str() {
            let (resource, place) = &self.places[target];
            let is_here = *resource == self.places[id].0;
            put("$ref", json!(if is_here { place } else { &self.uris[target] }));
        }
        let mut defs = Map::new();
        for (keyword, part) in self.parts(id) {
            match keyword.strip_prefix("$defs/") {
                Some(number) => defs.insert(number.to_string(), self.json_of(part)),
                None => put("not", self.json_of(part)),
            };
        }
        if !defs.is_empty() {
            put("$defs", Value::Object(defs));
        }
        Value::Object(keywords)
    }
}
