//! One question, asked of the program, by an agent and on the page: equal answers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use korrel_agent::{Asking, tool, tools};
use korrel_harness::DriverCommand;
use korrel_page::{CommandChoice, OpenText, Request, Session, Settings};
use serde_json::{Value, json};

use super::answers::answers;
use crate::program::{Run, file, korrel, path, root};

/// Lists: one of each length.
const LIST: &str = "sig Node { next: lone Node }
pred list[head: Node] { Node = head.*next
  no n: Node | n in n.^next }
pred reached[head: Node] { Node = head.*next }
run list for 3
run list for 2 expect 7
";

/// A node that leads to itself.
fn circle() -> Value {
    json!({ "roots": { "head": "a" }, "objects": { "a": { "$type": "Node", "next": "a" } } })
}

const COUNTER: &str = "cli/tests/explore/drivers/counter.als";
const DRIVER: &str = "cli/tests/explore/drivers/counter.sh";

/// What an agent is answered about lists, held to its schema.
fn agent(name: &str, arguments: &Value) -> Value {
    let mut asked = json!({ "spec": LIST });
    for (member, value) in arguments.as_object().expect("arguments are an object") {
        asked[member] = value.clone();
    }
    answered(name, asked)
}

fn answered(name: &str, asked: Value) -> Value {
    let driver = root().join(DRIVER);
    let driver = DriverCommand::new(["sh", path(&driver), "wraps"]).expect("it has words");
    let drivers = BTreeMap::from([("counter".to_owned(), driver)]);
    let asking = Asking { drivers: Arc::new(drivers), ..Asking::default() };
    let answer = tool(name).expect("there is this tool").answer(asked, &asking);
    let answer = answer.unwrap_or_else(|refusal| panic!("{name}: {refusal}")).json;
    let errors = answers(&format!("mcp_{name}")).errors(&answer);
    assert!(errors.is_empty(), "{name}: {errors:#?}\n{answer}");
    answer
}

/// The records of the program, with the spec in the place of `SPEC`; places are told as an agent is told them.
fn program(words: &[&str]) -> Vec<Value> {
    static FILES: LazyLock<[PathBuf; 2]> = LazyLock::new(|| {
        let heap = circle().to_string();
        [file("faces", "list.als", LIST), file("faces", "circle.json", &heap)]
    });
    let [spec, heap] = &*FILES;
    let named = |word: &&str| match *word {
        "SPEC" => path(spec).to_owned(),
        "HEAP" => path(heap).to_owned(),
        other => other.to_owned(),
    };
    let words: Vec<String> = words.iter().map(named).collect();
    let run = korrel(&words.iter().map(String::as_str).collect::<Vec<_>>());
    Run { stdout: run.stdout.replace(path(spec), "spec.als"), ..run }.records()
}

/// What the page is answered.
fn page(ask: impl FnOnce(CommandChoice) -> Request) -> Value {
    let session = Session::default();
    session.open(OpenText::new("spec.als", LIST).expect("there is memory"));
    let of = CommandChoice {
        command: "0".to_owned(),
        scope: None,
        hidden: Vec::new(),
        projected: Vec::new(),
    };
    session.answer(&ask(of), &Settings::new(), &mut |_| ()).json()
}

/// These members alone.
fn only(value: &Value, members: &[&str]) -> Value {
    let has = |name: &&&str| value.get(**name).is_some();
    members.iter().filter(has).map(|name| ((*name).to_owned(), value[*name].clone())).collect()
}

/// If it failed, an agent would be told another number than a person, or the command without the scope that was asked for.
#[test]
fn numbers_are_the_same() {
    let [counted] = &program(&["count", "SPEC", "0", "--scope", "5", "--format", "json"])[..]
    else {
        panic!("a count is one record")
    };
    let said = agent("count", &json!({ "command": "0", "scope": "5" }));
    let members = ["command", "count"];
    assert_eq!(only(counted, &members), json!({ "command": "run list for 5", "count": 5 }));
    assert_eq!(only(counted, &members), only(&said, &members));
    let found = agent("find", &json!({ "command": "0", "scope": "5" }));
    assert_eq!(found["command"], "run list for 5");

    let rows = program(&["count", "SPEC", "0", "--by", "some head.next", "--format", "json"]);
    let rows: Vec<Value> = rows.iter().map(|row| only(row, &["value", "count"])).collect();
    let said = agent("count", &json!({ "by": "some head.next" }));
    assert_eq!(said["rows"], json!(rows));
    let shown = page(|of| Request::Holding { of, formula: "some head.next".to_owned() });
    let shown = shown["rows"].as_array().expect("rows").clone();
    let sorted = |mut rows: Vec<Value>| {
        rows.sort_by_key(ToString::to_string);
        rows
    };
    assert_eq!(sorted(shown), sorted(rows));

    let estimate = ["estimate", "low", "high", "confidence", "runs"];
    let [estimated] = &program(&["count", "SPEC", "0", "--estimate", "--format", "json"])[..]
    else {
        panic!("an estimate is one record")
    };
    let said = agent("count", &json!({ "estimate": true }));
    assert_eq!(only(estimated, &estimate), only(&said, &estimate));
}

