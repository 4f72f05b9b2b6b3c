//! The postcondition of `TreeMap.remove` (Khurshid and Marinov 2004, section 6.1).

use serde_json::{Value as Json, json};

use crate::operations::{Judge, operation};

use super::{after, causes, spec};

pub const TREES: &str = "enum Color { RED, BLACK } sig Tree { root: lone Node }
sig Node { key: Int, color: Color, left, right, parent: lone Node }
fun Tree.nodes: set Node { this.root.*(left + right) }
pred Tree.linked { no this.root.parent and all e, f: this.nodes | e in f.(left + right) <=> f = e.parent }
pred Tree.searchable { all e: this.nodes |
  (all l: e.left.*(left + right) | l.key < e.key) and all r: e.right.*(left + right) | e.key < r.key }
pred Tree.red { all e: this.nodes | e.color = RED and some e.(left + right) => e.(left + right).color = BLACK }
pred Tree.black { all e1, e2: this.nodes | (no e1.left or no e1.right) and (no e2.left or no e2.right) =>
  #{ p: this.nodes | e1 in p.*(left + right) and p.color = BLACK } =
  #{ p: this.nodes | e2 in p.*(left + right) and p.color = BLACK } }
pred repOk[t: Tree] { t.linked and t.searchable and t.red and t.black }
pred remove_pre[t: Tree, k: Int] { Node = t.nodes }
pred remove_post[t: Tree, k: Int, result: lone Node] {
  t.root.*(left + right).key = (t.root`.*(left` + right`)).key` - k
  result = { n: (t.nodes)` | n.key` = k }
}
pred remove_throws[t: Tree, k: Int] { k not in t.nodes.key }
run remove_pre for exactly 1 Tree, exactly 3 Node, 0..2 Int";

fn tree(nodes: &[(usize, i64, &str, [Option<usize>; 3])], root: Option<usize>) -> Json {
    let name = |at: Option<usize>| at.map_or(Json::Null, |node| json!(format!("Node${node}")));
    let mut objects = json!({ "Tree$0": { "$type": "Tree", "root": name(root) } });
    for (node, key, color, [left, right, parent]) in nodes {
        let (left, right, parent) = (name(*left), name(*right), name(*parent));
        objects[format!("Node${node}")] = json!({ "$type": "Node", "key": key, "color": color,
            "left": left, "right": right, "parent": parent });
    }
    json!({ "roots": { "t": "Tree$0", "k": 0 }, "objects": objects })
}

/// Key 1 with the red children 0 and 2.
pub fn three() -> Json {
    let red = |node, key| (node, key, "RED", [None, None, Some(0)]);
    tree(&[(0, 1, "BLACK", [Some(1), Some(2), None]), red(1, 0), red(2, 2)], Some(0))
}

/// If this failed, a fault in a balanced tree's `remove` would pass, or be blamed on another property.
#[test]
fn red_black_remove() {
    let spec = spec(TREES);
    let operation = operation(&spec, "remove", Some("repOk")).expect("the predicates fit");
    let judge = Judge::new(&spec, &operation, &operation.command).expect("no names clash");
    let gone = json!("Node$1");
    let of = |post: &Json, result: &Json| {
        causes(&judge.judge(&three().into(), Some(&after(post)), Some(result)))
    };
    let none: [String; 0] = [];
    let child = (2, 2, "RED", [None, None, Some(0)]);
    let good = tree(&[(0, 1, "BLACK", [None, Some(2), None]), child], Some(0));
    assert_eq!(of(&good, &gone), none, "what is removed can be returned");
    assert_eq!(of(&good, &Json::Null), ["remove_post s.als:15"]);
    assert_eq!(of(&three(), &gone), ["remove_post s.als:14"], "nothing is removed");
    let black = (2, 2, "BLACK", [None, None, Some(0)]);
    let swapped = tree(&[(0, 1, "BLACK", [None, Some(2), None]), black], Some(0));
    assert_eq!(of(&swapped, &gone), ["black s.als:8"]);
    let red = tree(&[(0, 1, "RED", [None, Some(2), None]), child], Some(0));
    assert_eq!(of(&red, &gone), ["red s.als:7"]);
    let mut unlinked = good.clone();
    unlinked["objects"]["Node$2"]["parent"] = Json::Null;
    assert_eq!(of(&unlinked, &gone), ["linked s.als:4"]);
    let mirrored = tree(&[(0, 1, "BLACK", [Some(2), None, None]), child], Some(0));
    assert_eq!(of(&mirrored, &gone), ["searchable s.als:6"]);
    let mut absent = three();
    absent["roots"]["k"] = json!(7);
    assert_eq!(judge.throws(&three().into()), Ok(Some(false)));
    assert_eq!(judge.throws(&absent.into()), Ok(Some(true)));
}
