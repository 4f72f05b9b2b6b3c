//! The first instances of each command of the library, drawn by the program.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value as Json;

/// The number of instances of each command.
const MOST: &str = "12";

/// Asks for the faults in the drawings of each command's instances, all in one; returns the number
/// of instances.
///
/// # Panics
/// If there is a fault, with the drawing.
pub fn for_each_drawn(format: &str, wrong: impl Fn(&[Json], &str) -> Vec<String>) -> usize {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let stream = folder.path().join("stream.jsonl");
    let stream = stream.to_str().expect("the folder's name is a text");
    let mut drawn = 0;
    for (spec, command) in commands() {
        // Some are cut off by the limit or by time; the instances found are drawn.
        korrel(&["find", &spec, &command, "--limit", MOST, "--timeout", "5s", "-o", stream]);
        let lines = std::fs::read_to_string(stream).unwrap_or_default();
        let records = lines.lines().map(|line| serde_json::from_str(line).expect("lines of JSON"));
        let instances: Vec<Json> =
            records.filter(|record: &Json| record["kind"] == "instance").collect();
        let output = korrel(&["show", stream, "-n", "0", "--format", format, "--width", "100"]);
        let drawing = String::from_utf8(output.stdout).expect("drawings are texts");
        let wrong = wrong(&instances, &drawing);
        assert!(wrong.is_empty(), "{spec} {command}: {}\n{drawing}", wrong.join("\n"));
        drawn += instances.len();
        drop(std::fs::remove_file(stream));
    }
    drawn
}

/// The library's commands, and those about roots, by file and number.
fn commands() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = std::fs::read_dir(root.join("../specs")).expect("the library is there");
    let library = library.map(|entry| entry.expect("a folder lists its entries").path());
    let mut specs: Vec<_> =
        library.filter(|path| path.extension().is_some_and(|e| e == "als")).collect();
    specs.push(root.join("tests/drawings/roots.als"));
    specs.sort();
    let commands = specs.iter().flat_map(|spec| {
        let spec = spec.to_str().expect("names are ASCII").to_owned();
        let listed = String::from_utf8(korrel(&["list", &spec, "--format", "json"]).stdout);
        let listed = listed.expect("JSON is UTF-8");
        let all = listed.lines().map(|line| serde_json::from_str::<Json>(line).expect("JSON"));
        let indices: Vec<String> = all
            .filter(|one| one["kind"] == "command")
            .map(|one| one["index"].to_string())
            .collect();
        indices.into_iter().map(move |index| (spec.clone(), index))
    });
    commands.collect()
}

fn korrel(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_korrel"));
    command.args(words).output().expect("the program starts")
}
