//! `steiner_tree` of petgraph, on graphs whose edges all have the weight 1: a driver that needs nothing but
//! harness/1, a line in and a line out.

use std::io::{self, BufRead, Write};

use petgraph::algo::steiner_tree;
use petgraph::graph::{NodeIndex, UnGraph};
use serde_json::{Map, Value, json};

fn main() -> io::Result<()> {
    let mut inputs = io::stdin().lock().lines();
    inputs.next().transpose()?; // the header: what types there are
    tell(&json!({ "ready": true, "ops": ["steiner"] }))?;
    for line in inputs {
        let input: Value = serde_json::from_str(&line?)?;
        let left = steiner(
            &names(&input["roots"]["graph"]),
            &names(&input["roots"]["terminals"]),
            &input["objects"],
        );
        tell(&json!({ "id": input["id"], "post": { "objects": left } }))?;
    }
    Ok(())
}

fn tell(reply: &Value) -> io::Result<()> {
    writeln!(io::stdout(), "{reply}")?;
    io::stdout().flush()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The nodes with the edges of the tree, and no others.
fn steiner(nodes: &[&str], terminals: &[&str], objects: &Value) -> Map<String, Value> {
    let index = |name: &&str| {
        NodeIndex::new(nodes.iter().position(|node| node == name).expect("a node of the graph"))
    };
    let mut graph = UnGraph::<(), u32>::with_capacity(nodes.len(), 0);
    for _ in nodes {
        graph.add_node(());
    }
    for node in nodes {
        let others = names(&objects[*node]["edges"]);
        let later = others.iter().map(index).filter(|other| *other > index(node));
        graph.extend_with_edges(later.map(|other| (index(node), other, 1)));
    }

    let terminals: Vec<NodeIndex> = terminals.iter().map(index).collect();
    let tree = steiner_tree(&graph, &terminals);

    let is_in_graph = |edge| {
        let (a, b) = tree.edge_endpoints(edge).expect("it is an edge of the tree");
        graph.contains_edge(a, b)
    };
    assert!(tree.edge_indices().all(is_in_graph), "each edge of the tree is one of the graph");

    let edges = |node: &str| names(&objects[node]["edges"]);
    let is_left = |node: &str, other: &str| tree.contains_edge(index(&node), index(&other));
    let left =
        |node| edges(node).into_iter().filter(|other| is_left(node, other)).collect::<Vec<_>>();
    let object = |node| json!({ "$type": "Node", "edges": left(node) });
    nodes.iter().map(|node| (node.to_string(), object(*node))).collect()
}
