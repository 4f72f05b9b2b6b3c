//! Each stream under tests/streams drawn in each way, as snapshots.
//!
//! If one changes, people see their instances otherwise than before: look at it before accepting it. The
//! pictures themselves are snapshots too, since the same stream must give the same bytes everywhere.

use std::fs;
use std::path::Path;

use korrel_draw::{Page, Theme, dot, svg, table, text};
use korrel_heapgraph::{Header, Heap};
use serde_json::Value as Json;

const STREAMS: [&str; 11] = [
    "commit_graph",
    "directed_graph",
    "doubly_linked_list",
    "empty",
    "file_system",
    "hostile",
    "json_document",
    "red_black_tree",
    "river",
    "roots",
    "two_states",
];

fn stream(name: &str) -> (Header, Vec<Heap>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/streams/{name}.jsonl"));
    let lines = fs::read_to_string(path).expect("the stream is there");
    let mut records = lines.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let header = Header::read(&records.next().expect("a header")).expect("a header");
    let heaps = records
        .filter(|record: &Json| record["kind"] == "instance")
        .map(|record| Heap::read(&header, &record).expect("an instance"))
        .collect();
    (header, heaps)
}

fn page(width: usize) -> Page {
    Page { width, is_colored: false }
}

fn for_each(drawing: &str, draw: impl Fn(&Header, &Heap) -> String) {
    for name in STREAMS {
        let (header, heaps) = stream(name);
        let drawn: Vec<String> = heaps.iter().map(|heap| draw(&header, heap)).collect();
        insta::assert_snapshot!(format!("{name}_{drawing}"), drawn.join("\n"));
    }
}

#[test]
fn in_a_terminal() {
    for_each("text", |header, heap| text(header, heap, &page(80)));
}

#[test]
fn in_a_narrow_terminal() {
    for_each("narrow", |header, heap| text(header, heap, &page(40)));
}

#[test]
fn as_tables() {
    for_each("table", |header, heap| table(header, heap, &page(80)));
}

#[test]
fn for_graphviz() {
    for_each("dot", dot);
}

#[test]
fn as_pictures() {
    for_each("svg", |header, heap| svg(header, std::slice::from_ref(heap), Theme::Light));
}

/// If this fails, `--color never` colours, or colours change what is drawn.
#[test]
fn colours_add_nothing_else() {
    for name in STREAMS {
        let (header, heaps) = stream(name);
        for heap in &heaps {
            let colored = text(&header, heap, &Page { width: 80, is_colored: true });
            let mut plain = String::new();
            let mut rest = colored.as_str();
            while let Some(start) = rest.find('\u{1b}') {
                plain += &rest[..start];
                rest = &rest[start + rest[start..].find('m').expect("a colour ends") + 1..];
            }
            plain += rest;
            assert_eq!(plain, text(&header, heap, &page(80)), "{name}");
        }
    }
}
