//! JSON Schema, by itself or in an OpenAPI document.

use serde_json::{Map, Value as Json};

use crate::notes::joined;
use crate::sketch::{EnumSketch, FieldSketch, SigSketch, Sketch, SourceType};
use crate::spec::capital;

/// The places of named schemas.
const PLACES: [&[&str]; 3] = [&["components", "schemas"], &["$defs"], &["definitions"]];

/// True if a document describes other documents.
pub fn is_schema(document: &Json) -> bool {
    let is_there = |name: &str| !document[name].is_null();
    let is_choice_of_values = document["enum"].as_array().is_some_and(|of| !of.is_empty());
    let is_scalar = document["type"].as_str().is_some_and(|ty| SCALARS.contains(&ty));
    // `{"anyOf": [{"type": "string"}, …]}`
    let is_choice = |name: &str| {
        let parts = document[name].as_array();
        parts.is_some_and(|parts| !parts.is_empty() && parts.iter().all(describes))
    };
    ["$schema", "openapi", "swagger", "$defs"].into_iter().any(is_there)
        || (is_there("properties") && document["type"] == "object")
        || (document["items"].is_object() && document["type"] == "array")
        || document["definitions"].as_object().is_some_and(|of| of.values().any(describes))
        || ["anyOf", "oneOf", "allOf"].into_iter().any(is_choice)
        || document["components"]["schemas"].is_object()
        || (is_choice_of_values || is_scalar || is_there("const"))
            && entries(document).all(is_keyword)
}

/// True of what may stand in a schema of a value that is no object.
fn is_keyword((word, value): (&String, &Json)) -> bool {
    match word.as_str() {
        "pattern" | "format" | "contentEncoding" | "contentMediaType" => value.is_string(),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf"
        | "minLength" | "maxLength" => value.is_number(),
        "enum" => value.is_array(),
        "type" => value.is_array() || value.as_str().is_some_and(|ty| SCALARS.contains(&ty)),
        word => word == "const" || READ.contains(word),
    }
}

/// The types of values that hold no others.
const SCALARS: [&str; 5] = ["string", "number", "integer", "boolean", "null"];

/// True if a value looks like a schema.
fn describes(value: &Json) -> bool {
    const WORDS: [&str; 9] =
        ["type", "$ref", "properties", "required", "enum", "const", "anyOf", "oneOf", "allOf"];
    value.as_object().is_some_and(|object| WORDS.iter().any(|word| object.contains_key(*word)))
}

pub fn schema(document: &Json) -> Sketch {
    let title = document["title"].as_str().unwrap_or("Document");
    let mut reader = SchemaReader { sketch: Sketch::default(), title };
    for place in PLACES {
        let schemas = place.iter().fold(document, |at, name| &at[*name]);
        for (name, schema) in schemas.as_object().into_iter().flatten() {
            reader.named(name, schema);
        }
    }
    let is_own = document["properties"].is_object()
        || ["allOf", "anyOf", "oneOf", "enum"].iter().any(|word| document[*word].is_array())
        || document["type"].as_str().is_some_and(|ty| SCALARS.contains(&ty))
        || !document["const"].is_null();
    let own = is_own.then(|| {
        reader.named(title, document);
        title.to_owned()
    });
    let referred = document["$ref"].as_str().map(last);
    let array = (document["type"] == "array").then(|| {
        let ty = reader.ty(title, document);
        let field = FieldSketch { name: "items".to_owned(), ty, note: String::new() };
        let note = unsaid_below(document);
        let sig =
            SigSketch { name: title.to_owned(), fields: vec![field], note, ..SigSketch::default() };
        reader.sketch.sigs.push(sig);
        title.to_owned()
    });
    for place in ["paths", "webhooks"] {
        if document[place].is_object() {
            reader.sketch.unread.push(format!("what stands in place in `{place}`"));
        }
    }
    let root = own.or(referred).or(array);
    reader.sketch.root = root.or_else(|| reader.sketch.most_embracing());
    reader.sketch
}

struct SchemaReader<'d> {
    sketch: Sketch,
    /// The name of the document's own type.
    title: &'d str,
}

