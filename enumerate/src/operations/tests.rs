//! The paper's postconditions (Khurshid and Marinov 2004, sections 2 and 6.1), on answers that are right
//! and on faulty ones, and what an operation is made of.

use korrel_lang::load::no_files;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use serde_json::{Value as Json, json};

use super::{Judge, Operation, Violated, operation, operations};
use crate::{Instances, Meaning, Next, Problem, Strategy};

fn spec(text: &str) -> Spec {
    let read = Spec::read("s.als", text, false, &mut no_files);
    read.unwrap_or_else(|mistakes| panic!("{:?}", mistakes.diagnostics))
}

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

fn after(heap: &Json) -> Json {
    json!({ "objects": heap["objects"] })
}

/// What is violated: cause and place of each conjunct.
fn causes(violated: &[Violated]) -> Vec<String> {
    let cause = |one: &Violated| format!("{} {}", one.cause, one.at.as_deref().unwrap_or("-"));
    violated.iter().map(cause).collect()
}

fn judged(
    spec: &Spec,
    name: &str,
    input: &Json,
    post: &Json,
    result: Option<&Json>,
) -> Vec<Violated> {
    let operation = operation(spec, name, None).unwrap_or_else(|e| panic!("{:?}", e.diagnostics));
    let judge = Judge::new(spec, &operation, &operation.command).expect("no names clash");
    judge.judge(input, Some(post), result)
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
    // What it is made of is in the input, but not in the answer.
    let mut cyclic = after(&list(&[0, 1, 2], &[1, 2, 0]));
    cyclic["objects"]["Node$0"]["next"] = json!("Node$1");
    assert_eq!(causes(&of(&cyclic)), ["acyclic s.als:2", "sorted s.als:4"]);
    // Numbers that the scope does not have are numbers all the same.
    let large = of(&after(&list(&[0, 1, 70_000], &[1, 2, 0])));
    assert_eq!(causes(&large), ["mergeSort_post s.als:8"]);
}

const TREES: &str = "enum Color { RED, BLACK } sig Tree { root: lone Node }
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
fn three() -> Json {
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
        causes(&judge.judge(&three(), Some(&after(post)), Some(result)))
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
    assert_eq!(judge.throws(&three()), Ok(Some(false)));
    assert_eq!(judge.throws(&absent), Ok(Some(true)));
}

/// If this failed, a state that is none would be judged, or its mistake looked for in vain.
#[test]
fn what_does_not_fit_its_types() {
    let spec = spec(TREES);
    let operation = operation(&spec, "remove", None).expect("the predicates fit");
    let judge = Judge::new(&spec, &operation, &operation.command).expect("no names clash");
    let details = |change: &dyn Fn(&mut Json), result: Json| -> Vec<String> {
        let mut post = after(&three());
        change(&mut post);
        let violated = judge.judge(&three(), Some(&post), Some(&result));
        violated.into_iter().flat_map(|one| one.details).collect()
    };
    let node = |field: &'static str, value: Json| {
        move |post: &mut Json| post["objects"]["Node$1"][field] = value.clone()
    };
    let cases: [(Vec<String>, &str); 8] = [
        (details(&node("key", Json::Null), Json::Null), "post.objects.Node$1.key: null"),
        (
            details(&node("left", json!("Node$9")), Json::Null),
            "post.objects.Node$1.left: there is no",
        ),
        (details(&node("color", json!("BLUE")), Json::Null), "post.objects.Node$1.color: \"BLUE\""),
        (
            details(&node("$type", json!("Nod")), Json::Null),
            "post.objects.Node$1.$type: there is no",
        ),
        (details(&|post| post["roots"] = json!({ "t": 3 }), Json::Null), "post.roots.t: 3 is not"),
        (details(&|_| (), json!(3)), "result: 3 is not a value of type `Node`"),
        (details(&|_| (), json!("Node$8")), "result: there is no object \"Node$8\""),
        (details(&|_| (), json!(["Node$1"])), "result: [\"Node$1\"] is not"),
    ];
    for (details, expected) in cases {
        let is_told = details.first().is_some_and(|first| first.starts_with(expected));
        assert!(is_told, "{expected}: {details:?}");
    }
}

