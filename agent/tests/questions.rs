//! The questions as an agent asks them, in JSON, against counts that are known from elsewhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use korrel_agent::{Answer, AnswerLimits, Asking, ToolRefusal, tool};
use serde_json::{Value as Json, json};

/// Lists: one of each length.
const LIST: &str = "sig Node { next: lone Node }
pred list[head: Node] { Node = head.*next
  no n: Node | n in n.^next }
run list for 4
";

fn asked_of(asking: &Asking, name: &str, asked: Json) -> Result<Answer, ToolRefusal> {
    tool(name).expect("there is this tool").answer(asked, asking)
}

fn answer(name: &str, asked: Json) -> Answer {
    let answer = asked_of(&Asking::default(), name, asked);
    answer.unwrap_or_else(|refusal| panic!("{name}: {refusal}"))
}

fn refusal(name: &str, asked: Json) -> String {
    asked_of(&Asking::default(), name, asked).expect_err("it is refused").to_string()
}

/// If it failed, an agent would not find its mistake, or be told to write what does not mend it.
#[test]
fn a_mistake_has_a_place_and_an_edit() {
    let said = answer("check", json!({ "spec": LIST.replace("^next", "^nxt") })).json;
    assert_eq!(said["good"], false);
    let message = &said["messages"][0];
    assert_eq!((&message["code"], &message["places"][0]["line"]), (&"E0006".into(), &3.into()));
    let expected =
        json!([{ "line": 3, "column": 24, "end_line": 3, "end_column": 27, "text": "next" }]);
    assert_eq!(message["fixes"][0]["edits"], expected);
    assert!(answer("explain", json!({ "code": "E0006" })).text.contains("```alloy"));
}

/// If it failed, a command that is not as expected would look as if it were.
#[test]
fn commands_are_compared_with_what_they_expect() {
    let spec = "sig A { r: lone A }
        assert acyclic { no ^r & iden }
        check acyclic for 2
        run { some A } for 2 expect 8
        run { no A and some r } expect 0
        run { some A } for 2 expect 7";
    let answer = answer("check", json!({ "spec": spec, "run": true }));
    let commands = answer.json["commands"].as_array().expect("there are some").clone();
    let verdicts: Vec<&Json> = commands.iter().map(|one| &one["ran"]["verdict"]).collect();
    assert_eq!(verdicts, ["failed", "ok", "ok", "failed"]);
    assert_eq!(commands[0]["ran"]["first"]["drawing"], "A$0\n└─ r: ^A$0\n");
    assert!(answer.text.contains("failed: expected none, found some"), "{}", answer.text);
}

/// If it failed, numbers would be wrong, or rounded.
#[test]
fn numbers_are_exact() {
    let relations = "sig A { r: set A } run {} for exactly 8 A";
    let said = answer("count", json!({ "spec": relations })).json;
    assert_eq!(said["count"], 458_297_100_061_728_u64, "OEIS A000595");
    let said = answer("count", json!({ "spec": LIST, "by": "#Node", "scope": "6" })).json;
    let rows = said["rows"].as_array().expect("rows").iter();
    let rows: Vec<&Json> = rows.map(|row| &row["value"]).collect();
    assert_eq!(rows, ["1", "2", "3", "4", "5", "6"]);
    assert_eq!(said["count"], 6);
}

/// If it failed, whoever asks on where an answer was cut would miss an instance, or see one twice.
#[test]
fn an_answer_that_is_cut_says_how_to_go_on() {
    let relations = "sig A { r: set A } run {} for exactly 3 A";
    let (mut from, mut numbers) = ("0".to_owned(), Vec::new());
    loop {
        let said =
            answer("find", json!({ "spec": relations, "from": from, "limit": 50, "show": "json" }));
        let found = said.json["instances"].as_array().expect("instances").clone();
        numbers.extend(found.iter().map(|one| one["id"].as_u64()));
        if said.json["complete"] == true {
            break;
        }
        assert_eq!(said.json["cut"]["why"], "number");
        from = said.json["next"].as_str().expect("it says how to go on").to_owned();
        assert!(said.text.contains(&format!("ask from \"{from}\" on")), "{}", said.text);
    }
    let expected: Vec<_> = (0..104).map(Some).collect();
    assert_eq!(numbers, expected, "OEIS A000595");
}

