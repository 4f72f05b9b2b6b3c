//! README.md and docs/ show commands, their output, and files. Each is tried here, so that none of
//! them can go out of date.
//!
//! A fenced block is
//! - `console`: lines that start with `$ ` are commands, run in the repository's folder; the lines up
//!   to the next command are what it must write to standard output (commands that show messages
//!   send them there by `2>&1`);
//! - a file, if its first line is a comment that holds nothing but the file's path;
//! - `sh`: the set-up, whose commands `.ci/run` covers or which is tried with the program at hand.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const KORREL: &str = env!("CARGO_BIN_EXE_korrel");

#[test]
fn readme() {
    // If this failed, the first thing that a reader tries would not do what README.md says.
    assert!(try_consoles("README.md") > 0, "the commands of README.md were tried");
    let files = compare_files("README.md");
    assert_eq!(files, 5, "the spec, the decoder and the three checks are quoted");
    try_setup();
}

#[test]
fn commands() {
    // If this failed, a flag, an exit code or a message would be other than docs/commands.md says.
    assert!(try_consoles("docs/commands.md") > 0, "the commands of docs/commands.md were tried");
}

#[test]
fn language() {
    // If this failed, docs/language.md would promise a construct that is refused, or the reverse.
    assert!(try_consoles("docs/language.md") > 0, "the commands of docs/language.md were tried");
}

#[test]
fn pitfalls() {
    // If this failed, docs/pitfalls.md would warn of what is none, or promise another message.
    assert!(try_consoles("docs/pitfalls.md") > 0, "the commands of docs/pitfalls.md were tried");
}

#[test]
fn heapgraph() {
    // If this failed, a reader who follows docs/heapgraph.md could not decode what is written.
    assert!(try_consoles("docs/heapgraph.md") > 0, "the commands of docs/heapgraph.md were tried");
}

#[test]
fn harness() {
    // If this failed, whoever writes a driver after docs/harness.md would get another report.
    try_consoles("docs/harness.md");
    assert_eq!(compare_files("docs/harness.md"), 1, "the driver is quoted");
}

#[test]
#[ignore = "python3 and jq: cargo test -p korrel --test readme -- --ignored"]
fn with_python_and_jq() {
    // If this failed, an example that reads the output with another program would show something else.
    let documents = ["README.md", "docs/commands.md", "docs/heapgraph.md", "docs/harness.md"];
    let tried: Vec<usize> = documents.iter().map(|name| try_commands(name, true)).collect();
    assert!(tried[0] > 3 && tried[3] > 0, "{documents:?}: {tried:?}");
}

#[test]
#[ignore = "python3, node, PyPI and npm: cargo test -p korrel --test readme -- --ignored hunts"]
fn hunts() {
    // If this failed, a fault that examples/hunt reports in a library would be another one, or not be found.
    let document = "examples/hunt/json_diff/README.md";
    assert!(try_commands(document, true) > 0, "the commands of {document} were tried");
}

#[test]
fn every_flag_of_test_is_documented() {
    // If this failed, a flag would be missing in docs/harness.md, or stand there without existing.
    let text = read("docs/harness.md");
    let rows = text.lines().filter(|line| line.starts_with("| `-"));
    let cells = rows.filter_map(|row| row.split('|').nth(1)).collect::<Vec<_>>().join(" ");
    let everywhere = flags(&shell("korrel --help").1);
    let helps = ["test", "merge"].map(|command| shell(&format!("korrel {command} --help")).1);
    let mut offered = flags(&helps.concat());
    offered.retain(|flag| !everywhere.contains(flag));
    assert_eq!(flags(&cells), offered);
}

#[test]
fn every_flag_is_documented() {
    // If this failed, a flag would be missing in docs/commands.md, or stand there without existing.
    let text = read("docs/commands.md");
    let rows = text.lines().filter(|line| line.starts_with("| `-"));
    let cells = rows.filter_map(|row| row.split('|').nth(1)).collect::<Vec<_>>().join(" ");
    let documented = flags(&cells);
    let mut offered = flags(&shell("korrel --help").1);
    for command in
        ["find", "count", "sample", "check", "list", "eval", "gen", "init", "translate", "explain"]
    {
        offered.extend(flags(&shell(&format!("korrel {command} --help")).1));
    }
    offered.sort();
    offered.dedup();
    assert_eq!(documented, offered);
}

