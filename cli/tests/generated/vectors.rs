//! The vectors that every reader of streams reads, by the readers that are generated.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

use crate::run::{folder, write, written};
use crate::tongues::Tongue;
use crate::trip::{echo, no_values};

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

fn try_vectors(tongue: Tongue) {
    let main = echo(tongue).replace("VALUES", no_values(tongue));
    let code = written(&["gen", "-q", tongue.name(), "heapgraph/vectors/streams.als"]);
    let program = ("vectors".to_owned(), code, Some(main.as_str()));
    let built = &tongue.build("vectors", &[program])[0].0;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../heapgraph/vectors/streams.jsonl");
    let vectors = std::fs::read_to_string(path).expect("the vectors are there");
    let vectors = vectors.lines().map(|line| serde_json::from_str(line).expect("it is JSON"));
    let mut tried = 0;
    let is_checked = |vector: &Json| NOT_CHECKED.iter().all(|name| vector["name"] != *name);
    for vector in vectors.filter(is_checked) {
        check(&vector, &run(built, &vector, tongue), tongue);
        tried += 1;
    }
    assert!(tried > 70, "{tried}");
}

fn run(program: &[String], vector: &Json, tongue: Tongue) -> Output {
    let lines: Vec<&str> =
        vector["lines"].as_array().expect("lines").iter().filter_map(Json::as_str).collect();
    let end = if lines.is_empty() || vector["last_line_feed"] == false { "" } else { "\n" };
    let place = folder(&format!("vector-{tongue:?}")).join("stream.jsonl");
    write(&place, &(lines.join("\n") + end));
    let stream = std::fs::File::open(&place).expect("it was just written");
    let mut command = Command::new(&program[0]);
    command.args(&program[1..]).stdin(Stdio::from(stream)).output().expect("it was built")
}

fn check(vector: &Json, output: &Output, tongue: Tongue) {
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

/// If it failed, a stream that was cut or changed would pass for a whole one.
#[test]
#[ignore = "python3: cargo test -p korrel --test generated -- --ignored"]
fn python() {
    try_vectors(Tongue::Python);
}

/// If it failed, a stream that was cut or changed would pass for a whole one.
#[test]
#[ignore = "javac and java: cargo test -p korrel --test generated -- --ignored"]
fn java() {
    try_vectors(Tongue::Java);
}

/// If it failed, a stream that was cut or changed would pass for a whole one.
#[test]
#[ignore = "node and npm: cargo test -p korrel --test generated -- --ignored"]
fn typescript() {
    try_vectors(Tongue::TypeScript);
}

/// If it failed, a stream that was cut or changed would pass for a whole one.
#[test]
#[ignore = "compiles programs with cargo: cargo test -p korrel --test generated -- --ignored"]
fn rust() {
    try_vectors(Tongue::Rust);
}