/// If it failed, another kind would be the same shape again.
#[test]
fn one_of_each_kind() {
    let trees = "sig Node { left, right: lone Node, key: Int }
        pred tree[root: Node] { Node = root.*(left + right)
            all n: Node | no n.left & n.right and lone n.~(left + right) and n not in n.^(left + right) }
        run tree for 3 but 0..1 Int";
    let asked = json!({ "spec": trees, "one_of_each_kind": true, "limit": 200 });
    let said = answer("find", asked).json;
    let kinds = said["instances"].as_array().expect("instances");
    // Catalan's numbers: 1 + 2 + 5.
    assert_eq!((kinds.len(), &said["complete"]), (8, &true.into()));
    let seen: Vec<&Json> = kinds.iter().skip(1).map(|one| &one["kind"]).collect();
    let said = answer("find", json!({ "spec": trees, "seen": seen, "limit": 200 })).json;
    assert_eq!(said["instances"][0]["kind"], kinds[0]["kind"]);
}

/// If it failed, an agent would believe that a heap is allowed, or blame the wrong conjunct.
#[test]
fn a_heap_is_judged_conjunct_by_conjunct() {
    let heap =
        json!({ "roots": { "head": "a" }, "objects": { "a": { "$type": "Node", "next": "a" } } });
    let said = answer("eval", json!({ "spec": LIST, "heap": heap, "expressions": ["#Node"] })).json;
    let holds = |at: usize| &said["conjuncts"][at]["holds"];
    assert_eq!((&said["holds"], holds(0), holds(1)), (&false.into(), &true.into(), &false.into()));
    assert_eq!(said["conjuncts"][1]["for"], json!([{ "n": "a" }]));
    assert_eq!(said["values"][0], json!({ "text": "#Node", "value": 1 }));
    let violated = &said["values"][1]["violated"][0];
    assert_eq!(
        (&violated["text"], &violated["for"]),
        (&"no n: Node | n in n.^next".into(), &json!({ "n": "a" }))
    );
    let misfit = json!({ "roots": { "head": 3 }, "objects": {} });
    let said = answer("eval", json!({ "spec": LIST, "heap": misfit })).json;
    assert_eq!((&said["holds"], &said["messages"][0]["code"]), (&false.into(), &"E0028".into()));
}

/// If it failed, these would show other instances than the program does.
#[test]
fn predicates_are_compared() {
    let said = answer("near_misses", json!({ "spec": LIST, "predicate": "list" })).json;
    let found = said["conjuncts"].as_array().expect("conjuncts").iter();
    let found: Vec<(&Json, usize)> =
        found.map(|one| (&one["text"], one["instances"].as_array().map_or(0, Vec::len))).collect();
    let expected = ["Node = head.*next", "no n: Node | n in n.^next"].map(Json::from);
    assert_eq!(found, [(&expected[0], 1), (&expected[1], 1)]);
    let asked = json!({ "spec": LIST, "left": "list", "right": "Node = head.*next" });
    let said = answer("diff", asked).json;
    // A list of n that ends in a circle: one for each node that the last one may point to.
    assert_eq!(said["sides"][1]["by_size"], json!({ "1": 1, "2": 2, "3": 3, "4": 4 }));
    assert_eq!((&said["equal"], &said["sides"][0]["count"]), (&false.into(), &0.into()));
    let said = answer("choose", json!({ "spec": LIST, "mutants_of": "list" })).json;
    assert_eq!(said["of"][0], "list");
    let told = said["instances"].as_array().expect("instances");
    assert!(told.iter().all(|one| one["drawing"].is_string()), "{told:?}");
    let bad =
        json!({ "roots": { "head": "a" }, "objects": { "a": { "$type": "Node", "next": "a" } } });
    let spec = LIST.replace("no n: Node | n in n.^next", "");
    let said = answer("learn", json!({ "spec": spec, "predicate": "list", "bad": [bad] })).json;
    assert_eq!(said["conjuncts"][0]["text"], "no n: Node | n in n.^next");
}

