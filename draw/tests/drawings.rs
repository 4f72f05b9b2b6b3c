//! Each stream under tests/streams drawn in every format, as snapshots.
//!
//! If one changes, people see their instances otherwise than before: look at it before accepting it. The
//! pictures themselves are snapshots too, since the same stream must give the same bytes everywhere.

use std::fs;
use std::path::Path;

use korrel_draw::{DrawnInstance, Hints, Page, Theme, dot, lanes, lanes_svg, svg, table, text};
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

fn stream(name: &str) -> (Header, Vec<DrawnInstance>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/streams/{name}.jsonl"));
    let lines = fs::read_to_string(path).expect("the stream is there");
    let mut records = lines.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let header = Header::read(&records.next().expect("a header")).expect("a header");
    let instances = records
        .filter(|record: &Json| record["kind"] == "instance")
        .map(|record| DrawnInstance::read(&header, &record).expect("an instance"))
        .collect();
    (header, instances)
}

fn page(width: usize) -> Page {
    Page { width, is_colored: false }
}

fn for_each(drawing: &str, draw: impl Fn(&Header, &DrawnInstance) -> String) {
    for name in STREAMS {
        let (header, instances) = stream(name);
        let drawn: Vec<String> = instances.iter().map(|instance| draw(&header, instance)).collect();
        insta::assert_snapshot!(format!("{name}_{drawing}"), drawn.join("\n"));
    }
}

#[test]
fn in_a_terminal() {
    for_each("text", |header, instance| text(header, instance, &page(80), &Hints::default()));
}

#[test]
fn in_a_narrow_terminal() {
    for_each("narrow", |header, instance| text(header, instance, &page(40), &Hints::default()));
}

#[test]
fn as_tables() {
    for_each("table", |header, instance| table(header, instance, &page(80)));
}

#[test]
fn for_graphviz() {
    for_each("dot", |header, instance| dot(header, instance, &Hints::default()));
}

#[test]
fn as_pictures() {
    for_each("svg", |header, instance| {
        svg(header, std::slice::from_ref(instance), Theme::Light, &Hints::default())
    });
}

/// The sigs of lanes: one, several, a subset sig, and one that comes and goes.
const LANES: [(&str, &[&str]); 4] = [
    ("steps", &["Process"]),
    ("steps", &["Message", "Lock"]),
    ("steps", &["Asking"]),
    ("traces", &["Node"]),
];

fn for_each_lane(drawing: &str, draw: impl Fn(&Header, &DrawnInstance, &[String]) -> String) {
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

/// If this fails, `--color never` colours, or colours change the drawing.
#[test]
fn colours_add_nothing_else() {
    for name in STREAMS {
        let (header, instances) = stream(name);
        for instance in &instances {
            let colored = Page { width: 80, is_colored: true };
            let colored = text(&header, instance, &colored, &Hints::default());
            let mut plain = String::new();
            let mut rest = colored.as_str();
            while let Some(start) = rest.find('\u{1b}') {
                plain += &rest[..start];
                rest = &rest[start + rest[start..].find('m').expect("a colour ends") + 1..];
            }
            plain += rest;
            let plainly = text(&header, instance, &page(80), &Hints::default());
            assert_eq!(plain, plainly, "{name}");
        }
    }
}

/// If it failed, a picture would say that a field has become empty beside the arrow of its value.
#[test]
fn what_arrows_show_is_no_empty_row() {
    for (shape, empty, value) in [
        ("map A A", serde_json::json!({}), serde_json::json!({ "A$0": "A$0" })),
        ("rel A A", serde_json::json!([]), serde_json::json!([["A$0", "A$0"]])),
    ] {
        let header = serde_json::json!({ "format": "heapgraph/1", "roots": { "D": "D" },
            "types": { "A": {}, "D": { "last": shape } }, "var": ["D.last"] });
        let state = |value: &Json| {
            let objects = serde_json::json!({ "A$0": { "$type": "A" }, "D$0": { "$type": "D", "last": value } });
            serde_json::json!({ "roots": { "D": "D$0" }, "objects": objects })
        };
        let drawn = |states: [&Json; 2]| {
            let record = serde_json::json!({ "id": 0, "states": states.map(state), "loop": 1 });
            let header = Header::read(&header).expect("it is one");
            let trace = DrawnInstance::read(&header, &record).expect("it fits");
            svg(&header, &[trace], Theme::Light, &Hints::default())
        };
        let filled = drawn([&empty, &value]);
        assert!(filled.contains("last[A$0]") && !filled.contains(">{}<"), "{filled}");
        assert!(drawn([&value, &empty]).contains(">{}<"), "what has become empty is told");
    }
}

/// If it failed, an object would be somewhere else after an operation, and what has moved could not be seen.
#[test]
fn an_object_stays_in_its_place_over_an_operation() {
    let header = serde_json::json!({ "format": "heapgraph/1", "roots": { "l": "N?" }, "types": { "N": { "next": "N?" } } });
    let node = |next: Option<&str>| serde_json::json!({ "$type": "N", "next": next });
    let record = serde_json::json!({ "id": 0, "roots": { "l": "N$0" },
        "objects": { "N$0": node(Some("N$1")), "N$1": node(Some("N$2")), "N$2": node(None) },
        "post": { "roots": { "l": "N$2" },
            "objects": { "N$0": node(None), "N$1": node(Some("N$0")), "N$2": node(Some("N$1")) } } });
    let header = Header::read(&header).expect("it is one");
    let instance = DrawnInstance::read(&header, &record).expect("it fits");
    let pictures = korrel_draw::pictures(&header, &instance, Theme::Light, &Hints::default());
    let places = |at: usize| -> Vec<String> {
        let groups = pictures[at].body.split("class=\"node ").skip(1);
        groups
            .map(|group| {
                group
                    .split("translate(")
                    .nth(1)
                    .unwrap_or("")
                    .split(')')
                    .next()
                    .unwrap_or("")
                    .to_owned()
            })
            .collect()
    };
    assert_eq!(places(0), places(1));
    assert_eq!(pictures[0].objects, pictures[1].objects);
}
