//! `docs/answers.schema.json` is printed from the types that are written.

use std::path::Path;

use serde_json::Value as Json;

/// The longest line, in bytes; what is longer gets a line for each member.
const WIDTH: usize = 160;

/// If it failed, a reader would expect members that no answer has, or not know those that one has. `KORREL_WRITE=1` prints
/// the file again.
#[test]
fn the_schemas_are_those_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/answers.schema.json");
    let text = std::fs::read_to_string(&path).expect("it is in the repository");
    let mut file: Json = serde_json::from_str(&text).expect("it is JSON");
    for (name, schema) in korrel_agent::schemas() {
        file["$defs"][name] = schema;
    }
    let mut printed = String::new();
    print(&file, 0, 0, &mut printed);
    printed.push('\n');
    if std::env::var_os("KORREL_WRITE").is_some() {
        std::fs::write(&path, &printed).expect("it can be written");
        return;
    }
    assert!(text == printed, "print docs/answers.schema.json again: KORREL_WRITE=1");
}

/// A value in one line if it fits; `lead` is what stands before it in its line.
fn print(value: &Json, indent: usize, lead: usize, out: &mut String) {
    let line = in_one_line(value);
    let (open, close) = match value {
        Json::Object(members) if !members.is_empty() => ('{', '}'),
        Json::Array(items) if !items.is_empty() => ('[', ']'),
        _ => return out.push_str(&line),
    };
    if indent + lead + line.chars().count() <= WIDTH {
        return out.push_str(&line);
    }
    let margin = " ".repeat(indent + 2);
    let mut is_first = true;
    let mut begin = |out: &mut String| {
        out.push_str(if is_first { "\n" } else { ",\n" });
        out.push_str(&margin);
        is_first = false;
    };
    out.push(open);
    match value {
        Json::Object(members) => {
            for (name, member) in members {
                begin(out);
                let name = format!("{}: ", Json::from(name.as_str()));
                out.push_str(&name);
                print(member, indent + 2, name.chars().count(), out);
            }
        }
        Json::Array(items) => {
            for item in items {
                begin(out);
                print(item, indent + 2, 0, out);
            }
        }
        _ => {}
    }
    out.push('\n');
    out.push_str(&" ".repeat(indent));
    out.push(close);
}

fn in_one_line(value: &Json) -> String {
    match value {
        Json::Object(members) => {
            let member = |(name, member): (&String, &Json)| {
                format!("{}: {}", Json::from(name.as_str()), in_one_line(member))
            };
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        Json::Array(items) => {
            format!("[{}]", items.iter().map(in_one_line).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