/// If it failed, what an agent sends would be read from disk, or be read for ever.
#[test]
fn what_is_too_much_is_refused() {
    let path = json!({ "path": "../../etc/passwd" });
    assert_eq!(refusal("count", path), "no file is read here: give the text as `spec`");
    let opens =
        json!({ "spec": "open nodes\nrun { some Node }", "modules": { "nodes": "sig Node {}" } });
    assert_eq!(answer("count", opens).json["count"], 3);
    let escape = "run { some \u{1b}[2J\u{202e} }";
    let said = answer("check", json!({ "spec": escape }));
    assert!(!said.text.contains(['\u{1b}', '\u{202e}']), "{:?}", said.text);
    let unknown = json!({ "spec": "run {}", "\u{1b}[2J": 1 });
    assert!(!refusal("count", unknown).contains('\u{1b}'));
    for from in ["", "-1", "x", "1e3", &"9".repeat(1001)] {
        let why = refusal("find", json!({ "spec": LIST, "from": from }));
        assert_eq!(why, "`from` is the id of an instance, in decimal digits");
    }
    let deep = format!("run {{ {}some univ{} }}", "(".repeat(30_000), ")".repeat(30_000));
    assert_eq!(answer("check", json!({ "spec": deep })).json["messages"][0]["code"], "E0002");
    let huge = json!({ "spec": "sig A { r: A -> A -> A } run {} for 60000" });
    assert!(refusal("count", huge).contains("E0022"));
}

/// Takes for ever: no list of these is short, and none of them is found by counting.
const ENDLESS: &str = "sig A { r: set A, s: A -> A }
fact { all a, b: A | some c: A | (a in b.r) iff (c in a.(b.s)) and #a.r != #b.r.r }
run {} for exactly 9 A";

/// If it failed, an agent would wait for ever.
#[test]
fn time_ends_an_answer_and_a_flag_does() {
    let limits = AnswerLimits { time: Duration::from_secs(60), ..AnswerLimits::default() };
    let asking = Asking { limits, ..Asking::default() };
    let begun = Instant::now();
    let said = asked_of(&asking, "count", json!({ "spec": ENDLESS, "seconds": 1 }));
    let said = said.expect("a count that is cut is an answer").json;
    assert_eq!((&said["count"], &said["cut"]["why"]), (&Json::Null, &"time".into()));
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let flag = Arc::new(AtomicBool::new(false));
    let asking = Asking { flag: Arc::clone(&flag), ..asking };
    let begun = Instant::now();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        flag.store(true, Ordering::Relaxed);
    });
    let said = asked_of(&asking, "count", json!({ "spec": ENDLESS })).expect("it is an answer");
    assert_eq!(said.json["cut"]["why"], "cancelled");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let flag = Arc::new(AtomicBool::new(false));
    let asking = Asking { flag: Arc::clone(&flag), ..Asking::default() };
    let node = |at: usize| (format!("n{at}"), json!({ "$type": "Node", "next": null }));
    let heap = json!({ "roots": { "head": "n0" }, "objects": Json::from_iter((0..100).map(node)) });
    let all = "no disj a, b, c, d, e, f, g: Node | some (a + b + c + d + e + f + g).next";
    let begun = Instant::now();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        flag.store(true, Ordering::Relaxed);
    });
    let asked = json!({ "spec": LIST, "heap": heap, "expressions": [all] });
    let why = asked_of(&asking, "eval", asked).expect_err("nobody waits for so many");
    assert!(why.to_string().starts_with("there is no answer yet"), "{why}");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let large = json!({ "spec": "sig A { r: A -> A } run {} for 60", "megabytes": 1 });
    let why = refusal("count", large);
    assert!(why.contains("would not fit into memory"), "{why}");
}
