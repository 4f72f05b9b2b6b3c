//! YAML as JSON, as far as schemas need it.

use serde_json::{Map, Number, Value as Json};
use yaml_rust2::{Yaml, YamlLoader};

/// # Errors
/// Text that is no YAML, with its place.
pub fn yaml(text: &str) -> Result<Json, String> {
    let documents = YamlLoader::load_from_str(text).map_err(|error| error.to_string())?;
    Ok(documents.first().map_or(Json::Null, json))
}

fn json(yaml: &Yaml) -> Json {
    match yaml {
        Yaml::Real(text) => {
            let number = text.parse().ok().and_then(Number::from_f64);
            number.map_or_else(|| Json::from(text.as_str()), Json::Number)
        }
        Yaml::Integer(number) => Json::from(*number),
        Yaml::String(text) => Json::from(text.as_str()),
        Yaml::Boolean(value) => Json::from(*value),
        Yaml::Array(items) => Json::Array(items.iter().map(json).collect()),
        Yaml::Hash(entries) => {
            let name = |key: &Yaml| match json(key) {
                Json::String(text) => text,
                other => other.to_string(),
            };
            let entries: Map<String, Json> =
                entries.iter().map(|(key, value)| (name(key), json(value))).collect();
            Json::Object(entries)
        }
        Yaml::Alias(_) | Yaml::Null | Yaml::BadValue => Json::Null,
    }
}
