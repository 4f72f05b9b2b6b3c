//! Each stream under tests/streams drawn in each way, as snapshots.
//!
//! If one changes, people see their instances otherwise than before: look at it before accepting it. The
//! pictures themselves are snapshots too, since the same stream must give the same bytes everywhere.

use std::fs;
use std::path::Path;

use korrel_draw::{Instance, Page, Theme, dot, lanes, lanes_svg, svg, table, text};
use korrel_heapgraph::Header;
use serde_json::Value as Json;

const STREAMS: [&str; 16] = [
    "circular_list",
    "commit_graph",
    "directed_graph",
    "doubly_linked_list",
    "empty",
    "file_system",
    "hostile",
    "json_document",
    "latin_square",
    "red_black_tree",
    "river",
    "roots",
    "simple_graph",
    "steps",
    "traces",
    "two_states",
];

fn stream(name: &str) -> (Header, Vec<Instance>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/streams/{name}.jsonl"));
    let lines = fs::read_to_string(path).expect("the stream is there");
    let mut records = lines.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let header = Header::read(&records.next().expect("a header")).expect("a header");
    let instances = records
        .filter(|record: &Json| record["kind"] == "instance")
        .map(|record| Instance::read(&header, &record).expect("an instance"))
        .collect();
    (header, instances)
}

fn page(width: usize) -> Page {
    Page { width, is_colored: false }
}

fn for_each(drawing: &str, draw: impl Fn(&Header, &Instance) -> String) {
    for name in STREAMS {
        let (header, instances) = stream(name);
        let drawn: Vec<String> = instances.iter().map(|instance| draw(&header, instance)).collect();
        insta::assert_snapshot!(format!("{name}_{drawing}"), drawn.join("\n"));
    }
}

#[test]
fn in_a_terminal() {
    for_each("text", |header, instance| text(header, instance, &page(80)));
}

#[test]
fn in_a_narrow_terminal() {
    for_each("narrow", |header, instance| text(header, instance, &page(40)));
}

#[test]
fn as_tables() {
    for_each("table", |header, instance| table(header, instance, &page(80)));
}

#[test]
fn for_graphviz() {
    for_each("dot", dot);
}

#[test]
fn as_pictures() {
    for_each("svg", |header, instance| svg(header, std::slice::from_ref(instance), Theme::Light));
}

/// The sigs of lanes: one, several, a subset sig, and one that comes and goes.
const LANES: [(&str, &[&str]); 4] = [
    ("steps", &["Process"]),
    ("steps", &["Message", "Lock"]),
    ("steps", &["Asking"]),
    ("traces", &["Node"]),
];

fn for_each_lane(drawing: &str, draw: impl Fn(&Header, &Instance, &[String]) -> String) {
    for (name, sigs) in LANES {
        let (header, instances) = stream(name);
        let chosen: Vec<String> = sigs.iter().map(|&sig| sig.to_owned()).collect();
        let drawn: Vec<String> =
            instances.iter().map(|instance| draw(&header, instance, &chosen)).collect();
        insta::assert_snapshot!(format!("{name}_{}_{drawing}", sigs.join("_")), drawn.join("\n"));
    }
}

#[test]
fn as_lanes_in_a_terminal() {
    for_each_lane("lanes", |header, instance, sigs| lanes(header, instance, sigs, &page(80)));
}

#[test]
fn as_lanes_in_a_picture() {
    for_each_lane("lanes_svg", |header, instance, sigs| {
        lanes_svg(header, std::slice::from_ref(instance), sigs, Theme::Light)
    });
}

/// If this fails, `--color never` colours, or colours change what is drawn.
#[test]
fn colours_add_nothing_else() {
    for name in STREAMS {
        let (header, instances) = stream(name);
        for instance in &instances {
            let colored = text(&header, instance, &Page { width: 80, is_colored: true });
            let mut plain = String::new();
            let mut rest = colored.as_str();
            while let Some(start) = rest.find('\u{1b}') {
                plain += &rest[..start];
                rest = &rest[start + rest[start..].find('m').expect("a colour ends") + 1..];
            }
            plain += rest;
            assert_eq!(plain, text(&header, instance, &page(80)), "{name}");
        }
    }
}
