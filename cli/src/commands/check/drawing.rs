//! An instance in a few lines: its content, without quotes and braces.

use serde_json::{Map, Value as Json};

/// The greatest number of objects that are shown.
const MOST: usize = 20;

/// Lines such as `t = Tree$0` and `Tree$0  root: Node$0`.
pub fn drawing(record: &Json) -> Vec<String> {
    let mut lines = Vec::new();
    let members = |key: &str| record[key].as_object().into_iter().flatten();
    for key in ["witness", "roots"] {
        lines.extend(members(key).map(|(name, value)| format!("{name} = {}", text(value))));
    }
    let objects: Vec<(&String, &Json)> = members("objects").collect();
    let width = objects.iter().take(MOST).map(|(id, _)| id.chars().count()).max().unwrap_or(0);
    for (id, object) in objects.iter().take(MOST) {
        let fields = object.as_object().map(fields).unwrap_or_default();
        lines.push(format!("{id:<width$}  {fields}").trim_end().to_string());
    }
    if objects.len() > MOST {
        lines.push(format!("… and {} more objects", objects.len() - MOST));
    }
    for key in ["sets", "relations"] {
        lines.extend(members(key).map(|(name, value)| format!("{name} = {}", text(value))));
    }
    if lines.is_empty() {
        lines.push("an instance without objects".to_string());
    }
    lines
}

fn fields(object: &Map<String, Json>) -> String {
    let fields = object.iter().filter(|(name, _)| *name != "$type");
    let fields = fields.map(|(name, value)| format!("{name}: {}", text(value)));
    fields.collect::<Vec<_>>().join(", ")
}

fn text(value: &Json) -> String {
    let list = |items: &[Json], sign: &str| items.iter().map(text).collect::<Vec<_>>().join(sign);
    match value {
        Json::Null => "none".to_string(),
        Json::String(text) => text.clone(),
        Json::Array(items) => {
            let tuple = |item: &Json| match item {
                Json::Array(atoms) => list(atoms, "->"),
                other => text(other),
            };
            format!("{{{}}}", items.iter().map(tuple).collect::<Vec<_>>().join(", "))
        }
        Json::Object(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{key}->{}", text(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::drawing;

    /// If this fails, a counterexample cannot be read off.
    #[test]
    fn each_kind_of_value() {
        let record = json!({
            "roots": { "t": "T$0", "n": null },
            "objects": {
                "T$0": { "$type": "T", "key": 3, "is": true, "next": null, "set": ["N$10", "T$0"] },
                "N$10": { "$type": "N", "map": { "1": "T$0" }, "rel": [["T$0", 1], ["N$10", 2]] },
                "E$0": { "$type": "E" }
            },
            "sets": { "Marked": ["T$0"] },
            "witness": { "x": "T$0" }
        });
        let expected = [
            "x = T$0",
            "t = T$0",
            "n = none",
            "T$0   key: 3, is: true, next: none, set: {N$10, T$0}",
            "N$10  map: {1->T$0}, rel: {T$0->1, N$10->2}",
            "E$0",
            "Marked = {T$0}",
        ];
        assert_eq!(drawing(&record), expected);
    }
}
