//! Heaps of known structures, half-built, are completed in every way.

use korrel_enumerate::heap::Schema;
use korrel_enumerate::{Classes, Meaning, Strategy};
use korrel_tests::Spec;
use korrel_tests::completions::{as_record, expected, found};
use serde_json::{Value as Json, json};

/// The number of completions, as embeddings into all labelled instances say.
fn completed(spec: &str, label: &str, scope: &str, heap: Json) -> usize {
    let mut spec = Spec::of_library(spec);
    let command = spec.command(label, scope);
    let meaning = Meaning::default();
    let problem = spec.unrooted_problem(&command, meaning);
    let schema = Schema::new(&spec.model, &command).expect("roots have different names");
    let labelled = Strategy { classes: Classes::Labelled, ..Strategy::default() };
    let instances = spec.instances(&problem, labelled);
    let records: Vec<Json> = instances.iter().map(|one| as_record(&spec, &schema, one)).collect();
    let all = expected(&records, &heap);
    let own = found(&spec, &command, meaning, &heap, Strategy::default());
    let own = own.unwrap_or_else(|errors| panic!("{errors}: {heap}"));
    assert_eq!(own.len(), all.len(), "{heap}");
    assert!(own.iter().all(|one| all.contains(one)), "{heap}");
    own.len()
}

/// UDITA's inheritance graphs: a class and an interface whose supertypes are known, or are not.
#[test]
fn inheritance_graphs() {
    let graph = |heap| completed("inheritance_graph.als", "inheritance", "3 Type", heap);
    let open = json!({ "?": true });
    let any = graph(json!({ "objects": {} }));
    assert_eq!(any, 33, "1 + 2 + 6 + 24");
    graph(json!({ "objects": { "c": { "$type": "Class" } } }));
    graph(json!({ "objects": {
        "c": { "$type": "Class", "supertypes": open }, "i": { "$type": "Interface", "supertypes": [] } } }));
    graph(json!({ "objects": {
        "c": { "$type": "Class", "supertypes": ["d"] }, "d": { "$type": "Class" } } }));
    let cyclic = json!({ "objects": { "i": { "$type": "Interface", "supertypes": ["i"] } } });
    assert_eq!(graph(cyclic), 0);
}

/// Korat's structures: a node somewhere in a tree, a list whose end is open, a table that is half full.
#[test]
fn korats_structures() {
    let tree = |heap| completed("binary_tree.als", "repOk", "3 Node", heap);
    // The trees with a node marked that has no left child: 1, 3 and 10 of 1, 2 and 3 nodes.
    let marked = json!({ "objects": {
        "BinaryTree$0": { "$type": "BinaryTree" }, "n": { "$type": "Node", "left": null } } });
    assert_eq!(tree(marked), 14);
    // Two nodes that are told apart, in any places: n (n - 1) of each tree.
    let two = json!({ "objects": { "n": { "$type": "Node" }, "m": { "$type": "Node" } } });
    assert_eq!(tree(two), 2 * 2 + 5 * 6);
    let search = |heap| completed("search_tree.als", "repOk", "3 Node, 1..3 Int", heap);
    search(json!({ "objects": { "n": { "$type": "Node", "key": 2 } } }));
    search(json!({ "roots": { "SearchTree": "t" }, "objects": {
        "t": { "$type": "SearchTree", "root": "n" },
        "n": { "$type": "Node", "key": 2, "left": null } } }));
    let list =
        |heap| completed("singly_linked_list.als", "repOk", "1 List, 3 Node, 0..1 Int", heap);
    list(json!({ "objects": { "n": { "$type": "Node", "elem": 1 } } }));
    let tail = json!({ "objects": {
        "n": { "$type": "Node", "elem": 1, "next": "m" }, "m": { "$type": "Node", "next": null } } });
    assert_eq!(list(tail), 2 * (1 + 2), "the last one's element, and one before them or none");
}

/// An object that has no room, or no place, is refused with its name.
#[test]
fn what_cannot_be_is_refused() {
    let mut spec = Spec::of_library("binary_tree.als");
    let command = spec.command("repOk", "1 Node");
    let refused = |heap: Json| {
        let found = found(&spec, &command, Meaning::default(), &heap, Strategy::default());
        found.expect_err("it does not fit")
    };
    let nodes = json!({ "objects": { "n": { "$type": "Node" }, "m": { "$type": "Node" } } });
    assert_eq!(refused(nodes), "objects.m: there are 2 objects of `Node`, and the scope has 1");
    let trees =
        json!({ "objects": { "s": { "$type": "BinaryTree" }, "t": { "$type": "BinaryTree" } } });
    assert_eq!(refused(trees), "objects.t: there is one `BinaryTree` only");
    let ordered = Spec::new("open util/ordering[T] sig T {} run {} for 3");
    let command = ordered.first();
    let of = |id: &str| {
        let heap = json!({ "objects": { id: { "$type": "T" } } });
        found(&ordered, &command, Meaning::default(), &heap, Strategy::default())
    };
    assert_eq!(of("T$1").map(|all| all.len()), Ok(1));
    let message = "objects.t: `T` is ordered: its objects are numbered 0 to 2, `T$0`";
    assert_eq!(of("t"), Err(message.to_owned()));
    let numbers = Spec::new(
        "sig N { key: Int, name: lone String } fact { N.name in \"a\" } run {} for 2 but 0..2 Int",
    );
    let command = numbers.first();
    let key = |field: &str, value: Json| {
        let heap = json!({ "objects": { "n": { "$type": "N", field: value } } });
        found(&numbers, &command, Meaning::default(), &heap, Strategy::default())
    };
    assert_eq!(
        key("key", json!(7)),
        Err("objects.n.key: the integer 7 is outside the scope".to_owned())
    );
    assert_eq!(
        key("name", json!("b")),
        Err("objects.n.name: the spec has no string \"b\"".to_owned())
    );
    // A name or none, and beside it nothing, or one of 3 * 2 further objects.
    assert_eq!(key("key", json!(1)).map(|all| all.len()), Ok(2 * (1 + 6)));
}
