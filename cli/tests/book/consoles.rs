//! The commands that documents show, and what they print.

use std::path::Path;
use std::sync::Mutex;
use std::{iter, thread};

use crate::markdown::{Block, Document};
use crate::shell::{needs_more, root, run};

/// A command, and what it must print.
struct Step {
    command: String,
    expected: String,
}

#[test]
fn commands_of_the_program() {
    // If this failed, a reader who types the commands of a document would get something else.
    for document in documents() {
        try_commands(&document, false);
    }
}

#[test]
#[ignore = "python3, jq, node, a JDK and GNU parallel: cargo test -p korrel --test book commands_with -- --ignored"]
fn commands_with_other_programs() {
    // If this failed, an example that reads the output with another program would show something else.
    let is_hunt = |document: &Document| document.path.starts_with("examples/hunt/");
    let tried = documents()
        .iter()
        .filter(|document| !is_hunt(document))
        .map(|d| try_commands(d, true))
        .sum::<usize>();
    assert!(tried > 5, "{tried} were tried");
}

#[test]
#[ignore = "python3, node, PyPI, npm and crates.io, and minutes: cargo test -p korrel --test book -- --ignored hunts"]
fn hunts() {
    // If this failed, a fault that examples/hunt reports in a library would be another one, or not be found.
    let tried = of_hunts(|block| !is_long(block));
    assert!(tried > 80, "{tried} commands of examples/hunt were tried");
}

#[test]
#[ignore = "node and npm: cargo test -p korrel --test book -- --ignored a_page_of_the_hunt"]
fn a_page_of_the_hunt() {
    // If this failed, none of the hunts would be as its page says.
    let pages = documents().into_iter();
    let page = pages.filter(|document| document.path == "examples/hunt/containers/README.md");
    let is_short = |block: &Block| needs_more(&block.text) && !is_long(block);
    let tried = page.map(|document| try_chosen(&document, is_short)).sum::<usize>();
    assert!(tried > 10, "{tried} commands were tried");
}

#[test]
#[ignore = "the same, and minutes: cargo test -p korrel --test book -- --ignored mutants_of_hunts"]
fn mutants_of_hunts() {
    // If this failed, a certificate of examples/hunt could not fail.
    let tried = of_hunts(is_long);
    assert!(tried > 5, "{tried} commands of examples/hunt were tried");
}

/// The block runs hunts many times.
fn is_long(block: &Block) -> bool {
    block.text.contains("/run --mutants")
}

/// Runs the chosen blocks of the hunts' pages; how many commands there were.
fn of_hunts(is_chosen: impl Fn(&Block) -> bool + Sync) -> usize {
    let hunts =
        documents().into_iter().filter(|document| document.path.starts_with("examples/hunt/"));
    // Each has folders of its own, so that two are run side by side.
    let hunts = Mutex::new(hunts);
    let next = || hunts.lock().expect("nothing fails at it").next();
    let of = |document: Document| {
        try_chosen(&document, |block| needs_more(&block.text) && is_chosen(block))
    };
    let work = || iter::from_fn(next).map(of).sum::<usize>();
    thread::scope(|scope| {
        let other = scope.spawn(work);
        work() + other.join().expect("the commands print what documents show")
    })
}

/// The documents whose commands are run in the repository's folder.
fn documents() -> Vec<Document> {
    Document::all().into_iter().filter(|document| !document.is_walkthrough()).collect()
}

/// Runs the blocks of a document that need other programs, or those that do not; how many commands there were.
fn try_commands(document: &Document, with_more: bool) -> usize {
    try_chosen(document, |block| needs_more(&block.text) == with_more)
}

fn try_chosen(document: &Document, is_chosen: impl Fn(&Block) -> bool) -> usize {
    let blocks = document.blocks().into_iter();
    let shown = blocks.filter(|block| block.language == "console" && !block.is_not_run());
    shown.filter(is_chosen).map(|block| try_block(&block, &root())).sum()
}

/// Runs the commands of a block in a folder; how many there were.
pub fn try_block(block: &Block, folder: &Path) -> usize {
    let steps = steps(block);
    for step in &steps {
        let (_, printed) = run(&step.command, folder);
        assert_eq!(printed, step.expected, "{}: {}", block.at, step.command);
    }
    steps.len()
}

/// The commands typed in a block, and the output that it shows for each.
fn steps(block: &Block) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in block.text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { command: command.to_string(), expected: String::new() });
        } else {
            let step =
                steps.last_mut().unwrap_or_else(|| panic!("{}: not a command: {line}", block.at));
            step.expected += line;
            step.expected += "\n";
        }
    }
    steps
}
