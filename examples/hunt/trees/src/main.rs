//! indextree's moves: a driver that needs nothing but harness/1, a line in and a line out.

use std::io::{self, BufRead, Write};

use indextree::{Arena, NodeError, NodeId};
use serde_json::{Map, Value, json};

fn main() -> io::Result<()> {
    let mut requests = io::stdin().lock().lines();
    requests.next().transpose()?; // the header: what types there are
    let operations =
        ["move", "append", "prepend", "before", "after", "detach", "remove", "removeSubtree"];
    tell(&json!({ "ready": true, "window": 64, "ops": operations }))?;
    for line in requests {
        let request: Value = serde_json::from_str(&line?)?;
        tell(&reply(&request))?;
    }
    Ok(())
}

fn tell(reply: &Value) -> io::Result<()> {
    writeln!(io::stdout(), "{reply}")?;
    io::stdout().flush()
}

/// The names of the nodes, as an arena has them.
type Names = Arena<String>;

fn reply(request: &Value) -> Value {
    let mut arena = Arena::new();
    let objects = request["objects"].as_object().expect("a request has objects");
    let ids: Vec<NodeId> = objects.keys().map(|name| arena.new_node(name.clone())).collect();
    let node = |name: &Value| {
        ids[objects.keys().position(|key| *key == *name).expect("a name of an object")]
    };
    for (name, object) in objects {
        for child in object["children"].as_array().into_iter().flatten() {
            node(&json!(name)).append(node(child), &mut arena);
        }
    }

    let [root, source, to] = ["root", "source", "to"].map(|name| &request["roots"][name]);
    let [root, source] = [root, source].map(node);
    let to = if to.is_null() { root } else { node(to) };
    let operation = request["op"].as_str().expect("a request has an operation");
    if let Err(error) = change(operation, source, to, &mut arena) {
        return json!({ "id": request["id"], "throw": { "type": format!("{error:?}") } });
    }

    if let Some(name) = objects.keys().find(|name| !is_linked(node(&json!(name)), &arena)) {
        let message = format!("at {name}");
        return json!({ "id": request["id"], "fail": { "cause": "links disagree", "message": message } });
    }
    let after = |name: &String| (name.clone(), object(node(&json!(name)), &arena));
    let objects: Map<String, Value> = objects.keys().map(after).collect();
    json!({ "id": request["id"], "post": { "objects": objects } })
}

fn change(operation: &str, source: NodeId, to: NodeId, arena: &mut Names) -> Result<(), NodeError> {
    match operation {
        "move" => source.checked_reparent(to, arena),
        "append" => to.checked_append(source, arena),
        "prepend" => to.checked_prepend(source, arena),
        "before" => to.checked_insert_before(source, arena),
        "after" => to.checked_insert_after(source, arena),
        "detach" => source.checked_detach(arena),
        "remove" => source.checked_remove(arena),
        "removeSubtree" => source.checked_remove_subtree(arena),
        _ => unreachable!("only the operations that were named are asked for"),
    }
}

/// All that leads away from a node leads back to it. A removed one leads nowhere.
fn is_linked(id: NodeId, arena: &Names) -> bool {
    if id.is_removed(arena) {
        return true;
    }
    let node = &arena[id];
    let children: Vec<NodeId> = id.children(arena).collect();
    let backwards: Vec<NodeId> = children.iter().rev().copied().collect();
    let reversed: Vec<NodeId> = id.children(arena).rev().collect();
    node.next_sibling().is_none_or(|next| arena[next].previous_sibling() == Some(id))
        && node.previous_sibling().is_none_or(|before| arena[before].next_sibling() == Some(id))
        && children.iter().all(|child| arena[*child].parent() == Some(id))
        && node.first_child() == children.first().copied()
        && node.last_child() == children.last().copied()
        && backwards == reversed
}

/// A removed node has no children any more.
fn object(id: NodeId, arena: &Names) -> Value {
    let children: Vec<&String> = match id.is_removed(arena) {
        true => Vec::new(),
        false => id.children(arena).map(|child| arena[child].get()).collect(),
    };
    json!({ "$type": "Node", "children": children })
}
