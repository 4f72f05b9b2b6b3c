//! An instance in a few lines: its content, without quotes and braces.

use korrel::answer::{ExampleRefusal, ExamplesAnswer, WrongExample};
use korrel_draw::ending;
use korrel_heapgraph::{Header, Member, Shape, back, is_dead_end, shape_of, whole_states};
use serde_json::{Map, Value as Json};

/// The greatest number of objects that are shown of a state.
const MOST: usize = 20;

/// Lines such as `t = Tree$0` and `Tree$0  root: Node$0`. A trace has them for each state, with `*` where something
/// changed. The header tells sequences from sets.
pub fn drawing(record: &Json, header: &Header) -> Vec<String> {
    let mut lines = globals("witness", record, None, &header.witnesses);
    match whole_states(record) {
        Ok(states) => {
            let mut before = None;
            for (at, state) in states.iter().enumerate() {
                let drawn = state_lines(state, before, header);
                lines.push(state_title(at, state, before));
                lines.extend(drawn.into_iter().map(|line| format!("  {line}")));
                lines.extend(step(&record["steps"][at]));
                before = Some(&**state);
            }
            // What `find` writes is never refused here.
            lines.extend(
                back(record, states.len())
                    .ok()
                    .map(|back| ending(states.len(), back, is_dead_end(record))),
            );
        }
        Err(_) => lines.append(&mut state_lines(record, None, header)),
    }
    if lines.is_empty() {
        lines.push("an instance without objects".to_string());
    }
    lines
}

/// What is wrong, example by example.
pub fn details(examples: &ExamplesAnswer) -> Vec<String> {
    examples.wrong.iter().flat_map(wrong).collect()
}

fn wrong(one: &WrongExample) -> Vec<String> {
    let what = match one.expected {
        true => "a good example is refused",
        false => "a bad example is accepted",
    };
    let mut lines = vec![format!("    line {}: {what}", one.line)];
    for ExampleRefusal { at, text, bindings } in &one.violated {
        let bound = if bindings.is_empty() { "" } else { " for " };
        lines.push(format!("      {at} does not hold{bound}{bindings}: {text}"));
    }
    let drawn = drawing(&one.example, &one.header);
    lines.extend(drawn.into_iter().map(|line| format!("      {line}")));
    lines
}

/// The actions between two states: `↓ send(p: Process$0)`.
fn step(taken: &Json) -> Option<String> {
    let action = |taken: &Json| {
        let arguments =
            members(taken, "args").map(|(name, value)| format!("{name}: {}", text(value)));
        let arguments: Vec<String> = arguments.collect();
        let name = text(&taken["action"]);
        if arguments.is_empty() { name } else { format!("{name}({})", arguments.join(", ")) }
    };
    let actions: Vec<String> = taken.as_array().into_iter().flatten().map(action).collect();
    (!actions.is_empty()).then(|| format!("↓ {}", actions.join(", ")))
}

/// `state 2 (gone: Node$1)`.
fn state_title(at: usize, state: &Json, before: Option<&Json>) -> String {
    let gone = members(before.unwrap_or(&Json::Null), "objects");
    let gone: Vec<&str> = gone
        .filter(|(id, _)| state["objects"].get(id.as_str()).is_none())
        .map(|(id, _)| id.as_str())
        .collect();
    if before == Some(state) {
        format!("state {at} (no change)")
    } else if gone.is_empty() {
        format!("state {at}")
    } else {
        format!("state {at} (gone: {})", gone.join(", "))
    }
}

/// The lines of a state. There are none if it is the one before.
fn state_lines(state: &Json, before: Option<&Json>, header: &Header) -> Vec<String> {
    if before == Some(state) {
        return Vec::new();
    }
    let mut lines = globals("roots", state, before, &header.roots);
    let objects: Vec<(&String, &Json)> = members(state, "objects").collect();
    let width = objects.iter().take(MOST).map(|(id, _)| id.chars().count()).max().unwrap_or(0);
    for (id, object) in objects.iter().take(MOST) {
        let was = before.map(|before| before["objects"].get(id.as_str()));
        let fields = object.as_object().map(|object| fields(object, was.flatten(), header));
        let sign = if was == Some(None) { "+" } else { "" };
        let line = format!("{:<width$}  {}", format!("{sign}{id}"), fields.unwrap_or_default());
        lines.push(line.trim_end().to_string());
    }
    if objects.len() > MOST {
        lines.push(format!("… and {} more objects", objects.len() - MOST));
    }
    lines.append(&mut globals("sets", state, before, &[]));
    lines.append(&mut globals("relations", state, before, &header.relations));
    lines
}

