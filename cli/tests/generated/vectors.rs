//! The vectors that every reader reads and every writer writes, by the code that is generated.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

use crate::run::{folder, write, written};
use crate::tongues::{Tongue, in_every_language};

/// Generated readers know no header: their classes are made of one.
const NOT_CHECKED: [&str; 8] = [
    "no header",
    "two headers",
    "another format",
    "missing field of a subset",
    "field of a subset that it is not in",
    "unknown field",
    "unknown root",
    "unknown subset",
];

fn vectors(name: &str) -> Vec<Json> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../heapgraph/vectors").join(name);
    let vectors = std::fs::read_to_string(path).expect("the vectors are there");
    vectors.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
}

fn try_vectors(tongue: &Tongue) {
    try_streams(tongue);
    try_changes(tongue);
}

fn try_streams(tongue: &Tongue) {
    let main = tongue.plain_echo();
    let code = written(&["gen", "-q", tongue.name, "heapgraph/vectors/streams.als"]);
    let program = ("vectors".to_owned(), code, Some(main.as_str()));
    let built = &tongue.build("vectors", &[program])[0].0;
    let mut tried = 0;
    let is_checked = |vector: &Json| {
        vector["expect"]["error"] != "header"
            && NOT_CHECKED.iter().all(|name| vector["name"] != *name)
    };
    for vector in vectors("streams.jsonl").into_iter().filter(is_checked) {
        check(&vector, &run(built, &vector, tongue), tongue);
        tried += 1;
    }
    assert!(tried > 70, "{tried}");
}

/// Heaps are changed by a program in the language, which makes the change that a vector says.
fn try_changes(tongue: &Tongue) {
    let code = written(&["gen", "-q", tongue.name, "heapgraph/vectors/streams.als"]);
    let built = tongue.build("changes", &[("changes".to_owned(), code, Some(tongue.changes))]);
    let mut vectors = vectors("changes.jsonl");
    vectors.retain(|vector| !tongue.has_typed_values || vector["values"].is_null());
    vectors.iter_mut().for_each(|vector| vector["changed"] = changed(vector));
    let lines: String = vectors.iter().map(|vector| format!("{vector}\n")).collect();
    let output = run_on(&built[0].0, &lines, tongue);
    assert!(output.status.success(), "{tongue:?}: {output:?}");
    let found = String::from_utf8_lossy(&output.stdout);
    assert_eq!(found.lines().count(), vectors.len(), "{tongue:?}");
    for (vector, line) in vectors.iter().zip(found.lines()) {
        let found: Json = serde_json::from_str(line).expect("it is JSON");
        assert_eq!(found, vector["expect"], "{tongue:?}, {}", vector["name"]);
    }
}

/// The record with the change in it, and all that was there.
fn changed(vector: &Json) -> Json {
    let mut record = vector["record"].clone();
    for (part, members) in vector["change"].as_object().expect("a change has parts") {
        for (name, to) in members.as_object().expect("a part has members") {
            match to.as_object().filter(|_| part == "objects") {
                Some(fields) => fields
                    .iter()
                    .for_each(|(field, value)| record[part][name][field] = value.clone()),
                None => record[part][name] = to.clone(),
            }
        }
    }
    record
}

fn run(program: &[String], vector: &Json, tongue: &Tongue) -> Output {
    let lines: Vec<&str> =
        vector["lines"].as_array().expect("lines").iter().filter_map(Json::as_str).collect();
    let end = if lines.is_empty() || vector["last_line_feed"] == false { "" } else { "\n" };
    run_on(program, &(lines.join("\n") + end), tongue)
}

fn run_on(program: &[String], text: &str, tongue: &Tongue) -> Output {
    let place = folder(&format!("vector-{tongue:?}")).join("stream.jsonl");
    write(&place, text);
    let stream = std::fs::File::open(&place).expect("it was just written");
    let mut command = Command::new(&program[0]);
    command.args(&program[1..]).stdin(Stdio::from(stream)).output().expect("it was built")
}

fn check(vector: &Json, output: &Output, tongue: &Tongue) {
    let what = format!("{tongue:?}, {}: {output:?}", vector["name"]);
    let mut expect = &vector["expect"];
    if !output.status.success() && expect["or"].is_object() {
        expect = &expect["or"];
    }
    assert_eq!(output.status.success(), expect["error"].is_null(), "{what}");
    if let Some(path) = expect["path"].as_str() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        let place: Vec<&str> = path.split(['.', '[']).collect();
        let place = place[..place.len().min(if place[0] == "objects" { 2 } else { 1 })].join(".");
        let is_placed = stderr.contains(&format!("instance {}: {place}", expect["record"]));
        assert!(
            is_placed || vector["name"].as_str().is_some_and(|name| name.ends_with(" twice")),
            "{what}"
        );
    }
    if expect["error"].is_null() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        let is_noted = stderr.contains("note: the digest of the stream says nothing: ");
        assert_eq!(is_noted, expect["note"] == "digest", "{what}");
        let found = String::from_utf8_lossy(&output.stdout);
        let found: Vec<Json> =
            found.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
        match expect["instances"].as_array() {
            None => assert_eq!(Some(found.len() as u64), expect["instances"].as_u64(), "{what}"),
            Some(all) => {
                assert_eq!(found.len(), all.len(), "{what}");
                for (found, given) in found.iter().zip(all) {
                    assert_eq!(
                        (&found["roots"], &found["objects"]),
                        (&given["roots"], &given["objects"]),
                        "{what}"
                    );
                }
            }
        }
    }
}

in_every_language! {
    /// If it failed, a stream that was cut or changed would pass for a whole one, or a heap be written otherwise than it is.
    try_vectors
}
