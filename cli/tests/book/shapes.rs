//! `korrel/shapes`: its page and its snippets say of each shape that there is, and of no other.

use serde_json::Value as Json;

use crate::markdown::Document;
use crate::shell::{root, run};

const FOLDER: &str = "lang/src/load/modules/korrel";

/// The relations and sets that the snippets name.
const NAMED: &str = "open korrel/shapes
    sig Node { edges, children, next, f, g, left, right: set Node, key: set Int }
    sig Value {} sig Item {} sig Block { parts: set Item } sig Element { leq: set Element }";

fn shapes() -> Vec<String> {
    let text = std::fs::read_to_string(root().join(FOLDER).join("shapes.als"));
    let text = text.expect("the module is in the repository");
    let heads = text.lines().filter_map(|line| line.strip_prefix("pred "));
    let mut names: Vec<String> =
        heads.filter_map(|head| Some(head.split_once(' ')?.0.to_owned())).collect();
    names.sort();
    names
}

#[test]
fn each_shape_has_a_part_of_the_page() {
    // If this failed, somebody would open the module for a shape that they cannot look up.
    let page = Document::read("docs/shapes.md");
    let mut parts: Vec<String> =
        page.prose().filter_map(|line| line.strip_prefix("## ").map(str::to_owned)).collect();
    parts.sort();
    assert_eq!(parts, shapes());
}

/// `tree[${1:children}, ${2:Node}]` as an editor inserts it.
fn inserted(body: &str) -> String {
    let mut pieces = body.split("${");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| {
        let (place, rest) = piece.split_once('}').expect("a place ends");
        let (_, name) = place.split_once(':').expect("a place has a number and a name");
        text + name + rest
    })
}

#[test]
fn each_shape_has_a_snippet() {
    // If this failed, an editor would insert what is an error.
    let text = std::fs::read_to_string(root().join(FOLDER).join("shapes.json"));
    let snippets: Json = serde_json::from_str(&text.expect("it is there")).expect("it is JSON");
    let snippets = snippets.as_object().expect("snippets have names");
    let mut names: Vec<String> = snippets.keys().cloned().collect();
    names.sort();
    assert_eq!(names, shapes());
    let folder = tempfile::tempdir().expect("there is room for a folder");
    for (name, snippet) in snippets {
        assert_eq!(snippet["prefix"], **name);
        let body = inserted(snippet["body"].as_str().expect("a snippet has a body"));
        let spec = format!("{NAMED}\nrun {{ {body} }} for 2 but 0..1 Int\n");
        std::fs::write(folder.path().join("snippet.als"), &spec).expect("there is room for it");
        let (code, _) = run("korrel find -n 1 snippet.als", folder.path());
        assert_eq!(code, Some(0), "{spec}");
    }
}
