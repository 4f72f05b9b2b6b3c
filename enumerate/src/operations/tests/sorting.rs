//! The postcondition of `mergeSort` (Khurshid and Marinov 2004, section 2).

use serde_json::{Value as Json, json};

use super::{after, causes, judged, spec};

/// TestEra's notation: plain names are read afterwards.
const MERGE_SORT: &str = "sig List { header: lone Node } sig Node { elem: Int, next: lone Node }
pred List.acyclic { all n: this.header.*next | n !in n.^next }
pred List.mergeSort_pre { this.acyclic and Node = this.header.*next }
pred List.sorted { all n: this.header.*next | some n.next implies n.elem <= n.next.elem }
pred List.mergeSort_post {
  this.acyclic
  this.sorted
  all i: Int | #{ n: this.header.*next | n.elem = i } = #{ n: (this.header.*next)` | n.elem` = i }
}
run mergeSort_pre for exactly 1 List, exactly 3 Node, 0..2 Int";

/// A list of these elements, as a heap; its nodes are in this order, by their numbers.
fn list(elements: &[i64], nodes: &[usize]) -> Json {
    let name = |at: Option<&usize>| at.map_or(Json::Null, |node| json!(format!("Node${node}")));
    let mut objects = json!({ "List$0": { "$type": "List", "header": name(nodes.first()) } });
    for (at, node) in nodes.iter().enumerate() {
        let next = name(nodes.get(at + 1));
        let node = format!("Node${node}");
        objects[node] = json!({ "$type": "Node", "elem": elements[at], "next": next });
    }
    json!({ "roots": { "this": "List$0" }, "objects": objects })
}

/// If this failed, a wrong sort would pass, a right one fail, or the wrong clause be blamed.
#[test]
fn merge_sort() {
    let spec = spec(MERGE_SORT);
    let of = |post: &Json| judged(&spec, "mergeSort", &list(&[2, 0, 1], &[0, 1, 2]), post, None);
    assert_eq!(of(&after(&list(&[0, 1, 2], &[1, 2, 0]))), [], "nodes are linked anew");
    assert_eq!(of(&after(&list(&[0, 1, 2], &[0, 1, 2]))), [], "elements are moved");
    assert_eq!(of(&after(&list(&[0, 1, 2], &[7, 8, 9]))), [], "nodes are new");
    // Sorted, but no permutation; and the reverse.
    let lost = of(&after(&list(&[0, 1], &[1, 2])));
    assert_eq!(causes(&lost), ["mergeSort_post s.als:8"]);
    let text =
        "#{ n: this.header.*next | n.elem = i } = #{ n: (this.header.*next)` | n.elem` = i }";
    let (left, right) = text.split_once(" = #").expect("it is an equality");
    let expected =
        [text, "for i = 2", &format!("{left} is 0"), &format!("#{right} is 1")].map(str::to_owned);
    assert_eq!(lost[0].details, expected);
    let reversed = of(&after(&list(&[2, 1, 0], &[0, 2, 1])));
    assert_eq!(causes(&reversed), ["sorted s.als:4"]);
    assert_eq!(reversed[0].details[1], "for n = Node$0");
    // The nodes of its path are in the input, but not in the answer.
    let mut cyclic = after(&list(&[0, 1, 2], &[1, 2, 0]));
    cyclic["objects"]["Node$0"]["next"] = json!("Node$1");
    assert_eq!(causes(&of(&cyclic)), ["acyclic s.als:2", "sorted s.als:4"]);
    // Numbers that the scope does not have are numbers all the same.
    let large = of(&after(&list(&[0, 1, 70_000], &[1, 2, 0])));
    assert_eq!(causes(&large), ["mergeSort_post s.als:8"]);
}
