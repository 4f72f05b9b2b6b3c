//! Back from JSON.

use serde_json::{Value as Json, json};

use super::super::{Extent, HeapError, abstract_heaps, instance_record, read, write_graph};
use super::files::{Files, files};

fn record(files: &Files, spare: u32) -> Json {
    let mut line = Vec::new();
    instance_record(&mut line, &files.schema(), &files.build.model, &files.instance(spare), 0, &[]);
    serde_json::from_slice(&line).expect("a record is JSON")
}

fn extent() -> Extent {
    let strings = vec!["x\"y".to_owned(), "RED".to_owned()];
    Extent { integers: Some((0, 4)), strings, ..Extent::default() }
}

/// If this fails, what Korrel writes is not what it reads: a heap sent to a program and returned
/// untouched would count as changed.
#[test]
fn round_trip() {
    let files = files();
    let (schema, model, json) = (files.schema(), &files.build.model, record(&files, 2));
    let heap = read(&schema, model, &json).expect("our own record");
    let instances = abstract_heaps(&schema, model, &[heap], &extent()).expect("one heap");
    assert_eq!(instances, [files.instance(0)]);
}

/// If this fails, the atoms of an ordered sig depend on the order in which a program lists them.
#[test]
fn atoms_are_in_order_of_their_ids() {
    let files = files();
    let (schema, model, mut json) = (files.schema(), &files.build.model, record(&files, 0));
    let objects = json["objects"].as_object().expect("objects").clone();
    json["objects"] = Json::Object(objects.into_iter().rev().collect());
    let heap = read(&schema, model, &json).expect("the same objects");
    let instances = abstract_heaps(&schema, model, &[heap], &extent()).expect("one heap");
    assert_eq!(instances, [files.instance(0)]);
}

/// If this fails, reading loses something that abstraction does not look at, such as an id.
#[test]
fn reading_keeps_everything() {
    let files = files();
    let (schema, json) = (files.schema(), record(&files, 0));
    let heap = read(&schema, &files.build.model, &json).expect("our own record");
    let mut written = b"{\"kind\":\"instance\",\"id\":0,".to_vec();
    write_graph(&mut written, &heap);
    written.push(b'}');
    assert_eq!(String::from_utf8(written).expect("JSON is UTF-8"), json.to_string());
}

