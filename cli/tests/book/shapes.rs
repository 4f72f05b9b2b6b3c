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

/// The modules that take a sig, by name.
fn modules_of_a_sig() -> impl Iterator<Item = String> {
    let files = std::fs::read_dir(root().join(FOLDER)).expect("the modules are there");
    let names = files.filter_map(|file| {
        let name = file.expect("a folder lists its entries").file_name();
        name.to_str()?.strip_suffix(".als").map(str::to_owned)
    });
    let mut names: Vec<String> = names.filter(|name| name != "shapes").collect();
    names.sort();
    names.into_iter()
}

#[test]
fn each_module_stands_in_the_page_with_its_names() {
    // If this failed, somebody would look for a function that there is not, or miss one that there is.
    let page = std::fs::read_to_string(root().join("docs/shapes.md")).expect("the page is there");
    for module in modules_of_a_sig() {
        let text = std::fs::read_to_string(root().join(FOLDER).join(format!("{module}.als")));
        let text = text.expect("it is there");
        let start = format!("| `open korrel/{module}[");
        let row = page.lines().find(|line| line.starts_with(&start)).expect("a row for each");
        let heads = text
            .lines()
            .filter_map(|line| line.strip_prefix("fun ").or_else(|| line.strip_prefix("pred ")));
        let told: Vec<&str> = row.split('`').skip(3).step_by(2).collect();
        let told: Vec<&str> = told.iter().filter_map(|told| told.split('[').next()).collect();
        let declared: Vec<&str> =
            heads.filter_map(|head| head.split([' ', ':', '[']).next()).collect();
        assert_eq!(told, declared, "{module}");
    }
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
    let (modules, predicates): (Vec<_>, Vec<_>) =
        names.into_iter().partition(|name| name.starts_with("open "));
    assert_eq!(predicates, shapes());
    assert_eq!(modules, modules_of_a_sig().map(|name| format!("open {name}")).collect::<Vec<_>>());
    let folder = tempfile::tempdir().expect("there is room for a folder");
    for (name, snippet) in snippets {
        assert_eq!(snippet["prefix"], **name);
        let body = inserted(snippet["body"].as_str().expect("a snippet has a body"));
        let spec = match body.starts_with("open ") {
            true => format!("{body}\n{NAMED}\nrun {{}} for 2 but 0..1 Int\n"),
            false => format!("{NAMED}\nrun {{ {body} }} for 2 but 0..1 Int\n"),
        };
        std::fs::write(folder.path().join("snippet.als"), &spec).expect("there is room for it");
        let (code, _) = run("korrel find -n 1 snippet.als", folder.path());
        assert_eq!(code, Some(0), "{spec}");
    }
}
