//! JSON Schema, by itself or in an OpenAPI document.

use serde_json::{Map, Value as Json};

use crate::sketch::{EnumSketch, FieldSketch, SigSketch, Sketch, SourceType};
use crate::spec::capital;

/// The places of named schemas.
const PLACES: [&[&str]; 3] = [&["components", "schemas"], &["$defs"], &["definitions"]];

/// True if a document describes other documents.
pub fn is_schema(document: &Json) -> bool {
    let is_there = |name: &str| !document[name].is_null();
    ["$schema", "openapi", "swagger", "$defs"].into_iter().any(is_there)
        || (is_there("properties") && document["type"] == "object")
        || document["components"]["schemas"].is_object()
}

pub fn schema(document: &Json) -> Sketch {
    let mut reader = SchemaReader::default();
    for place in PLACES {
        let schemas = place.iter().fold(document, |at, name| &at[*name]);
        for (name, schema) in schemas.as_object().into_iter().flatten() {
            reader.named(name, schema);
        }
    }
    let title = document["title"].as_str().unwrap_or("Document");
    let is_own = document["properties"].is_object() || document["allOf"].is_array();
    let own = is_own.then(|| {
        reader.named(title, document);
        title.to_owned()
    });
    let referred = document["$ref"].as_str().map(last);
    let array = (document["type"] == "array").then(|| {
        let ty = reader.ty(title, document);
        let field = FieldSketch { name: "items".to_owned(), ty, note: String::new() };
        let sig = SigSketch { name: title.to_owned(), fields: vec![field], ..SigSketch::default() };
        reader.sketch.sigs.push(sig);
        title.to_owned()
    });
    let root = own.or(referred).or(array);
    reader.sketch.root = root.or_else(|| reader.sketch.most_embracing());
    reader.sketch
}

#[derive(Default)]
struct SchemaReader {
    sketch: Sketch,
}

impl SchemaReader {
    /// A schema with a name: a sig, or an enum.
    fn named(&mut self, name: &str, schema: &Json) {
        if self.sketch.sigs.iter().any(|sig| sig.name == name) {
            return;
        }
        if let Some(values) = texts(&schema["enum"]) {
            self.sketch.enums.push(EnumSketch {
                name: name.to_owned(),
                values,
                note: String::new(),
            });
            return;
        }
        let at = self.sketch.sigs.len();
        self.sketch.sigs.push(SigSketch { name: name.to_owned(), ..SigSketch::default() });
        let mut sig =
            SigSketch { name: name.to_owned(), note: described(schema), ..SigSketch::default() };
        self.fill(&mut sig, schema);
        if sig.fields.is_empty() && sig.parent.is_none() && !schema["properties"].is_object() {
            let ty = self.ty(name, schema);
            if ty != SourceType::Named(name.to_owned()) && ty != SourceType::Any {
                let note = "guess: it is no object, so it is held in one".to_owned();
                sig.fields.push(FieldSketch { name: "value".to_owned(), ty, note });
            }
        }
        self.sketch.sigs[at] = sig;
    }

    fn fill(&mut self, sig: &mut SigSketch, schema: &Json) {
        let required = texts(&schema["required"]).unwrap_or_default();
        for (name, of) in entries(&schema["properties"]) {
            let ty = self.ty(&format!("{}_{name}", sig.name), of);
            let is_required = required.contains(name);
            let (ty, note) = match (&ty, is_required) {
                (_, true) => (ty, collected(of)),
                (_, false) => (ty.optional(), collected(of)),
            };
            sig.fields.push(FieldSketch { name: name.clone(), ty, note });
        }
        for part in schema["allOf"].as_array().into_iter().flatten() {
            match (part["$ref"].as_str(), &sig.parent) {
                (Some(parent), None) => sig.parent = Some(last(parent)),
                (Some(other), Some(_)) => {
                    let note = "guess: one parent is extended, a second one is held".to_owned();
                    let ty = SourceType::Named(last(other));
                    sig.fields.push(FieldSketch { name: last(other).to_lowercase(), ty, note });
                }
                (None, _) => self.fill(sig, part),
            }
        }
    }

