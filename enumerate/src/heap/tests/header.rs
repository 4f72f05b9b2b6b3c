//! Types by declaration.

use korrel_lang::model::{Multiplicity, Sig};
use serde_json::json;

use super::super::{Heading, Schema, Status, StreamTally, end};
use super::build::{Build, arrow, one, set};
use super::files::files;
use super::{HEADING, header, schema_errors, valid};

/// Each rule of docs/heapgraph.md on shapes has a field here. If it fails, a reader that trusts the
/// header would misread a value. Or helpers of built-in modules or `Bool` would show as types.
#[test]
fn every_shape() {
    let schema = files().schema();
    let heading = Heading { symmetry: "none", shard: Some((3, 7)), ..HEADING };
    let record = valid(&super::super::header(&schema, &heading));
    assert_eq!(record["shard"], "3/7");
    assert_eq!(record["symmetry"], "none");
    assert_eq!(
        record["types"].to_string(),
        json!({
            "Entry": { "name": "string", "hidden": "bool" },
            "Dir": {
                "name": "string", "hidden": "bool", "entries": "set Entry", "at": "map int Entry",
                "tone": "map Color int", "mixed": "rel int|Color Entry", "links": "rel Entry Color int",
                "near": "rel Dir|Color Entry", "first": "Entry?", "all": "set Entry", "any": "set univ"
            },
            "File": { "name": "string", "hidden": "bool", "owner": "Dir|Color" },
            "Config": { "home": "Dir?" }
        })
        .to_string()
    );
    assert_eq!(
        record["roots"].to_string(),
        r#"{"d":"Dir","e":"Entry?","s":"set Entry","Config":"Config"}"#
    );
    assert_eq!(record["enums"], json!({ "Color": ["RED", "BLUE"] }));
    assert_eq!(record["extends"], json!({ "Dir": "Entry", "File": "Entry" }));
    assert_eq!(record["abstract"], json!(["Entry"]));
    assert_eq!(record["sets"]["Marked"], json!({ "of": "Entry", "fields": { "weight": "int" } }));
    assert_eq!(record["sets"]["Warm"], json!({ "of": "Color", "fields": {} }));
    assert_eq!(record["relations"], json!({ "Warm.degree": "rel Color Color int" }));
}

/// If this fails, readers of a spec without inheritance get keys that the format leaves out, or lack
/// those that it always has.
#[test]
fn an_empty_spec_has_the_three_keys() {
    let build = Build::new();
    let schema = Schema::new(&build.model, &build.command()).expect("no roots");
    let line = header(&schema);
    assert!(line.ends_with(r#""symmetry":"full","roots":{},"types":{},"enums":{}}"#), "{line}");
    valid(&line);
}

/// If this fails, two sigs named alike in two modules cannot be told apart, or a type of object is
/// listed beside one that it extends.
#[test]
fn names_and_unions() {
    let mut build = Build::new();
    let (mine, theirs) = (build.top("Node"), build.top("list/Node"));
    let special = build.extend("Special", mine);
    let color = build.enumeration("a/Color", &["Node"]);
    build.field(mine, "f", set(&[special, theirs, mine]));
    let (key, value) = (set(&[mine, theirs]), set(&[color]));
    build.field(mine, "g", arrow(key, Multiplicity::One, value));
    build.field(mine, "h", one(&[Sig::NONE]));
    let schema = Schema::new(&build.model, &build.command()).expect("no roots");
    let record = valid(&header(&schema));
    assert_eq!(
        record["types"]["Node"],
        json!({ "f": "set list/Node|Node", "g": "map Node|list/Node Color", "h": "none" })
    );
    assert_eq!(record["enums"], json!({ "Color": ["Node"] }));
    assert_eq!(record["extends"], json!({ "Special": "Node" }));
}

/// If this fails, the JSON Schema would let a broken record pass.
#[test]
fn the_schema_refuses() {
    let header = valid(&header(&files().schema()));
    let keys: Vec<String> = header.as_object().expect("a record").keys().cloned().collect();
    let needed =
        ["kind", "format", "tool", "spec", "command", "symmetry", "roots", "types", "enums"];
    for key in keys {
        let mut record = header.clone();
        record.as_object_mut().expect("a record").remove(&key);
        assert_eq!(!schema_errors(&record).is_empty(), needed.contains(&key.as_str()), "{key}");
    }
    let end = valid(&end(Status::Timeout, &StreamTally::default()));
    let instance =
        json!({ "kind": "instance", "id": 0, "roots": {}, "objects": { "A$0": { "$type": "A" } } });
    valid(&instance.to_string());
    for (base, pointer, wrong) in [
        (&header, "/format", json!("heapgraph/2")),
        (&header, "/types/Dir/at", json!("map int")),
        (&header, "/types/Dir/at", json!("bag Entry")),
        (&header, "/relations/Warm.degree", json!("set Color")),
        (&end, "/status", json!("done")),
        (&end, "/count", json!(-1)),
        (&end, "/kind", json!("instance")),
        (&instance, "/id", json!("0")),
        (&instance, "/objects/A$0", json!({})),
        (&instance, "/objects/A$0", json!({ "$type": "A", "f": [[1]] })),
        (&instance, "/objects/A$0", json!({ "$type": "A", "f": 0.5 })),
        (&instance, "/objects", json!({ "A": { "$type": "A" } })),
    ] {
        let mut record = base.clone();
        *record.pointer_mut(pointer).expect("the place exists") = wrong;
        assert!(!schema_errors(&record).is_empty(), "{pointer} {record}");
    }
}
