//! JSON Schema, draft 2020-12, as far as the schemas in `docs` use it.
//!
//! *Problem.* Every record that a test writes is held against the schema, and a validator of all of JSON
//! Schema brings forty crates into the build of the tests. *Choice.* The keywords that the schema has. One
//! that is not known here panics, so nothing in the schema is passed over. *Rejected.* To check the output
//! by code that does not read the schema: the two would drift apart.

use regex_lite::Regex;
use serde_json::{Map, Value as Json};

pub struct Validator {
    schema: Json,
}

impl Validator {
    pub fn new(schema: &str) -> Validator {
        Validator { schema: serde_json::from_str(schema).expect("the schema is JSON") }
    }

    /// The mistakes in a record, each with its place.
    pub fn errors(&self, record: &Json) -> Vec<String> {
        self.check(&self.schema, record, "")
    }

    fn check(&self, schema: &Json, value: &Json, path: &str) -> Vec<String> {
        match schema {
            Json::Bool(true) => Vec::new(),
            Json::Object(keywords) => {
                let keyword = |(keyword, argument): (&String, &Json)| {
                    self.keyword(keywords, keyword, argument, value, path)
                };
                keywords.iter().flat_map(keyword).collect()
            }
            _ => vec![format!("{path}: nothing may stand here, but {value}")],
        }
    }

    fn keyword(
        &self,
        schema: &Map<String, Json>,
        keyword: &str,
        argument: &Json,
        value: &Json,
        path: &str,
    ) -> Vec<String> {
        let is_met = match keyword {
            "$schema" | "$defs" | "title" | "description" | "examples" => true,
            "$ref" => return self.check(self.definition(argument), value, path),
            "anyOf" => alternatives(argument).any(|one| self.check(one, value, path).is_empty()),
            "oneOf" => {
                let met =
                    alternatives(argument).filter(|one| self.check(one, value, path).is_empty());
                met.count() == 1
            }
            "const" => value == argument,
            "enum" => alternatives(argument).any(|one| one == value),
            "type" => match argument {
                Json::Array(types) => types.iter().any(|ty| is_of_type(value, ty)),
                ty => is_of_type(value, ty),
            },
            _ => match value {
                Json::Object(members) => {
                    return self.members(schema, keyword, argument, members, path);
                }
                Json::Array(items) => return self.items(schema, keyword, argument, items, path),
                Json::String(text) if keyword == "pattern" => {
                    let pattern = argument.as_str().expect("a pattern is a text");
                    Regex::new(pattern).expect("it is a pattern").is_match(text)
                }
                Json::Number(number) if keyword == "minimum" => {
                    number.as_f64() >= argument.as_f64()
                }
                _ => {
                    assert_known(keyword);
                    true
                }
            },
        };
        if is_met { Vec::new() } else { vec![format!("{path}: {value}: {keyword} {argument}")] }
    }

    /// The keywords that speak of objects.
    fn members(
        &self,
        schema: &Map<String, Json>,
        keyword: &str,
        argument: &Json,
        members: &Map<String, Json>,
        path: &str,
    ) -> Vec<String> {
        let below = |name: &str| format!("{path}.{name}");
        let declared = schema.get("properties").and_then(Json::as_object);
        let is_declared = |name: &str| declared.is_some_and(|all| all.contains_key(name));
        match keyword {
            "properties" => members
                .iter()
                .filter(|(name, _)| is_declared(name))
                .flat_map(|(name, value)| self.check(&argument[name], value, &below(name)))
                .collect(),
            "additionalProperties" => members
                .iter()
                .filter(|(name, _)| !is_declared(name))
                .flat_map(|(name, value)| self.check(argument, value, &below(name)))
                .collect(),
            "propertyNames" => members
                .keys()
                .flat_map(|name| self.check(argument, &Json::from(name.as_str()), &below(name)))
                .collect(),
            "required" => alternatives(argument)
                .filter_map(Json::as_str)
                .filter(|name| !members.contains_key(*name))
                .map(|name| format!("{path}: {name} is missing"))
                .collect(),
            "minProperties" => too_few(members.len(), argument, path),
            _ => {
                assert_known(keyword);
                Vec::new()
            }
        }
    }

    /// The keywords that speak of arrays.
    fn items(
        &self,
        schema: &Map<String, Json>,
        keyword: &str,
        argument: &Json,
        items: &[Json],
        path: &str,
    ) -> Vec<String> {
        let below = |at: usize| format!("{path}[{at}]");
        let first = schema.get("prefixItems").and_then(Json::as_array).map_or(0, Vec::len);
        let repeats = |at: usize| items[..at].contains(&items[at]);
        match keyword {
            "prefixItems" => alternatives(argument)
                .zip(items)
                .enumerate()
                .flat_map(|(at, (schema, item))| self.check(schema, item, &below(at)))
                .collect(),
            "items" => items
                .iter()
                .enumerate()
                .skip(first)
                .flat_map(|(at, item)| self.check(argument, item, &below(at)))
                .collect(),
            "minItems" => too_few(items.len(), argument, path),
            "maxItems" => match argument.as_u64() {
                Some(most) if items.len() as u64 > most => {
                    vec![format!("{path}: more than {most}")]
                }
                _ => Vec::new(),
            },
            "uniqueItems" => (0..items.len())
                .filter(|&at| argument == &Json::Bool(true) && repeats(at))
                .map(|at| format!("{} stands there before", below(at)))
                .collect(),
            _ => {
                assert_known(keyword);
                Vec::new()
            }
        }
    }

    fn definition(&self, reference: &Json) -> &Json {
        let pointer = reference.as_str().and_then(|text| text.strip_prefix('#'));
        let pointer = pointer.expect("a reference leads into the schema itself");
        self.schema.pointer(pointer).expect("the schema has what it refers to")
    }
}

fn alternatives(argument: &Json) -> impl Iterator<Item = &Json> {
    argument.as_array().expect("the keyword takes an array").iter()
}

fn is_of_type(value: &Json, ty: &Json) -> bool {
    match ty.as_str().expect("a type is a text") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        other => panic!("the type {other} is not known here"),
    }
}

fn too_few(there: usize, least: &Json, path: &str) -> Vec<String> {
    let is_met = there as u64 >= least.as_u64().expect("a least number is a number");
    if is_met { Vec::new() } else { vec![format!("{path}: only {there}, and not {least}")] }
}

/// A keyword that says nothing of values of another type.
fn assert_known(keyword: &str) {
    let known = "properties additionalProperties propertyNames required minProperties prefixItems items \
        minItems maxItems uniqueItems pattern minimum";
    assert!(known.split_whitespace().any(|one| one == keyword), "{keyword} is not known here");
}