impl SchemaReader<'_> {
    /// The type that a reference is to.
    fn referred(&self, reference: &str) -> String {
        match reference.trim_end_matches('/') {
            "#" => self.title.to_owned(),
            reference => last(reference),
        }
    }

    /// A schema with a name: a sig, or an enum.
    fn named(&mut self, name: &str, schema: &Json) {
        if self.sketch.sigs.iter().any(|sig| sig.name == name) {
            return;
        }
        if let Some(values) = texts(&schema["enum"]) {
            self.sketch.enums.push(EnumSketch {
                name: name.to_owned(),
                values,
                note: unsaid(schema),
            });
            return;
        }
        let at = self.sketch.sigs.len();
        self.sketch.sigs.push(SigSketch { name: name.to_owned(), ..SigSketch::default() });
        let mut sig =
            SigSketch { name: name.to_owned(), note: described(schema), ..SigSketch::default() };
        self.fill(&mut sig, schema);
        let is_object = is_object(schema) || schema["enum"].is_array();
        let limits = if is_object { unsaid(schema) } else { unsaid_below(schema) };
        sig.note = joined(&[&sig.note, &limits]);
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
            let note = unsaid_below(of);
            let ty = if is_required { ty } else { ty.optional() };
            sig.fields.push(FieldSketch { name: name.clone(), ty, note });
        }
        for part in schema["allOf"].as_array().into_iter().flatten().chain(only_object(schema)) {
            match (part["$ref"].as_str(), &sig.parent) {
                (Some(parent), None) => sig.parent = Some(self.referred(parent)),
                (Some(other), Some(_)) => {
                    let note = "guess: one parent is extended, a second one is held".to_owned();
                    let ty = SourceType::Named(self.referred(other));
                    sig.fields.push(FieldSketch { name: last(other).to_lowercase(), ty, note });
                }
                (None, _) => {
                    self.fill(sig, part);
                    sig.note = joined(&[&sig.note, &unsaid(part)]);
                }
            }
        }
    }

    /// The type of a value. A type described in place gets the name of its place.
    fn ty(&mut self, place: &str, schema: &Json) -> SourceType {
        if let Some(name) = schema["$ref"].as_str() {
            return SourceType::Named(self.referred(name));
        }
        let ty = self.present(place, schema);
        let has_null =
            schema["type"].as_array().is_some_and(|types| types.contains(&"null".into()));
        let may_be_null = schema["enum"].as_array().is_some_and(|of| of.contains(&Json::Null));
        if has_null || may_be_null || schema["nullable"] == true { ty.optional() } else { ty }
    }

    fn present(&mut self, place: &str, schema: &Json) -> SourceType {
        for word in ["oneOf", "anyOf"] {
            if is_object(schema) {
                break;
            }
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
        if schema["type"].is_null() && !places(schema).is_empty() {
            return self.simple(place, "array", schema);
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
                let mut items: Vec<SourceType> = (1..)
                    .zip(places(schema))
                    .map(|(at, item)| self.ty(&format!("{place}_{at}"), item))
                    .collect();
                let others = ["items", "additionalItems"].map(|word| &schema[word]);
                if let Some(others) = others.into_iter().find(|of| of.is_object()) {
                    items.push(self.ty(&format!("{place}_item"), others));
                }
                let of = Box::new(SourceType::union(items));
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

/// The only alternative, where it is an object with members of its own: the whole is that object.
fn only_object(schema: &Json) -> Option<&Json> {
    let choices = ["oneOf", "anyOf"].into_iter().filter_map(|word| schema[word].as_array());
    let mut alternatives = choices.flatten();
    let only = alternatives.next().filter(|only| only["properties"].is_object())?;
    (alternatives.next().is_none() && !is_object(schema)).then_some(only)
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

/// The schemas of a tuple's places.
fn places(schema: &Json) -> &[Json] {
    let places = schema["prefixItems"].as_array().or(schema["items"].as_array());
    places.map_or(&[], Vec::as_slice)
}

/// True if it becomes a sig with fields.
fn is_object(schema: &Json) -> bool {
    schema["properties"].is_object() || schema["allOf"].as_array().is_some_and(|of| of.len() > 1)
}

/// The words whose meaning is in the spec, and those that constrain nothing.
const READ: &str = "\
    type properties allOf oneOf anyOf nullable uniqueItems $ref $defs definitions components \
    openapi swagger info paths $schema $id id $comment title description default example \
    examples deprecated readOnly writeOnly externalDocs xml discriminator";

/// The keywords of a schema that no declaration says.
fn unsaid(schema: &Json) -> String {
    if schema == false {
        return "not said here: no value is allowed".to_owned();
    }
    let said: Vec<String> = entries(schema)
        .filter(|(word, value)| !is_read(schema, word, value))
        .map(|(word, value)| match value.to_string() {
            text if text.chars().count() <= 60 => format!("{word} {text}"),
            _ => word.clone(),
        })
        .collect();
    if said.is_empty() { String::new() } else { format!("not said here: {}", said.join(", ")) }
}

fn is_read(schema: &Json, word: &str, value: &Json) -> bool {
    let is_property = |name: &str| schema["properties"].get(name).is_some();
    match word {
        "oneOf" | "anyOf" => !is_object(schema),
        "$ref" => value.as_str().is_some_and(|to| to.starts_with('#')),
        "prefixItems" => false,
        "items" => value.is_object() || value == true,
        "additionalItems" => value != false || !schema["items"].is_array(),
        "uniqueItems" => value == &Json::Bool(false) || schema["type"] == "array",
        "enum" => {
            let is_text = |of: &Json| of.is_string() || of.is_null();
            value.as_array().is_some_and(|of| of.iter().all(is_text))
        }
        // `int64` is what machines hold.
        "format" => matches!(schema["type"].as_str(), Some("integer" | "number")),
        "required" => texts(value).unwrap_or_default().iter().all(|name| is_property(name)),
        // A spec has no members beside its own.
        "additionalProperties" => !(schema["properties"].is_object() && value.is_object()),
        word => READ.split(' ').any(|read| read == word) || word.starts_with("x-"),
    }
}

/// The same, with the constraints on values that have no sig of their own: items, members of any name, alternatives.
fn unsaid_below(schema: &Json) -> String {
    if schema["$ref"].is_string() && entries(schema).count() == 1 {
        return unsaid(schema);
    }
    // The note of the sig says it.
    if is_object(schema) || texts(&schema["enum"]).is_some() {
        return String::new();
    }
    let within = ["items", "additionalItems", "additionalProperties"].map(|word| &schema[word]);
    let alternatives =
        ["oneOf", "anyOf", "allOf"].into_iter().filter_map(|word| schema[word].as_array());
    let parts = within.into_iter().filter(|part| part.is_object()).chain(alternatives.flatten());
    let mut notes = vec![unsaid(schema)];
    notes.extend(parts.chain(places(schema)).map(unsaid_below));
    notes.retain(|note| !note.is_empty());
    notes.dedup();
    joined(&notes).replace("; not said here: ", ", ")
}