#[test]
fn every_code_is_documented() {
    // If this failed, someone who looks up the code of a message would not find it.
    let text = read("docs/language.md");
    for code in korrel_lang::code::ALL {
        assert!(text.contains(&format!("| {code} |")), "{code} is missing in docs/language.md");
    }
}

/// Runs every command of a document's `console` blocks that needs but the program and a shell; how many there
/// were.
fn try_consoles(document: &str) -> usize {
    try_commands(document, false)
}

/// Runs those that need other programs, too, or those that do not.
fn try_commands(document: &str, with_more: bool) -> usize {
    let mut tried = 0;
    for block in blocks(document).iter().filter(|block| block.language == "console") {
        let mut lines = block.text.lines().peekable();
        while let Some(line) = lines.next() {
            let command =
                line.strip_prefix("$ ").unwrap_or_else(|| panic!("not a command: {line}"));
            let mut expected = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                expected += line;
                expected += "\n";
            }
            if needs_more(command) != with_more {
                continue;
            }
            tried += 1;
            let (_, stdout) = shell(command);
            assert_eq!(stdout, expected, "{document}: {command}");
        }
    }
    tried
}

/// Compares the blocks that quote a file with the file; how many there were.
fn compare_files(document: &str) -> usize {
    let mut compared = 0;
    for block in blocks(document) {
        let (first, rest) = block.text.split_once('\n').unwrap_or_default();
        let comment = first.strip_prefix("-- ").or_else(|| first.strip_prefix("# "));
        let comment = comment.or_else(|| first.strip_prefix("// "));
        if let Some(path) = comment.filter(|path| root().join(path).is_file()) {
            assert!(rest == read(path), "{document} does not quote {path} as it is");
            compared += 1;
        }
    }
    compared
}

/// The commands of README.md's set-up: the program's, and the one that `.ci/run` must call.
fn try_setup() {
    let blocks = blocks("README.md");
    let setup = blocks.iter().find(|block| block.language == "sh").expect("README.md has a set-up");
    let commands: Vec<&str> = setup.text.lines().collect();
    let [main_job, tests] = commands[..] else { panic!("the set-up is two commands") };
    let arguments = main_job
        .strip_prefix("cargo run --release -p korrel -- ")
        .expect("the first command runs the program");
    let (exit, stdout) = shell(&format!("korrel {arguments}"));
    assert_eq!(exit, Some(0), "{main_job}");
    assert!(stdout.ends_with("\"status\":\"complete\",\"count\":16}\n"), "{main_job}: {stdout}");
    let is_called = read(".ci/run").lines().any(|line| line.trim() == tests);
    assert!(is_called, ".ci/run does not call `{tests}`");
}

struct Block {
    language: String,
    text: String,
}

/// The fenced blocks of a document.
fn blocks(document: &str) -> Vec<Block> {
    let text = read(document);
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else { continue };
        let body = lines.by_ref().take_while(|line| *line != "```");
        let text = body.flat_map(|line| [line, "\n"]).collect();
        blocks.push(Block { language: language.to_string(), text });
    }
    blocks
}

/// The long flags that a text names, but for those that every program has.
fn flags(text: &str) -> Vec<String> {
    let is_flag = |c: char| c == '-' || c.is_ascii_lowercase();
    let words = text.split(|c| !is_flag(c));
    let mut flags: Vec<String> = words
        .filter(|word| word.starts_with("--") && word.contains(|c: char| c != '-'))
        .filter(|word| !matches!(*word, "--help" | "--version"))
        .map(str::to_string)
        .collect();
    flags.sort();
    flags.dedup();
    flags
}

/// Whether a command needs Python or jq, or installs what it needs.
fn needs_more(command: &str) -> bool {
    let more = ["python3", "jq"];
    command.split_whitespace().any(|word| more.contains(&word) || word.contains("hunt/"))
}

/// The exit code and the standard output of a command, with `korrel` on the path.
fn shell(command: &str) -> (Option<i32>, String) {
    let folder = Path::new(KORREL).parent().expect("the program lies in a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_path_buf()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).expect("the folders came from a path");
    let Output { status, stdout, stderr } = Command::new("bash")
        .args(["-c", command])
        .current_dir(root())
        .env("PATH", path)
        .env("KORREL", KORREL)
        .env("PYTHONPATH", "packages/python/src")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("bash can be started");
    eprint!("$ {command}\n{}", String::from_utf8_lossy(&stderr));
    (status.code(), String::from_utf8(stdout).expect("output is text"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
