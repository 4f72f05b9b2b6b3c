//! The heaps that every writer writes: heapgraph/vectors/README.md.

use std::path::Path;

use serde_json::{Map, Value as Json};

/// If it failed, a heap of the caller's own values would not be the record that other languages write of it.
#[test]
fn every_heap_is_written_as_everywhere() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../heapgraph/vectors");
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).expect("it is there");
    let spec = korrel::spec(&text("streams.als")).expect("it is right");
    let types = spec.command("p").and_then(|command| command.types()).expect("there is one");
    let vectors = text("changes.jsonl");
    assert!(vectors.lines().count() > 15);
    for line in vectors.lines() {
        let vector: Json = serde_json::from_str(line).expect("it is JSON");
        let expect = &vector["expect"];
        let members = |part: &str| expect[part].as_object().cloned().unwrap_or_default();
        let mut encoder = types.encoder().id(expect["id"].as_u64().expect("it has one"));
        // The objects come in any order, and so does what is in a set.
        for (id, object) in members("objects").into_iter().rev() {
            let object: Map<String, Json> = turned(object).as_object().cloned().expect("it is one");
            encoder = encoder.object(&id, &object).expect("it fits");
        }
        encoder = encoder.roots(&expect["roots"]).expect("they fit");
        for (name, set) in members("sets") {
            encoder = encoder.set(&name, &turned(set)).expect("it fits");
        }
        for (name, relation) in members("relations") {
            encoder = encoder.relation(&name, &turned(relation)).expect("it fits");
        }
        let heap = encoder.finish().expect("it is whole");
        assert_eq!(heap.record(), expect, "{}", vector["name"]);
    }
}

/// The sets and relations of an object, or one of them, the other way around.
fn turned(mut json: Json) -> Json {
    json.as_array_mut().into_iter().for_each(|items| items.reverse());
    for name in ["likes", "links"] {
        json.get_mut(name).and_then(Json::as_array_mut).into_iter().for_each(|all| all.reverse());
    }
    json
}
