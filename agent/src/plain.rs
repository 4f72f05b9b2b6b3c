//! Schemas without choices of types.
//!
//! *Problem.* A type that may be missing is written as a choice between it and null, and an enum whose values are explained as a choice
//! of constants. That is right, and not every agent's model reads it: some take one type and one list of values. *Choice.* The same in
//! plainer words, beside which null is no value: what is missing is left out of an answer, and a question may have null where the schema
//! does not say so.

use serde_json::{Map, Value as Json};

/// Makes a schema plainer, with all below it. Descriptions become one line, whatever lines their text has in the source.
pub fn plain(schema: &mut Json) {
    match schema {
        Json::Object(members) => {
            without_null(members);
            plain_but_null(members);
        }
        Json::Array(items) => items.iter_mut().for_each(plain),
        _ => {}
    }
}

/// The same, and null stays among the types of the schema itself: a member or an item that is always there may be null.
fn plain_but_null(members: &mut Map<String, Json>) {
    members.retain(|name, value| name != "default" || !value.is_null());
    one_list(members);
    let required = members.get("required").cloned().unwrap_or_default();
    let is_required =
        |name: &str| required.as_array().is_some_and(|names| names.iter().any(|one| one == name));
    for (name, value) in members {
        match value {
            Json::String(text) if name == "description" => *text = text.replace('\n', " "),
            Json::Array(items) if name == "prefixItems" => {
                items.iter_mut().filter_map(Json::as_object_mut).for_each(plain_but_null);
            }
            Json::Object(properties) if name == "properties" => {
                for (name, property) in properties {
                    match property {
                        Json::Object(members) if is_required(name) => plain_but_null(members),
                        other => plain(other),
                    }
                }
            }
            other => plain(other),
        }
    }
}

/// Takes null out of the types.
fn without_null(members: &mut Map<String, Json>) {
    if let Some(Json::Array(types)) = members.get_mut("type") {
        types.retain(|name| name != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            members.insert("type".to_owned(), one);
        }
    }
    if let Some(Json::Array(choices)) = members.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Json::Object(one)] = choices.as_slice() {
            let one = one.clone();
            members.remove("anyOf");
            for (name, value) in one {
                members.entry(name).or_insert(value);
            }
        }
    }
}

/// Writes texts, each with what it means, as one list of texts.
fn one_list(members: &mut Map<String, Json>) {
    let Some(Json::Array(choices)) = members.get("oneOf") else { return };
    let (mut all, mut meanings) = (Vec::new(), Vec::new());
    for choice in choices {
        let values = match (&choice["const"], &choice["enum"]) {
            (Json::String(one), _) => vec![one.clone().into()],
            (_, Json::Array(several)) => several.clone(),
            _ => return,
        };
        if let (Some(meaning), [Json::String(value)]) =
            (choice["description"].as_str(), values.as_slice())
        {
            meanings.push(format!("`{value}`: {meaning}"));
        }
        all.extend(values);
    }
    let own = members.get("description").and_then(Json::as_str).map(str::to_owned);
    let description: Vec<String> = own.into_iter().chain(meanings).collect();
    members.remove("oneOf");
    members.insert("type".to_owned(), "string".into());
    members.insert("enum".to_owned(), all.into());
    if !description.is_empty() {
        members.insert("description".to_owned(), description.join(" ").into());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    /// If it failed, an agent's model would be given a schema that it does not read, or one that says something else.
    #[test]
    fn choices_become_one_type() {
        let mut schema = json!({
            "number": { "type": ["string", "null"], "default": null, "description": "a\nb" },
            "why": { "description": "Why.", "anyOf": [
                { "oneOf": [
                    { "type": "string", "enum": ["time"] },
                    { "type": "string", "const": "size", "description": "Too much." },
                ] },
                { "type": "null" },
            ] },
            "either": { "type": ["string", "number"] },
        });
        super::plain(&mut schema);
        let expected = json!({
            "number": { "type": "string", "description": "a b" },
            "why": { "type": "string", "enum": ["time", "size"], "description": "Why. `size`: Too much." },
            "either": { "type": ["string", "number"] },
        });
        assert_eq!(schema, expected);
    }
}