/// If this failed, what a program returned would be taken for something else.
#[test]
fn results_of_every_kind() {
    let judged = |declared: &str, formula: &str, result: Json| -> Vec<Violated> {
        let spec = spec(&format!(
            "open util/boolean sig A {{ f: set A }} pred p_pre {{ some A }}
             pred p_post[result: {declared}] {{ {formula} }} run p_pre for 3 but 0..3 Int"
        ));
        let object = json!({ "$type": "A", "f": [] });
        let input = json!({ "roots": {}, "objects": { "A$0": object, "A$1": object } });
        judged(
            &spec,
            "p",
            &input,
            &json!({ "objects": { "A$0": object, "A$5": object } }),
            Some(&result),
        )
    };
    let cases = [
        ("A", "result in A' - A", json!("A$5")),
        ("A", "result in A - A'", json!("A$1")),
        ("lone A", "no result", Json::Null),
        ("Int", "result = 70000", json!(70_000)),
        ("Int", "result > #A", json!(3)),
        ("Bool", "isTrue[result]", json!(true)),
        ("String", "result = \"yes\"", json!("yes")),
        ("set A", "result = A + A'", json!(["A$5", "A$1", "A$0"])),
        ("seq A", "result[0] = result[2] and #result = 3", json!(["A$1", "A$0", "A$1"])),
        ("seq Int", "result.last = 9 and 9 in Int", json!([1, 9])),
        ("A -> lone Int", "result[A] = 2", json!({ "A$0": 2 })),
    ];
    for (declared, formula, result) in cases {
        assert_eq!(judged(declared, formula, result.clone()), [], "{declared} | {formula}");
        let denied = judged(declared, &format!("not ({formula})"), result);
        assert_eq!(causes(&denied), ["p_post s.als:2"], "{declared} | {formula}");
    }
}

/// If this failed, an operation would be missed, or what is none be run.
#[test]
fn operations_by_name() {
    let names = |text: &str| -> Vec<String> {
        let found = operations(&spec(text), None);
        let found = found.unwrap_or_else(|mistakes| panic!("{:?}", mistakes.diagnostics));
        found.iter().map(shown).collect()
    };
    fn shown(operation: &Operation) -> String {
        let says = |is_there: bool, what: &'static str| if is_there { what } else { "" };
        [
            operation.name.as_str(),
            says(operation.is_scoped, " scoped"),
            says(operation.post.is_some(), " post"),
            says(operation.throws.is_some(), " throws"),
        ]
        .concat()
    }
    let cases: [(&str, &[&str]); 6] = [
        ("sig A {} pred p[a: A] {} pred q {} run p for 3 run q", &["p scoped", "q"]),
        ("sig A {} pred p_pre[a: A] {} pred q {} run q for 3", &["p"]),
        ("sig A {} pred p {} pred p_post { A' = A } run p for 2", &["p scoped post"]),
        (
            "sig A {} pred A.p_pre {} pred A.p_post { A' = A } pred A.p_throws { some A }",
            &["p post throws"],
        ),
        ("sig A {} pred p_pre {} pred q_pre {} run q_pre for 1", &["p", "q scoped"]),
        ("sig A {} pred is_post { some A } pred q {} run q", &["q"]),
    ];
    for (text, expected) in cases {
        assert_eq!(names(text), expected, "{text}");
    }
}