/// If it failed, a heap that breaks the predicate would pass where a value is asked for, or what holds would be called the fault.
#[test]
fn a_heap_is_judged_alike() {
    let evaluated = program(&["eval", "SPEC", "--heap", "HEAP", "#Node"]);
    let said = agent("eval", &json!({ "heap": circle(), "expressions": ["#Node"] }));
    let members = ["holds", "facts", "violated", "values"];
    assert_eq!(only(&evaluated[0], &members), only(&said, &members));
    assert_eq!(said["holds"], false);
    let violated = &said["values"][1]["violated"];
    let whole = "no n: Node | n in n.^next";
    assert_eq!(violated.as_array().map(Vec::len), Some(1));
    assert_eq!((&violated[0]["text"], &violated[0]["for"]), (&whole.into(), &json!({ "n": "a" })));

    let judged = page(|of| Request::Judge { of, record: circle() });
    let ticks: Vec<Value> = judged["ticks"]
        .as_array()
        .expect("ticks")
        .iter()
        .map(|tick| {
            json!({ "name": tick["name"], "at": tick["at"], "text": tick["text"],
                "holds": tick["value"]["holds"] })
        })
        .collect();
    let conjuncts = said["conjuncts"].as_array().expect("conjuncts").iter();
    let conjuncts: Vec<Value> =
        conjuncts.map(|one| only(one, &["name", "at", "text", "holds"])).collect();
    assert_eq!(ticks, conjuncts);
    let value = page(|of| Request::Evaluate { of, record: circle(), text: "#Node".to_owned() });
    assert_eq!(value["values"][0]["number"], "1", "{value}");
}

/// If it failed, an instance would be another one, or the predicate another conjunct's, depending on who asks.
#[test]
fn instances_and_conjuncts_are_the_same() {
    let members = ["roots", "objects"];
    let found = program(&["find", "SPEC", "0", "--bare"]);
    let said = agent("find", &json!({ "show": "json", "limit": 50 }));
    let said = said["instances"].as_array().expect("instances");
    let [own, theirs] = [
        found.iter().map(|one| (one["id"].clone(), only(one, &members))).collect::<Vec<_>>(),
        said.iter().map(|one| (one["id"].clone(), only(&one["heap"], &members))).collect(),
    ];
    assert_eq!(own, theirs);
    let shown = page(|of| Request::Instances { of, first: 0_u32.into(), most: 50 });
    assert_eq!(shown["found"].as_array().map(Vec::len), Some(found.len()));

    let missed = program(&["find", "SPEC", "0", "--near-miss", "list", "--per-conjunct", "1"]);
    let said = agent("near_misses", &json!({ "predicate": "list" }));
    let members = ["name", "text", "count", "complete", "implied", "undecided"];
    let conjuncts = |of: &Value| -> Vec<Value> {
        of["conjuncts"]
            .as_array()
            .expect("conjuncts")
            .iter()
            .map(|one| only(one, &members))
            .collect()
    };
    let end = missed.last().expect("there is an end");
    assert_eq!(conjuncts(end), conjuncts(&said));
    assert_eq!(end["conjuncts"][1]["text"], "no n: Node | n in n.^next");

    let compared = program(&["diff", "SPEC", "list", "reached"]);
    let said = agent("diff", &json!({ "left": "list", "right": "reached" }));
    let members = ["of", "count", "complete", "by_size"];
    let sides = |of: &Value| -> Vec<Value> {
        of.as_array().expect("sides").iter().map(|one| only(one, &members)).collect()
    };
    let end = compared.last().expect("there is an end");
    assert_eq!(sides(&end["only"]), sides(&said["sides"]));
    let compare =
        |of| Request::Compare { of, left: "list".to_owned(), right: "reached".to_owned() };
    let counts: Vec<&Value> = said["sides"].as_array().into_iter().flatten().collect();
    let shown = page(compare);
    for (side, shown) in counts.iter().zip(shown["sides"].as_array().expect("sides")) {
        assert_eq!(side["count"], shown["count"], "{shown}");
    }
}

