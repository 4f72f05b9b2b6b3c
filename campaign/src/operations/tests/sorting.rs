//! The postcondition of `mergeSort` (Khurshid and Marinov 2004, section 2).

use korrel_heapgraph::Record;
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

/// A list of these elements, as a heap. Its nodes are in this order, by their numbers.
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
    // Sorted, but no permutation, and the reverse.
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

/// The changes from one heap to another one, as a driver tells them. All of an object with `whole`.
fn changes(before: &Json, after: &Json, whole: bool) -> serde_json::Map<String, Json> {
    let (before, after) = (&before["objects"], &after["objects"]);
    let objects = |of: &Json| of.as_object().expect("objects").clone();
    let gone = objects(before).into_iter().filter(|(id, _)| after.get(id).is_none());
    let mut changed: serde_json::Map<String, Json> = gone.map(|(id, _)| (id, Json::Null)).collect();
    for (id, fields) in objects(after) {
        let told = match before.get(&id) {
            Some(was) if *was == fields => continue,
            Some(was) if !whole => {
                let of = fields.as_object().expect("fields").clone();
                of.into_iter().filter(|(field, value)| was[field] != *value).collect()
            }
            _ => fields,
        };
        changed.insert(id, told);
    }
    changed
}

/// If this failed, an answer that tells what changed would be judged as another state than the whole one is.
#[test]
fn changes_are_judged_as_the_whole() {
    let spec = spec(MERGE_SORT);
    let Ok(operation) = super::operation(&spec, "mergeSort", None) else { panic!("there is one") };
    let judge = super::Judge::new(&spec, &operation, &operation.command).expect("no names clash");
    let orders = [&[0, 1, 2][..], &[2, 0, 1], &[1, 0], &[7, 1, 9], &[2], &[]];
    let elements = [&[0, 1, 2][..], &[2, 0, 1], &[0, 0, 70_000]];
    let (mut told, mut violated) = (0, 0);
    let mut check = |before: &Json, post: &Json, whole: bool| {
        let input = Record::written(before.to_string());
        let judged = judge.judge(&input, Some(&after(post)), None);
        violated += usize::from(!judged.is_empty());
        let changed = changes(before, post, whole);
        if let Some(found) = judge.judge_changed(&input, &changed, None) {
            told += 1;
            assert_eq!(found, judged, "{before} {changed:?}");
        } else {
            let is_wrong = judged.iter().any(|one| one.cause.contains("does not fit"));
            assert!(is_wrong, "{before} {changed:?}: {judged:?}");
        }
    };
    for (given, nodes) in elements.iter().zip(orders) {
        let before = list(given, nodes);
        for (found, nodes) in elements.iter().flat_map(|found| orders.map(|nodes| (found, nodes))) {
            let mut post = list(found, nodes);
            check(&before, &post, false);
            check(&before, &post, true);
            // The reader of the whole reports what is wrong.
            post["objects"]["List$0"]["header"] = json!("Node$8");
            check(&before, &post, false);
        }
    }
    assert!(told > 50 && violated > 20, "{told} {violated}");
}