/// If this failed, predicates that do not fit would be asked all the same.
#[test]
fn what_does_not_fit_together() {
    let sigs = "sig A { f: lone A } sig B {}";
    let said = |text: &str, name: &str, invariant: Option<&str>| -> String {
        let spec = spec(&format!("{sigs} {text}"));
        match operation(&spec, name, invariant) {
            Ok(_) => String::new(),
            Err(mistakes) => mistakes.diagnostics[0].render(&mistakes.sources, false),
        }
    };
    let cases = [
        ("pred p_pre[a: A] {} pred p_post[a: A] { some a }", "p", None, "E0051"),
        ("pred p_pre[a: A] {} pred p_post[a: A, result: A] { some a }", "p", None, "E0051"),
        ("pred p_pre[a: A] {} pred p_post[a: A, result: A] { result = a }", "p", None, ""),
        ("pred q { f' = f } pred p_pre {} pred p_post { q }", "p", None, ""),
        ("pred p_pre[a: A] {} pred p_post[b: A] { b' = b }", "p", None, "no parameter `b`"),
        ("pred p_pre[a: A] {} pred p_post[a: A -> A] { a' = a }", "p", None, "E0053"),
        ("pred p_pre[a: A] {} pred p_throws[a: A] { f' = f }", "p", None, "E0005"),
        ("pred p_pre[a: A] {} pred p_throws[result: A] { some f }", "p", None, "E0053"),
        ("pred remove_pre {}", "remov", None, "did you mean `remove`?"),
        ("pred A.p_pre {} pred B.p_pre {}", "p", None, "two predicates are called `p_pre`"),
        ("pred p_pre[a: A] {} pred ok[x: A] { no x.f }", "p", Some("ok"), ""),
        ("pred p_pre[s: set A] {} pred ok[x: A] { no x.f }", "p", Some("ok"), ""),
        ("pred p_pre[b: B] {} pred ok[x: A] { no x.f }", "p", Some("ok"), "no root of the input"),
        ("pred p_pre[a: A] {} pred ok[x, y: A] { x = y }", "p", Some("ok"), "is no invariant"),
        ("pred p_pre[a: A] {}", "p", Some("ok"), "there is no predicate `ok`"),
    ];
    for (text, name, invariant, expected) in cases {
        let said = said(text, name, invariant);
        assert!(
            said.contains(expected) && said.is_empty() == expected.is_empty(),
            "{text}\n{said}"
        );
    }
}

/// If this failed, inputs for which the invariant fails would be sent, or roots be left out.
#[test]
fn an_invariant_of_each_root() {
    let spec = spec(
        "sig A { f: lone A } pred ok[x: A] { no x.f } pred p_pre[a: A, s: set A] {} run p_pre for 2",
    );
    let operation = operation(&spec, "p", Some("ok")).expect("the predicates fit");
    let judge = Judge::new(&spec, &operation, &operation.command).expect("no names clash");
    let heap = |first: Json, second: Json| {
        let a = |f: Json| json!({ "$type": "A", "f": f });
        json!({ "roots": { "a": "A$0", "s": ["A$1"] }, "objects": { "A$0": a(first), "A$1": a(second) } })
    };
    let of =
        |post: &Json| causes(&judge.judge(&heap(Json::Null, Json::Null), Some(&after(post)), None));
    assert_eq!(of(&heap(Json::Null, Json::Null)), [""; 0]);
    assert_eq!(of(&heap(json!("A$1"), Json::Null)), ["ok s.als:1"]);
    assert_eq!(of(&heap(Json::Null, json!("A$0"))), ["ok s.als:1"]);
    let effort = Effort::default();
    let problem = Problem::new(&spec.model, &operation.command, Meaning::default(), &effort);
    let problem = problem.expect("it is small");
    let mut found = Instances::new(&problem, Strategy::default(), effort).expect("it is small");
    let mut inputs = 0;
    while let Next::Instance(_) = found.next() {
        inputs += 1;
    }
    // One atom without a step, in the set or not; two, of which one is the root, with a step from the
    // other where that is not in the set.
    assert_eq!(inputs, 2 + 4 + 4);
}
