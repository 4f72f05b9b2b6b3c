//! Tables that speak of specs: the cookbook's and that of how fast the structures of the literature are counted.

use crate::markdown::{Document, files};
use crate::shell::{root, run_here};

#[test]
fn the_cookbook_has_every_spec() {
    // If this failed, a line to copy or a count would be in the cookbook and not in its spec.
    let cookbook = Document::read("docs/cookbook.md");
    let rows = rows(&cookbook, 4);
    for spec in files("specs", &["als"]) {
        let is_its = |row: &&Vec<String>| row[0].ends_with(&format!("](../{spec})"));
        let row = rows.iter().find(is_its).unwrap_or_else(|| panic!("{spec} is missing"));
        let text = std::fs::read_to_string(root().join(&spec)).expect("the spec can be read");
        let text = words(&text.replace("\n-- ", " "));
        for told in [row[2].trim_matches('`'), row[3].as_str()] {
            assert!(text.contains(&words(told)), "{spec} does not have `{told}`");
        }
    }
}

#[test]
#[ignore = "minutes in a build that is not optimised: cargo test --release -p korrel --test book -- --ignored counts"]
fn counts_of_the_performance_table() {
    // If this failed, who repeats a row would get another number.
    let page = Document::read("docs/benchmarks.md");
    let mut tried = 0;
    for row in rows(&page, 6) {
        let spec = row[0].split_once("](../").and_then(|(_, link)| link.strip_suffix(')'));
        let Some(spec) = spec else { continue };
        let scope = row[1].trim_matches('`');
        let (_, printed) = run_here(&format!("korrel count {spec} --scope '{scope}'"));
        assert_eq!(printed.trim(), row[2].replace(',', ""), "{spec}, {scope}");
        tried += 1;
    }
    assert!(tried > 10, "{tried} rows were counted");
}

/// The cells of all rows of so many columns.
fn rows(document: &Document, columns: usize) -> Vec<Vec<String>> {
    let cells = |line: &str| -> Vec<String> {
        let row = line.trim_matches('|').replace("\\|", "\u{0}");
        row.split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect()
    };
    let lines = document.prose().filter(|line| line.starts_with('|'));
    lines.map(cells).filter(|cells| cells.len() == columns).collect()
}

/// A text with single spaces.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