    /// The type of a value; what is said in place gets the name of its place.
    fn ty(&mut self, place: &str, schema: &Json) -> SourceType {
        if let Some(name) = schema["$ref"].as_str() {
            return SourceType::Named(last(name));
        }
        let ty = self.present(place, schema);
        let has_null =
            schema["type"].as_array().is_some_and(|types| types.contains(&"null".into()));
        if has_null || schema["nullable"] == true { ty.optional() } else { ty }
    }

    fn present(&mut self, place: &str, schema: &Json) -> SourceType {
        for word in ["oneOf", "anyOf"] {
            if let Some(parts) = schema[word].as_array() {
                let numbered = (1..).zip(parts);
                let part = |(at, part): (usize, &Json)| match part["type"] == "null" {
                    true => SourceType::Union(Vec::new()).optional(),
                    false => self.ty(&format!("{place}_{at}"), part),
                };
                return SourceType::union(numbered.map(part).collect());
            }
        }
        if let [only] = schema["allOf"].as_array().map_or(&[][..], Vec::as_slice) {
            return self.ty(place, only);
        }
        if texts(&schema["enum"]).is_some()
            || schema["properties"].is_object()
            || schema["allOf"].is_array()
        {
            let name = capital(place);
            if !self.sketch.enums.iter().any(|of| of.name == name) {
                self.named(&name, schema);
            }
            return SourceType::Named(name);
        }
        let types: Vec<&str> = match &schema["type"] {
            Json::String(one) => vec![one],
            Json::Array(several) => several.iter().filter_map(Json::as_str).collect(),
            _ => Vec::new(),
        };
        let types = types.into_iter().filter(|ty| *ty != "null");
        SourceType::union(types.map(|ty| self.simple(place, ty, schema)).collect())
    }

    fn simple(&mut self, place: &str, ty: &str, schema: &Json) -> SourceType {
        match ty {
            "integer" => SourceType::Int,
            "number" => SourceType::Number,
            "boolean" => SourceType::Bool,
            "string" => SourceType::Text,
            "array" => {
                let of = Box::new(self.ty(&format!("{place}_item"), &schema["items"]));
                if schema["uniqueItems"] == true {
                    SourceType::Set(of)
                } else {
                    SourceType::Sequence(of)
                }
            }
            "object" if schema["additionalProperties"] == false => {
                SourceType::Named(capital(place))
            }
            "object" => {
                let values = match &schema["additionalProperties"] {
                    Json::Object(of) => {
                        self.ty(&format!("{place}_value"), &Json::Object(of.clone()))
                    }
                    _ => SourceType::Any,
                };
                SourceType::Map(Box::new(SourceType::Text), Box::new(values))
            }
            _ => SourceType::Any,
        }
    }
}

fn entries(json: &Json) -> impl Iterator<Item = (&String, &Json)> {
    json.as_object().into_iter().flat_map(Map::iter)
}

/// `#/components/schemas/Pet`.
fn last(reference: &str) -> String {
    reference.rsplit(['/', '#']).next().unwrap_or(reference).trim_end_matches(".json").to_owned()
}

fn texts(json: &Json) -> Option<Vec<String>> {
    let texts: Vec<String> =
        json.as_array()?.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect();
    (!texts.is_empty()).then_some(texts)
}

fn described(schema: &Json) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    text.lines().next().unwrap_or_default().chars().take(80).collect()
}

/// The limits that a declaration cannot say.
fn collected(schema: &Json) -> String {
    let words = ["minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems"];
    let said = words.iter().filter(|word| !schema[**word].is_null());
    let said: Vec<String> = said.map(|word| format!("{word} {}", schema[*word])).collect();
    if said.is_empty() { String::new() } else { format!("not said here: {}", said.join(", ")) }
}
