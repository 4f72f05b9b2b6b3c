//! A schema as JSON: the fields of the spec are called as the keywords are.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use crate::resources::with_resources;

/// A schema, and values with what the spec says: true if they are valid.
pub struct Question {
    pub schema: Value,
    pub values: Vec<(Value, bool)>,
}

/// What a request asks.
pub fn questions(request: &Value) -> Vec<Question> {
    match request["op"].as_str() {
        Some("compared") => compared(&request["roots"], &request["objects"]),
        Some("dynamic") => vec![dynamic(&request["roots"], &request["objects"])],
        Some("divided") => divided(&request["roots"], &request["objects"]),
        _ => vec![of_schema(request)],
    }
}

fn of_schema(request: &Value) -> Question {
    let root = &request["roots"]["root"];
    let mut writer = Writer {
        objects: &request["objects"],
        is_draft7: request["op"] == "draft7",
        places: HashMap::new(),
    };
    writer.schema(root, "#"); // to know the places that references name
    let schema = writer.schema(root, "#");
    let accepted = texts(&writer.object(root)["accepts"]);
    let values = texts(&request["roots"]["values"]);
    // The spec writes objects without the quotes of their keys.
    let quoted = |text: &str| text.replace("a:", "\"a\":").replace("b:", "\"b\":");
    assert!(!values.is_empty(), "the spec has values");
    let values = values.into_iter().map(|text| (read(&quoted(text)), accepted.contains(&text)));
    Question { schema, values: values.collect() }
}

fn dynamic(roots: &Value, objects: &Value) -> Question {
    let accepted = texts(&roots["accepted"]);
    let values = ["1", "2"].map(|text| (read(text), accepted.contains(&text)));
    Question { schema: with_resources(&roots["root"], objects), values: values.to_vec() }
}

fn compared(roots: &Value, objects: &Value) -> Vec<Question> {
    let [left, right] = [&roots["left"], &roots["right"]];
    let pairs = roots["same"].as_array().expect("a relation is a list");
    let is_same = pairs.iter().any(|pair| pair[0] == *left && pair[1] == *right);
    let [left, right] = [left, right].map(|id| value(id, objects));
    let ask = |schema, value: &Value, is_valid| Question {
        schema,
        values: vec![(value.clone(), is_valid)],
    };
    vec![
        ask(json!({ "const": left }), &right, is_same),
        ask(json!({ "enum": [left] }), &right, is_same),
        ask(json!({ "uniqueItems": true }), &json!([left, right]), !is_same),
    ]
}

fn value(id: &Value, objects: &Value) -> Value {
    let object = &objects[id.as_str().expect("an id is a text")];
    let part = |id: &Value| value(id, objects);
    if let Some(text) = object["text"].as_str() {
        read(text)
    } else if let Some(items) = object["items"].as_array() {
        items.iter().map(part).collect()
    } else {
        let members = object["members"].as_object().expect("else it is an object");
        Value::Object(members.iter().map(|(key, id)| (key.clone(), part(id))).collect())
    }
}

fn divided(roots: &Value, objects: &Value) -> Vec<Question> {
    let [number, by] =
        ["value", "by"].map(|root| &objects[roots[root].as_str().expect("an id is a text")]);
    let is_multiple =
        texts(&roots["multiples"]).contains(&roots["value"].as_str().expect("an id is a text"));
    let is_integer = number["exponent"].as_i64() >= Some(0);
    let number = decimal(number);
    vec![
        Question {
            schema: json!({ "multipleOf": decimal(by) }),
            values: vec![(number.clone(), is_multiple)],
        },
        Question { schema: json!({ "type": "integer" }), values: vec![(number, is_integer)] },
    ]
}

/// 3 and -1 are 0.3, 3 and 1 are 30.
fn decimal(number: &Value) -> Value {
    let [digit, exponent] =
        ["digit", "exponent"].map(|field| number[field].as_i64().expect("an integer"));
    let zeros = |n: i64| "0".repeat(usize::try_from(n).expect("no less than none"));
    match exponent {
        0.. => read(&format!("{digit}{}", zeros(exponent))),
        _ => read(&format!("0.{}{digit}", zeros(-exponent - 1))),
    }
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("it is written as JSON")
}

struct Writer<'a> {
    objects: &'a Value,
    is_draft7: bool,
    /// Where each schema stands.
    places: HashMap<&'a str, String>,
}

impl<'a> Writer<'a> {
    fn object(&self, id: &Value) -> &'a Map<String, Value> {
        let id = id.as_str().expect("an id is a text");
        self.objects[id].as_object().expect("an object has this id")
    }

    fn schema(&mut self, id: &'a Value, place: &str) -> Value {
        self.places.insert(id.as_str().expect("an id is a text"), place.to_string());
        let object = self.object(id);
        match object["$type"].as_str() {
            Some("True") => return json!(true),
            Some("False") => return json!(false),
            Some("One") => return json!({ "const": 1 }),
            _ => {}
        }
        let mut keywords = Map::new();
        for (field, value) in object {
            if ["$type", "accepts", "evaluates"].contains(&field.as_str()) {
                continue;
            }
            let keyword = self.keyword(field, object);
            if let Some(written) = self.written(field, value, &format!("{place}/{keyword}")) {
                keywords.insert(keyword.to_string(), written);
            }
        }
        Value::Object(keywords)
    }

    /// The keyword of a field: `not_` is `not`, which is a word of Alloy's.
    fn keyword<'f>(&self, field: &'f str, object: &Map<String, Value>) -> &'f str {
        let prefix = object.get("prefixItems").and_then(Value::as_object);
        match field {
            "prefixItems" if self.is_draft7 => "items",
            "items" if self.is_draft7 && prefix.is_some_and(|map| !map.is_empty()) => {
                "additionalItems"
            }
            "dependentSchemas" if self.is_draft7 => "dependencies",
            "defs" if self.is_draft7 => "definitions",
            "defs" => "$defs",
            "ref" => "$ref",
            _ => field.trim_end_matches('_'),
        }
    }

    /// What a keyword is set to; nothing if it is not there.
    fn written(&mut self, field: &str, value: &'a Value, place: &str) -> Option<Value> {
        let mut part = |(key, id): (String, &'a Value)| {
            let schema = self.schema(id, &format!("{place}/{key}"));
            (key, schema)
        };
        Some(match (field, value) {
            (_, Value::Number(_)) => value.clone(),
            ("required", _) => json!([value]),
            ("ref", Value::String(target)) => json!(self.places.get(target.as_str())),
            ("defs", Value::String(_)) => {
                Value::Object([part(("d".to_string(), value))].into_iter().collect())
            }
            (_, Value::String(_)) => self.schema(value, place),
            (_, Value::Array(ids)) if !ids.is_empty() => {
                let ids = ids.iter().enumerate().map(|(index, id)| (index.to_string(), id));
                ids.map(|id| part(id).1).collect()
            }
            (_, Value::Object(map)) if map.is_empty() => return None,
            ("prefixItems", Value::Object(map)) => {
                let ids = map.values().enumerate().map(|(index, id)| (index.to_string(), id));
                ids.map(|id| part(id).1).collect()
            }
            (_, Value::Object(map)) => {
                Value::Object(map.iter().map(|(key, id)| part((key.clone(), id))).collect())
            }
            _ => return None,
        })
    }
}
