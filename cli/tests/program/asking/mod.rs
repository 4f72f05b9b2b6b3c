//! Other questions than "all instances".
//!
//! The witness of each is the result of two other commands together: `find` lists the instances that the
//! facts alone allow, and `eval` evaluates each of them. Neither knows of these questions.

mod certificates;
mod choose;
mod complete;
mod cover;
mod diff;
mod distinct;
mod ends;
mod learn;
mod near_miss;
mod overflow;
mod predicates;
mod refused;
mod repl;
mod sql;
mod sql_doubts;
mod suites;
mod watch;

use serde_json::Value as Json;

use crate::program::{Run, file, korrel, korrel_on, library_text, path};

/// A spec of the library with more commands.
fn with_commands(folder: &str, spec: &str, commands: &str) -> String {
    let text = format!("{}\n{commands}\n", library_text(spec));
    path(&file(folder, &format!("{spec}.als"), &text)).to_owned()
}

/// The records of `eval` on each instance of a command, with its key.
fn judged(spec: &str, command: &[&str], asked: &[&str]) -> Vec<(Json, Json)> {
    let listed = korrel(&[&["find", spec, "--keys", "-q"], command].concat());
    assert_eq!(listed.code, Some(0), "{}", listed.stderr);
    let name = command[0];
    let judge = ["eval", spec, "--heap", "-", "--command", name, "-q"];
    let judged = korrel_on(&listed.stdout, &[&judge, asked].concat());
    let keys = listed.instances().into_iter().map(|instance| instance["key"].clone());
    let all: Vec<(Json, Json)> = keys.zip(judged.records()).collect();
    assert_eq!(all.len() as u64, listed.end()["count"], "{}", judged.stderr);
    all
}

fn found(arguments: &[&str]) -> Run {
    let run = korrel(&[&["find"], arguments].concat());
    assert!(matches!(run.code, Some(0 | 1)), "{}", run.stderr);
    run
}

/// The number of objects in an instance.
fn size(instance: &Json) -> usize {
    instance["objects"].as_object().expect("an instance has objects").len()
}