/// If it failed, a conjunct would be proposed to one and not to the other.
#[test]
fn what_is_learnt_and_chosen_is_the_same() {
    let learnt = program(&["learn", "SPEC", "reached", "--bad", "HEAP", "--format", "json"]);
    let said = agent("learn", &json!({ "predicate": "reached", "bad": [circle()] }));
    let members = ["text", "excludes", "at_least", "size", "bad"];
    let learnt: Vec<Value> = learnt.iter().map(|one| only(one, &members)).collect();
    let told = said["conjuncts"].as_array().expect("conjuncts").iter();
    assert_eq!(learnt, told.map(|one| only(one, &members)).collect::<Vec<_>>());

    let chosen = program(&["choose", "SPEC", "list", "reached"]);
    let said = agent("choose", &json!({ "candidates": ["list", "reached"] }));
    let end = ["smallest", "equal", "undecided"];
    assert_eq!(only(chosen.last().expect("there is an end"), &end), only(&said, &end));
    let truths = |of: &[Value]| -> Vec<Value> {
        of.iter().filter(|one| one.get("truth").is_some()).map(|one| one["truth"].clone()).collect()
    };
    assert_eq!(truths(&chosen), truths(said["instances"].as_array().expect("instances")));

    let checked = program(&["check", "SPEC", "--format", "json"]);
    let said = agent("check", &json!({ "run": true }));
    let members = ["verdict", "expected", "found"];
    let commands = checked.iter().filter(|one| one["kind"] == "command");
    let own: Vec<Value> = commands.map(|one| only(one, &members)).collect();
    let ran = said["commands"].as_array().expect("commands").iter();
    assert_eq!(own, ran.map(|one| only(&one["ran"], &members)).collect::<Vec<_>>());
    assert_eq!(own[1]["verdict"], "failed");
}

/// If it failed, the page would count other instances than the terminal beside it, or say other things of a conjunct.
#[test]
fn a_view_is_the_same() {
    let saves = program(&["watch", "SPEC", "--once", "--format", "json"]);
    let shown = page(Request::Look);
    let members = ["check", "traces", "sizes", "total", "change", "conjuncts"];
    let seen = only(&saves[0]["view"], &members);
    assert_eq!(seen, only(&shown, &members));
    assert_eq!(seen["total"], json!({ "count": 3, "at_least": false }));
    assert_eq!(seen["conjuncts"].as_array().map(Vec::len), Some(2), "{seen}");
}

/// If it failed, an agent would be told of other failures of a program than a person, or of other keys.
#[test]
fn a_test_has_the_same_results() {
    let scope = "1 Counter, 0..6 Int";
    let words =
        ["test", COUNTER, "--scope", scope, "--format", "json", "--", "sh", DRIVER, "wraps"];
    let program = program(&words);
    let text = std::fs::read_to_string(root().join(COUNTER)).expect("it is in the repository");
    let said = answered("test", json!({ "spec": text, "driver": "counter", "scope": scope }));
    let end = program.last().expect("there is an end");
    let counts = ["inputs", "passed", "failed", "skipped"];
    assert_eq!(only(end, &counts), only(&said["operations"][0], &counts));
    let groups = |of: &Value, key: &str| -> Vec<Value> {
        let all = of.as_array().expect("groups").iter();
        all.map(|one| json!([one["cause"], one["count"], one[key]])).collect()
    };
    let found = groups(&end["groups"], "smallest");
    assert_eq!(found, groups(&said["operations"][0]["failures"], "key"));
    assert!(!found.is_empty(), "it wraps: {end}");
}

/// If it failed, a tool would answer otherwise than the schema says that it gives to whoever asks which tools there are.
#[test]
fn each_tool_is_held_to_its_schema() {
    let text = std::fs::read_to_string(root().join(COUNTER)).expect("it is in the repository");
    let cases = [
        ("check", json!({ "spec": LIST, "run": true })),
        ("check", json!({ "spec": "sig A { r: lone B }" })),
        ("count", json!({ "spec": LIST, "estimate": true })),
        ("find", json!({ "spec": LIST, "show": "both" })),
        ("find", json!({ "spec": "sig A {} run { some A and no A }" })),
        ("eval", json!({ "spec": LIST, "heap": circle(), "expressions": ["#Node", "list"] })),
        ("eval", json!({ "spec": LIST, "heap": { "roots": {}, "objects": {} } })),
        ("near_misses", json!({ "spec": LIST, "predicate": "list" })),
        ("diff", json!({ "spec": LIST, "left": "list", "right": "reached" })),
        ("choose", json!({ "spec": LIST, "mutants_of": "list" })),
        ("explain", json!({})),
        ("explain", json!({ "code": "E0006" })),
        ("learn", json!({ "spec": LIST, "predicate": "reached", "bad": [circle()] })),
        ("test", json!({ "spec": text, "driver": "counter", "stop_after": 1 })),
    ];
    let asked: BTreeSet<&str> = cases.iter().map(|(name, _)| *name).collect();
    let all: BTreeSet<&str> = tools().iter().map(|tool| tool.name).collect();
    assert_eq!(asked, all);
    for (name, arguments) in cases {
        answered(name, arguments);
    }
}