/// A reply of a program: other ids for new objects, larger integers, no `sets`. If this fails, an
/// object is another atom after than before, or a state holds the atoms of the other.
#[test]
fn two_states_share_their_atoms() {
    let files = files();
    let (schema, model, pre) = (files.schema(), &files.build.model, record(&files, 0));
    let mut post = pre.clone();
    post["objects"]["fresh"] =
        json!({ "$type": "File", "name": "new", "hidden": true, "owner": "RED", "weight": -9 });
    post["objects"].as_object_mut().expect("objects").remove("Config$0");
    post["roots"]["Config"] = json!("Config$0");
    post.as_object_mut().expect("a record").remove("sets");
    let missing = read(&schema, model, &post).expect_err("the root is gone");
    assert_eq!(messages(&missing), [r#"roots.Config: there is no object "Config$0""#]);

    post["objects"]["Config$0"] = json!({ "$type": "Config", "home": null });
    let heaps = [&pre, &post].map(|json| read(&schema, model, json).expect("it fits"));
    let states = abstract_heaps(&schema, model, &heaps, &extent()).expect("the types are the same");
    let [pre, post] = &states[..] else { panic!("a state for each heap") };
    assert_eq!(pre.universe, post.universe);
    assert_eq!(post.universe.integer_range(), Some((-9, 4)));
    assert!(pre.sig(files.file).is_subset(post.sig(files.file)));
    assert_eq!((pre.sig(files.file).len(), post.sig(files.file).len()), (1, 2));
    assert_eq!((pre.sig(files.marked).len(), post.sig(files.marked).len()), (1, 2));
}

/// If this fails, an id that changes its type between the states goes unnoticed, or breaks us.
#[test]
fn an_object_keeps_its_type() {
    let files = files();
    let (schema, model, pre) = (files.schema(), &files.build.model, record(&files, 0));
    let post = json!({
        "roots": { "d": "Dir$0", "e": null, "s": [], "Config": "File$1" },
        "objects": { "Dir$0": pre["objects"]["Dir$0"], "File$1": { "$type": "Config", "home": null } }
    });
    let errors = read(&schema, model, &post).expect_err("fields of Dir$0 refer to File$1");
    assert!(errors.iter().all(|error| error.path.starts_with("objects.Dir$0")), "{errors:?}");
    let post = json!({
        "roots": { "d": "D", "e": null, "s": [], "Config": "File$1" },
        "objects": { "D": blank_dir(), "File$1": { "$type": "Config", "home": null } }
    });
    let heaps = [&pre, &post].map(|json| read(&schema, model, json).expect("it fits"));
    let errors = abstract_heaps(&schema, model, &heaps, &extent()).expect_err("File$1 changed");
    let errors = Vec::from(errors);
    assert_eq!(messages(&errors), ["objects.File$1.$type: the object was of type `Entry` before"]);
}

fn blank_dir() -> Json {
    json!({
        "$type": "Dir", "name": "", "hidden": true, "entries": [], "at": {}, "tone": {}, "mixed": [],
        "links": [], "near": [], "first": null, "all": [], "any": []
    })
}

/// Each mistake is named once, with its place. If this fails, a broken reply is judged as if it were
/// a state, or its author is sent to the wrong place.
#[test]
fn mistakes() {
    let dir = |field: &str| format!("/objects/Dir$0/{field}");
    for (pointer, wrong, message) in [
        (dir("first"), json!("File$9"), r#"objects.Dir$0.first: there is no object "File$9""#),
        (
            dir("first"),
            json!("Config$0"),
            r#"objects.Dir$0.first: "Config$0", of type `Config`, is not a value of type `Entry`"#,
        ),
        (dir("first"), json!(3), "objects.Dir$0.first: 3 is not a value of type `Entry`"),
        (dir("name"), Json::Null, "objects.Dir$0.name: null is not a value of type `string`"),
        (
            dir("hidden"),
            json!("true"),
            r#"objects.Dir$0.hidden: "true" is not a value of type `bool`"#,
        ),
        (
            dir("entries"),
            json!("File$1"),
            r#"objects.Dir$0.entries: "File$1" has the wrong form; it is declared `set Entry`"#,
        ),
        (
            dir("entries"),
            json!(["File$1", 0]),
            "objects.Dir$0.entries[1]: 0 is not a value of type `Entry`",
        ),
        (
            dir("at"),
            json!({ "two": "Dir$0" }),
            r#"objects.Dir$0.at.two: "two" is not a value of type `int`"#,
        ),
        (
            dir("tone"),
            json!({ "GREEN": 1 }),
            r#"objects.Dir$0.tone.GREEN: "GREEN" is not a value of type `Color`"#,
        ),
        (
            dir("tone"),
            json!({ "RED": 1.5 }),
            "objects.Dir$0.tone.RED: 1.5 is not a value of type `int`",
        ),
        (
            dir("links"),
            json!([["File$1", 3]]),
            r#"objects.Dir$0.links[0]: ["File$1",3] is not an array of 3 values"#,
        ),
        (
            dir("$type"),
            json!("Entry"),
            "objects.Dir$0.$type: `Entry` is abstract: an object is of a type that extends it",
        ),
        (
            dir("$type"),
            json!("Dri"),
            "objects.Dir$0.$type: there is no type `Dri`; did you mean `Dir`? the types are `Dir`, \
             `File`, `Config`",
        ),
        ("/objects/Dir$0".to_owned(), json!(null), "objects.Dir$0: null is not an object"),
        (
            "/objects/File$1".to_owned(),
            json!({ "$type": "File", "name": "", "hidden": true, "weight": 1 }),
            "objects.File$1.owner: missing; it is declared `Dir|Color`",
        ),
        (
            "/objects/Config$0".to_owned(),
            json!({ "$type": "Config", "home": null, "hom": 1 }),
            "objects.Config$0.hom: the spec declares nothing of this name",
        ),
        (
            "/roots".to_owned(),
            json!({ "d": "Dir$0", "s": [], "Config": "Config$0" }),
            "roots.e: missing; it is declared `Entry?`",
        ),
        ("/roots".to_owned(), json!([]), "roots: [] is not an object"),
        (
            "/sets".to_owned(),
            json!({ "Marked": ["File$1"], "Mark": [] }),
            "sets.Mark: the spec declares nothing of this name",
        ),
        (
            "/sets/Marked".to_owned(),
            json!(["RED", "File$1"]),
            r#"sets.Marked[0]: there is no object "RED""#,
        ),
        (
            "/relations/Warm.degree".to_owned(),
            json!({}),
            "relations.Warm.degree: {} has the wrong form; it is declared `rel Color Color int`",
        ),
    ] {
        let files = files();
        let mut json = record(&files, 0);
        *json.pointer_mut(&pointer).expect("the place exists") = wrong;
        let schema = files.schema();
        let errors = read(&schema, &files.build.model, &json).expect_err(&pointer);
        assert_eq!(messages(&errors), [message]);
    }
}

fn messages(errors: &[HeapError]) -> Vec<String> {
    errors.iter().map(ToString::to_string).collect()
}
