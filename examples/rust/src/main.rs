// Runs the code under test on every search tree of up to a size.

use korrel::{HeapGraph, HeapValue, Scalar};

/// The code under test: the keys below a node, in order.
fn keys(heap: &HeapGraph, node: &HeapValue, found: &mut Vec<i64>) {
    let HeapValue::Scalar(Scalar::Reference(node)) = *node else { return };
    let field = |name| &heap.objects[node].fields.iter().find(|(n, _)| *n == name).unwrap().1;
    keys(heap, field("left"), found);
    if let HeapValue::Scalar(Scalar::Integer(key)) = field("key") {
        found.push(*key);
    }
    keys(heap, field("right"), found);
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string("examples/python/tree.als")?;
    let command = korrel::spec(&text)?.command("repOk")?;
    let mut trees = 0;
    for heap in command.scope("exactly 1 Tree, 6 Node, 1..6 Int")?.instances() {
        let heap = heap?;
        let graph = heap.graph();
        let tree = graph.objects.iter().find(|object| object.type_name == "Tree").unwrap();
        let mut found = Vec::new();
        keys(&graph, &tree.fields[0].1, &mut found);
        assert!(found.is_sorted(), "{}", heap.json());
        trees += 1;
    }
    println!("{trees} trees pass");
    Ok(())
}
