//! The crate as most tests have it: without the search within, it asks the program.
//!
//! In the workspace `KORREL=$PWD/target/debug/korrel cargo test -p korrel-test` asks this build of the program. With the
//! feature `library`, as in a build of the whole workspace, nothing is started.

use korrel_test::{HeapValue, Inputs, Scalar, Values, for_each_input};

#[derive(serde::Deserialize)]
struct Tree {
    root: Option<Box<Node>>,
}

#[derive(serde::Deserialize)]
struct Node {
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}

impl Node {
    fn size(&self) -> usize {
        let children = self.left.iter().chain(&self.right);
        1 + children.map(|child| child.size()).sum::<usize>()
    }
}

const TREES: &str = "../../specs/binary_tree.als";

/// If it failed, a test's own type would not be what the spec says, or some input be missing.
#[test]
fn a_struct_is_filled_with_every_tree() {
    let mut sizes = Vec::new();
    for_each_input(TREES, "repOk", |heap| {
        let tree: Tree = heap.root("BinaryTree").expect("it has the fields of the spec");
        sizes.push(tree.root.map_or(0, |root| root.size()));
    });
    assert_eq!(sizes, [0, 1, 2, 2, 3, 3, 3, 3, 3], "Catalan numbers");
}

/// If it failed, a test without types of its own would see another heap.
#[test]
fn a_graph_is_what_its_line_says() {
    let trees = Inputs::of(TREES, "one_node");
    let heap = trees.instances().next().expect("there is one").expect("nothing stops it");
    let graph = heap.graph();
    let (name, HeapValue::One(Scalar::Object(tree))) = &graph.state.roots[0] else {
        panic!("{heap:?}")
    };
    assert_eq!((&name[..], &graph.state.objects[*tree].id[..]), ("BinaryTree", "BinaryTree$0"));
    assert!(heap.drawing(80).contains("root: Node$0"), "{heap:#?}");
}

/// If it failed, a wrong table of values would be found only by the input that needs it.
#[test]
fn wrong_values_are_told_first() {
    let trees = Inputs::of(TREES, "repOk").values(Values::new().of("Nood", ["a"]));
    let first = trees.instances().next().expect("there is a reason");
    let told = first.expect_err("there is no such sig").to_string();
    assert!(told.contains("no such sig"), "{told}");
}