fn members<'j>(state: &'j Json, key: &str) -> impl Iterator<Item = (&'j String, &'j Json)> {
    state[key].as_object().into_iter().flatten()
}

/// `t = Tree$0`, and `t = Tree$0*` if it was something else before.
fn globals(key: &str, state: &Json, before: Option<&Json>, declared: &[Member]) -> Vec<String> {
    let line = |(name, value): (&String, &Json)| {
        let is_changed = before.is_some_and(|before| before[key].get(name) != Some(value));
        format!("{name} = {}{}", shaped(value, shape_of(declared, name)), mark(is_changed))
    };
    members(state, key).map(line).collect()
}

/// `before`: the object in the state before, if it was there.
fn fields(object: &Map<String, Json>, before: Option<&Json>, header: &Header) -> String {
    let ty = object.get("$type").and_then(Json::as_str).and_then(|ty| header.type_of(ty));
    let own = |name: &str| shape_of(&ty?.fields, name);
    let of_sets = |name: &str| header.sets.iter().find_map(|set| shape_of(&set.fields, name));
    let fields = object.iter().filter(|(name, _)| *name != "$type");
    let fields = fields.map(|(name, value)| {
        let is_changed = before.is_some_and(|before| before.get(name) != Some(value));
        let shape = own(name).or_else(|| of_sets(name));
        format!("{name}: {}{}", shaped(value, shape), mark(is_changed))
    });
    fields.collect::<Vec<_>>().join(", ")
}

fn mark(is_changed: bool) -> &'static str {
    if is_changed { "*" } else { "" }
}

fn shaped(value: &Json, shape: Option<&Shape>) -> String {
    match (value, shape) {
        (Json::Array(items), Some(Shape::Sequence(_))) => {
            format!("[{}]", items.iter().map(text).collect::<Vec<_>>().join(", "))
        }
        _ => text(value),
    }
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
    use serde_json::{Value as Json, json};

    use korrel_heapgraph::Header;

    fn drawing(record: &Json) -> Vec<String> {
        super::drawing(record, &Header::default())
    }

    /// If this fails, the order of a sequence, and what is in it twice, looks like a set.
    #[test]
    fn sequences_are_no_sets() {
        let declared = json!({
            "roots": { "r": "seq N" },
            "types": { "N": { "past": "seq N", "all": "set N" } },
        });
        let record = json!({
            "roots": { "r": ["N$0", "N$0"] },
            "objects": { "N$0": { "$type": "N", "past": [], "all": ["N$0"] } },
        });
        let header = Header::declared(&declared).expect("it is right");
        let expected = ["r = [N$0, N$0]", "N$0  past: [], all: {N$0}"];
        assert_eq!(super::drawing(&record, &header), expected);
    }

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

    /// If this fails, a counterexample that is a trace looks like no instance, or like another trace.
    #[test]
    fn a_trace_state_by_state() {
        let state = |next: Json, marked: Json| {
            json!({ "objects": { "N$0": { "$type": "N", "next": next }, "N$1": { "$type": "N" } },
                "sets": { "Marked": marked } })
        };
        let first = state(json!(null), json!(["N$1"]));
        let told = json!({ "changed": { "N$1": null, "N$2": { "$type": "N" } }, "sets": { "Marked": [] } });
        let mut record = json!({
            "states": [first, state(json!("N$1"), json!(["N$1"])), { "changed": {} }, told],
            "loop": 1, "witness": { "x": "N$0" },
            "steps": [
                [{ "action": "link", "args": { "n": "N$0", "s": ["N$1", 3] } }, { "action": "go", "args": {} }],
                [],
                [{ "action": "swap", "args": {} }],
                [{ "action": "stay", "args": {} }]
            ]
        });
        let expected = [
            "x = N$0",
            "state 0",
            "  N$0  next: none",
            "  N$1",
            "  Marked = {N$1}",
            "↓ link(n: N$0, s: {N$1, 3}), go",
            "state 1",
            "  N$0  next: N$1*",
            "  N$1",
            "  Marked = {N$1}",
            "state 2 (no change)",
            "↓ swap",
            "state 3 (gone: N$1)",
            "  N$0  next: N$1",
            "  +N$2",
            "  Marked = {}*",
            "↓ stay",
            "then state 1 again",
        ];
        assert_eq!(drawing(&record), expected);
        let last = |record: &Json| drawing(record).pop().expect("there are lines");
        record["loop"] = json!(3);
        assert_eq!(last(&record), "then state 3 for ever");
        record.as_object_mut().expect("it is one").remove("loop");
        assert_eq!(last(&record), "and so on: nothing is said of what follows");
    }
}
