//! The reference names all that there is: flags and codes of messages.

use crate::markdown::Document;
use crate::shell::{commands, run_here};

#[test]
fn every_flag_of_test_is_documented() {
    // If this failed, a flag would be missing in docs/harness.md, or stand there without existing.
    let everywhere = flags(&run_here("korrel --help").1);
    let helps = ["test", "merge"].map(|command| run_here(&format!("korrel {command} --help")).1);
    let mut offered = flags(&helps.concat());
    offered.retain(|flag| !everywhere.contains(flag));
    assert_eq!(documented("docs/harness.md"), offered);
}

#[test]
fn every_flag_is_documented() {
    // If this failed, a flag would be missing in docs/commands.md, or stand there without existing.
    let mut offered = flags(&run_here("korrel --help").1);
    // The flags of `test` and `merge` stand in docs/harness.md.
    let others =
        commands().into_iter().filter(|command| !["test", "merge"].contains(&command.as_str()));
    offered
        .extend(others.flat_map(|command| flags(&run_here(&format!("korrel {command} --help")).1)));
    offered.sort();
    offered.dedup();
    assert_eq!(documented("docs/commands.md"), offered);
}

#[test]
fn every_code_is_documented() {
    // If this failed, someone who looks up the code of a message would not find it.
    let document = Document::read("docs/language.md");
    let rows: Vec<&str> = document.prose().collect();
    for code in korrel_lang::code::ALL {
        let row = format!("| {code} |");
        assert!(
            rows.iter().any(|line| line.starts_with(&row)),
            "{code} is missing in docs/language.md"
        );
    }
}

/// The flags in the first column of a document's tables.
fn documented(path: &str) -> Vec<String> {
    let document = Document::read(path);
    let rows = document.prose().filter(|line| line.starts_with("| `-"));
    flags(&rows.filter_map(|row| row.split('|').nth(1)).collect::<Vec<_>>().join(" "))
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
