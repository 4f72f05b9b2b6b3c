//! The first instances of each command of the library, drawn by the program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use serde_json::Value as Json;

/// The number of instances of each command.
const MOST: &str = "8";

/// Asks for the faults in the drawings of each command's instances, all in one; returns the number
/// of instances.
///
/// # Panics
/// If there is a fault, with the drawing.
pub fn for_each_drawn(format: &str, wrong: impl Fn(&[Json], &str) -> Vec<String>) -> usize {
    let mut drawn = 0;
    for Listed { command, stream, instances } in LISTED.iter() {
        let output =
            korrel_on(stream, &["show", "-", "-n", "0", "--format", format, "--width", "100"]);
        let drawing = String::from_utf8(output.stdout).expect("drawings are texts");
        let wrong = wrong(instances, &drawing);
        assert!(wrong.is_empty(), "{command}: {}\n{drawing}", wrong.join("\n"));
        drawn += instances.len();
    }
    drawn
}

/// The first instances of a command.
struct Listed {
    command: String,
    stream: String,
    instances: Vec<Json>,
}

/// Those of all commands. Whatever is drawn, they are searched for once.
static LISTED: LazyLock<Vec<Listed>> = LazyLock::new(|| {
    let listed = commands().into_iter().map(|(spec, command)| {
        // Some are cut off by the limit or by time; the instances found are drawn.
        let output = korrel(&["find", &spec, &command, "--limit", MOST, "--timeout", "5s"]);
        let stream = String::from_utf8(output.stdout).expect("JSON is UTF-8");
        let records = stream.lines().map(|line| serde_json::from_str(line).expect("lines of JSON"));
        let instances = records.filter(|record: &Json| record["kind"] == "instance").collect();
        Listed { command: format!("{spec} {command}"), stream, instances }
    });
    listed.collect()
});

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
    korrel_on("", words)
}

/// Runs it with a text on standard input.
fn korrel_on(input: &str, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_korrel"));
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    std::thread::scope(|scope| {
        // Whoever reads nothing may end before.
        scope.spawn(move || drop(stdin.write_all(input.as_bytes())));
        child.wait_with_output().expect("the program ends")
    })
}
