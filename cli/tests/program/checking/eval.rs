//! `korrel eval`: heaps against a spec.

use serde_json::{Value, json};

use crate::program::{Run, file, korrel, korrel_on, library};

const TREE: &str = "sig Tree { root: lone Node }
sig Node { key: Int, left, right: lone Node }
fun Tree.nodes: set Node { this.root.*(left + right) }
pred Tree.acyclic { all n: this.nodes | n not in n.^(left + right) }
pred Tree.ordered {
  all n: this.nodes, l: n.left.*(left + right) | l.key < n.key
  all n: this.nodes, r: n.right.*(left + right) | n.key < r.key
}
pred repOk[t: Tree] {
  t.acyclic
  t.ordered
}
fact owned { Node in Tree.nodes }
check { all t: Tree | repOk[t] } for 2
run repOk for exactly 1 Tree, 3 Node, 1..3 Int
";

fn node(key: i64, left: Value, right: Value) -> Value {
    json!({ "$type": "Node", "key": key, "left": left, "right": right })
}

/// A tree of these nodes, of which the first is the root.
fn tree(nodes: &[Value]) -> Value {
    let root = if nodes.is_empty() { Value::Null } else { json!("Node$0") };
    let mut objects = json!({ "Tree$0": { "$type": "Tree", "root": root } });
    for (at, node) in nodes.iter().enumerate() {
        objects[format!("Node${at}")] = node.clone();
    }
    json!({ "roots": { "t": "Tree$0" }, "objects": objects })
}

fn spec(name: &str, text: &str) -> String {
    file("eval", name, text).to_str().expect("UTF-8").to_owned()
}

/// Evaluates over heaps with the command `repOk`.
fn eval(name: &str, heaps: &[Value], expressions: &[&str]) -> Run {
    let spec = spec(name, TREE);
    let heaps: Vec<String> = heaps.iter().map(Value::to_string).collect();
    let flags = ["eval", &spec, "--heap", "-", "--command", "repOk"];
    korrel_on(&heaps.join("\n"), &[&flags, expressions].concat())
}

/// If this failed, the answers to questions would be wrong, or in a form that no reader expects.
#[test]
fn values_are_json() {
    let heap =
        tree(&[node(5, json!("Node$1"), Value::Null), node(-70_000, Value::Null, Value::Null)]);
    let asked = [
        "t",
        "Node.key",
        "left",
        "#Node",
        "sum n: Node | n.key",
        "t.nodes = Node",
        "none",
        "repOk",
    ];
    let run = eval("values.als", &[heap], &asked);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let record = &run.records()[0];
    assert_eq!((&record["kind"], &record["id"]), (&json!("evaluation"), &json!(0)));
    assert_eq!((&record["holds"], &record["facts"]), (&json!(true), &json!(true)));
    let values: Vec<&Value> =
        record["values"].as_array().expect("values").iter().map(|value| &value["value"]).collect();
    let expected = [
        json!([["Tree$0"]]),
        json!([[-70_000], [5]]),
        json!([["Node$0", "Node$1"]]),
        json!(2),
        json!(-69_995),
        json!(true),
        json!([]),
        json!(true),
    ];
    assert_eq!(values, expected.iter().collect::<Vec<_>>());
    assert_eq!(run.stderr, "1 of 1 heap satisfies the spec\n");
}

/// If this failed, somebody whose program is wrong would not be told which constraint it violates,
/// where that stands, and for which object.
#[test]
fn violations_have_names_and_places() {
    let heap =
        tree(&[node(5, json!("Node$1"), Value::Null), node(9, json!("Node$1"), Value::Null)]);
    let run = eval("violations.als", &[heap], &["repOk"]);
    assert_eq!(run.code, Some(1));
    let record = &run.records()[0];
    assert_eq!((&record["holds"], &record["facts"]), (&json!(false), &json!(true)));
    let violated = &record["values"][0]["violated"];
    let summary: Vec<Value> = violated
        .as_array()
        .expect("violations")
        .iter()
        .map(|v| json!([v["name"], v["text"], v["for"]]))
        .collect();
    assert_eq!(
        summary,
        [
            json!(["acyclic", "n not in n.^(left + right)", { "n": "Node$1" }]),
            json!(["ordered", "l.key < n.key", { "n": "Node$0", "l": "Node$1" }]),
        ]
    );
    let at = violated[1]["at"].as_str().expect("a place");
    assert!(at.ends_with("violations.als:6:50"), "{at}");
    for text in [
        "error[E0029]: heap 0 violates `repOk`",
        "this does not hold for n = Node$0, l = Node$1",
        "in `ordered`, called here",
        "0 of 1 heap satisfies the spec",
    ] {
        assert!(run.stderr.contains(text), "{text}: {}", run.stderr);
    }
}

/// If this failed, a heap that breaks a fact would pass because nobody asked about it.
#[test]
fn facts_always_count() {
    let mut lost = tree(&[node(1, Value::Null, Value::Null)]);
    lost["objects"]["Tree$0"]["root"] = Value::Null;
    let run = eval("facts.als", &[lost.clone()], &["#Node"]);
    assert_eq!(run.code, Some(1));
    let record = &run.records()[0];
    assert_eq!((&record["holds"], &record["facts"]), (&json!(false), &json!(false)));
    assert_eq!(record["violated"][0]["name"], "owned");
    assert!(run.stderr.contains("heap 0 violates the fact `owned`"), "{}", run.stderr);
    // The verdict needs no question. The declarations of fields are facts, too.
    let two = "sig A { r: some A } run {}";
    let heap = json!({ "objects": { "A$0": { "$type": "A", "r": [] } } });
    let run = korrel_on(&heap.to_string(), &["eval", &spec("some.als", two), "--heap", "-"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("violates the declaration of `A.r`"), "{}", run.stderr);
    assert!(run.stderr.contains("some.als:1:9"), "{}", run.stderr);
}

/// If this failed, a `check` would be read the wrong way round, or a `run` not at all.
#[test]
fn without_a_question_the_commands_own_formula_counts() {
    let good = tree(&[node(1, Value::Null, Value::Null)]);
    let bad = tree(&[node(1, json!("Node$0"), Value::Null)]);
    let path = spec("own.als", TREE);
    for command in ["repOk", "0"] {
        let run = |heap: &Value| {
            let mut heap = heap.clone();
            if command == "0" {
                // A `check` has no parameters.
                heap["roots"] = json!({});
            }
            let flags = ["eval", &path, "--heap", "-", "--command", command];
            korrel_on(&heap.to_string(), &flags)
        };
        let (good, bad) = (run(&good), run(&bad));
        assert_eq!((good.code, bad.code), (Some(0), Some(1)), "{command}: {}", good.stderr);
    }
}

/// If this failed, a broken heap would be judged as if it were whole, or its author would not find
/// what is wrong with it; or one broken heap would hide the others.
#[test]
fn misfits_have_paths() {
    let with = |pointer: &str, value: Value| {
        let mut heap = tree(&[node(1, Value::Null, Value::Null)]);
        *heap.pointer_mut(pointer).expect("the place exists") = value;
        heap
    };
    let field = "/objects/Node$0/left";
    let mut missing = tree(&[node(1, Value::Null, Value::Null)]);
    missing["objects"]["Node$0"].as_object_mut().expect("an object").remove("key");
    let cases = [
        (with(field, json!("Node$7")), "objects.Node$0.left: there is no object \"Node$7\""),
        (with(field, json!(3)), "objects.Node$0.left: 3 is not a value of type `Node`"),
        (
            with("/objects/Node$0/$type", json!("Nod")),
            "objects.Node$0.$type: there is no type `Nod`; did you mean `Node`? the types are `Tree`, `Node`",
        ),
        (missing, "objects.Node$0.key: missing; it is declared `int`"),
        (with("/roots", json!({})), "roots.t: missing; it is declared `Tree`"),
        (json!(3), "objects: missing"),
    ];
    let heaps: Vec<Value> = cases.iter().map(|(heap, _)| heap.clone()).collect();
    let good = tree(&[]);
    let run = eval("misfits.als", &[&heaps[..], &[good]].concat(), &[]);
    assert_eq!(run.code, Some(1));
    let records = run.records();
    assert_eq!(records.len(), cases.len() + 1);
    for (at, (_, message)) in cases.iter().enumerate() {
        let error = &records[at]["errors"][0];
        let told = [&error["at"], &error["message"]].map(|text| text.as_str().expect("a text"));
        assert_eq!(told.join(": "), *message);
        let text = format!("error[E0028]: heap {at} does not fit the spec: {message}");
        assert!(run.stderr.contains(&text), "{text}: {}", run.stderr);
    }
    assert_eq!(records[cases.len()]["holds"], true);
    let twice = r#"{"id":7,"objects":{"Tree$0":{"$type":"Tree","root":null},"Tree$0":{"$type":"Tree","root":null}},"roots":{"t":"Tree$0"}}"#;
    let run =
        korrel_on(twice, &["eval", &spec("misfits.als", TREE), "--heap", "-", "--command", "1"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("heap 7 does not fit the spec: objects.Tree$0: occurs twice"));
}

/// If this failed, the output of `find` would not pass, whatever the spec: sequences, orders, sets.
#[test]
fn instances_of_the_library_pass() {
    for path in library() {
        let found = korrel(&["find", &path, "-n", "20", "-q"]);
        let run = korrel_on(&found.stdout, &["eval", &path, "--heap", "-"]);
        assert_eq!(run.code, Some(0), "{path}: {}", run.stderr);
        assert_eq!(run.records().len(), found.instances().len(), "{path}");
        let ids: Vec<Value> = run.records().iter().map(|record| record["id"].clone()).collect();
        let theirs: Vec<Value> = found.instances().iter().map(|i| i["id"].clone()).collect();
        assert_eq!(ids, theirs, "{path}");
    }
}

/// If this failed, objects of two modules would be taken for one another, or a name on the command
/// line would not be found although the spec can say it.
#[test]
fn modules_have_names_of_their_own() {
    spec("links.als", "module links sig Node { next: lone Node } enum Color { RED } sig Plain {}");
    let main = "open links as l open util/ordering[this/Node] as o
        sig Node { to: l/Node, color: Color } fact { o/first.to = o/last.to }
        run { some Plain } for 2 but exactly 2 this/Node";
    let path = spec("modules.als", main);
    let found = korrel(&["find", &path, "-n", "50"]);
    let types = &found.header()["types"];
    assert_eq!(types["Node"], json!({ "to": "l/Node", "color": "Color" }));
    assert_eq!(types["l/Node"], json!({ "next": "l/Node?" }));
    let asked = ["o/next", "l/Node", "Plain", "this/Node.color"];
    let run = korrel_on(&found.stdout, &[&["eval", &path, "--heap", "-"], &asked[..]].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let values = &run.records()[0]["values"];
    assert_eq!(values[0]["value"], json!([["Node$0", "Node$1"]]));
    assert_eq!(values[1]["value"][0], json!(["l/Node$0"]));
    assert_eq!(values[2]["value"][0], json!(["Plain$0"]));
    assert_eq!(values[3]["value"], json!([["RED"]]));
}

/// If this failed, a stream that was cut off would pass as a whole one.
#[test]
fn a_stream_without_its_end_is_incomplete() {
    let path = spec("cut.als", TREE);
    let found = korrel(&["find", &path, "repOk", "-n", "5"]).stdout;
    let flags = ["eval", &path, "--heap", "-", "--command", "repOk"];
    let lines: Vec<&str> = found.lines().collect();
    let cut = lines[..lines.len() - 1].join("\n");
    assert_eq!(korrel_on(&found, &flags).code, Some(0));
    let run = korrel_on(&cut, &flags);
    assert_eq!(run.code, Some(3));
    assert!(run.stderr.contains("it was cut off"), "{}", run.stderr);
    let bare: Vec<&str> = lines[1..lines.len() - 1].to_vec();
    assert_eq!(korrel_on(&bare.join("\n"), &flags).code, Some(0));
    let failing = cut.replace("\"key\":1", "\"key\":9");
    assert_eq!(korrel_on(&failing, &flags).code, Some(1), "a failure outranks it");
}

/// If this failed, only one of two states would be judged, or an object would not be itself in both.
#[test]
fn both_states_are_judged() {
    let mut record = tree(&[node(1, Value::Null, Value::Null)]);
    let mut after =
        tree(&[node(1, Value::Null, json!("Node$1")), node(0, Value::Null, Value::Null)]);
    after.as_object_mut().expect("an object").remove("roots");
    record["post"] = after.clone();
    let run = eval("states.als", &[record.clone()], &["repOk", "#Node"]);
    assert_eq!(run.code, Some(1));
    let answer = &run.records()[0];
    assert_eq!(answer["values"][0]["value"], true);
    assert_eq!(answer["post"]["values"][0]["value"], false);
    assert_eq!(
        (&answer["values"][1]["value"], &answer["post"]["values"][1]["value"]),
        (&json!(1), &json!(2))
    );
    assert!(run.stderr.contains("heap 0, afterwards, violates `repOk`"), "{}", run.stderr);
    record["post"]["objects"]["Node$1"]["left"] = json!("gone");
    let run = eval("states.als", &[record], &[]);
    assert_eq!(run.records()[0]["errors"][0]["at"], "post.objects.Node$1.left");
}

/// If this failed, a question about two states would be answered in one, or twice.
#[test]
fn a_question_about_two_states() {
    let mut record = tree(&[node(1, Value::Null, Value::Null)]);
    let run = eval("two.als", std::slice::from_ref(&record), &["#Node' > #Node"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.records()[0]["errors"][0]["at"], "post", "there is one state");
    record["post"] =
        tree(&[node(1, Value::Null, json!("Node$1")), node(2, Value::Null, Value::Null)]);
    let asked = ["#Node' > #Node and (Node.key)' = Node.key", "Node' - Node", "#Node"];
    let run = eval("two.als", &[record], &asked);
    let answer = &run.records()[0];
    assert_eq!(answer["values"][0]["violated"][0]["text"], "(Node.key)' = Node.key");
    assert_eq!(answer["values"][1]["value"], json!([["Node$1"]]));
    assert_eq!(answer["post"]["values"], json!([{ "text": "#Node", "value": 2 }]));
}

/// If this failed, a slip on the command line would look like a wrong heap, or one like a slip.
#[test]
fn mistakes_of_the_command_line() {
    let heap = tree(&[]);
    for (expressions, text) in [
        (&["#Nod"][..], "did you mean `Node`"),
        (&["repOk["], "`[` is never closed"),
        (&["acyclic[t, t]"], "acyclic"),
        (&["always some t"], "E0005"),
        (&["some Node", "x", "y"], "there is no name `y`"),
    ] {
        let run = eval("slips.als", std::slice::from_ref(&heap), expressions);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{expressions:?}");
        assert!(run.stderr.contains(text), "{expressions:?}: {}", run.stderr);
    }
    let path = spec("slips.als", TREE);
    let run = |input: &str, flags: &[&str]| {
        let run = korrel_on(input, &[&["eval", &path], flags].concat());
        (run.code, run.stderr)
    };
    let (code, message) = run("{\"objects\": [}", &["--heap", "-"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("<stdin>, line 1: this is not JSON"), "{message}");
    assert_eq!(run("", &["--heap", "no/such/file"]).0, Some(2));
    assert_eq!(run("", &["--heap", "-", "--command", "none"]).0, Some(2));
    assert_eq!(run("", &[]).0, Some(2), "--heap is needed");
    let run = korrel_on(TREE, &["eval", "-", "--heap", "-"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("cannot both be read"), "{}", run.stderr);
}

/// If this failed, a quantifier over relations would run until the sun goes out, or a heap would pass
/// for a violated one because it is large.
#[test]
fn what_cannot_be_judged_is_refused() {
    let nodes: Vec<Value> = (0..6)
        .map(|at| {
            let next = if at < 5 { json!(format!("Node${}", at + 1)) } else { Value::Null };
            node(at, Value::Null, next)
        })
        .collect();
    let run = eval("hard.als", &[tree(&nodes)], &["some f: Node -> Node | f = left + right"]);
    assert_eq!(run.code, Some(3), "nobody knows whether it holds");
    assert!(run.stderr.contains("too large to be judged"), "{}", run.stderr);
    assert!(run.stderr.contains("2^36 sets or relations"), "{}", run.stderr);
    assert_eq!(run.records()[0]["holds"], Value::Null);
    let run = eval("hard.als", &[tree(&nodes)], &["some s: set Node | s = t.nodes"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

/// If this failed, heaps after the first of a line would not be judged.
#[test]
fn several_heaps_stand_on_a_line() {
    let spec = spec("line.als", TREE);
    let heaps = [tree(&[]), tree(&[node(1, json!("Node$0"), Value::Null)]), tree(&[])];
    let line: String = heaps.iter().map(Value::to_string).collect::<Vec<_>>().join(" ");
    let run = korrel_on(&line, &["eval", &spec, "--heap", "-", "--command", "repOk"]);
    let holds: Vec<Value> = run.records().iter().map(|record| record["holds"].clone()).collect();
    assert_eq!((run.code, holds), (Some(1), vec![json!(true), json!(false), json!(true)]));
}

/// If this failed, a stream that has lost lines on its way would be called fine.
#[test]
fn an_end_record_counts_what_was_read() {
    let spec = spec("count.als", TREE);
    let stream = korrel(&["find", &spec, "repOk", "-n", "5"]).stdout;
    let judge = |input: &str| {
        let run = korrel_on(input, &["eval", &spec, "--heap", "-", "--command", "repOk"]);
        (run.code, run.records().len(), run.stderr)
    };
    assert_eq!(judge(&stream).0, Some(0));
    assert_eq!(judge(&stream.repeat(2)).0, Some(0), "one stream after the other");
    let lines: Vec<&str> = stream.lines().collect();
    let without = |at: usize| [&lines[..at], &lines[at + 1..]].concat().join("\n");
    let (code, judged, message) = judge(&without(2));
    assert_eq!((code, judged), (Some(2), 4), "{message}");
    assert!(
        message.contains("E0046") && message.contains("counts 5 instances, but 4"),
        "{message}"
    );
    assert_eq!(judge(&without(6)).0, Some(3), "without an end it was cut off");
    assert_eq!(judge(&(without(6) + "\n" + &stream)).0, Some(3), "the first one was");
    let swapped = [lines[0], lines[2], lines[1], lines[3], lines[4], lines[5], lines[6]].join("\n");
    let (code, judged, message) = judge(&swapped);
    assert_eq!((code, judged), (Some(2), 5), "{message}");
    assert!(message.contains("E0046") && message.contains("has the digest"), "{message}");
    let (code, _, message) = judge(&(stream.clone() + lines[1]));
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("stands after the end record"), "{message}");
    let other = stream.replacen('\n', "\n{\"kind\":\"remark\",\"text\":\"half\"}\n", 1);
    let (code, judged, message) = judge(&other);
    assert_eq!((code, judged), (Some(0), 5), "{message}");
    assert!(message.contains("1 record of another kind was passed over"), "{message}");
    assert_eq!(judge(&lines[1..6].join("\n")).0, Some(0), "heaps by themselves");
}

/// If it failed, a user who has a wrong field called `roots` would be sent to another command.
#[test]
fn only_roots_are_those_of_a_command() {
    let spec = spec("roots.als", "sig A { roots: lone A } pred p[a: A] { some roots } run p for 1");
    let told = |heap: Value| {
        let run = korrel_on(&heap.to_string(), &["eval", &spec, "--heap", "-"]);
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        run.stderr.contains("this command has `a`")
    };
    let heap = |roots: Value, field: Value| json!({ "roots": roots, "objects": { "A$0": { "$type": "A", "roots": field } } });
    assert!(told(heap(json!({ "b": "A$0" }), Value::Null)));
    assert!(!told(heap(json!({ "a": "A$0" }), json!(3))));
}

/// If this failed, whoever checks the log of a running program would be told that it is fine as long as a part of
/// the formula speaks of what comes after its last state.
#[test]
fn a_beginning_is_judged_by_what_is_known() {
    let sigs = "sig A {} var sig S in A {}";
    let scope = "for exactly 1 A, 3 steps";
    let states = |held: &[&[&str]]| {
        let state = |held: &&[&str]| {
            let object = json!({ "A$0": { "$type": "A" } });
            json!({ "roots": {}, "objects": object, "sets": { "S": held } })
        };
        json!({ "states": held.iter().map(state).collect::<Vec<_>>() }).to_string()
    };
    let (no, yes): (&[&str], &[&str]) = (&[], &["A$0"]);
    for (formula, held, violated) in [
        ("always (some S' and some S)", vec![no], Some("some S")),
        ("always (some S' and some S)", vec![yes], None),
        ("always (some S' and some S)", vec![yes, no], Some("some S'")),
        ("no S ; no S ; some S", vec![no, yes], Some("no S")),
        ("no S ; no S ; some S", vec![no, no], None),
        ("some S and after some S", vec![no], Some("some S")),
        ("after (some S and after some S)", vec![yes, no], Some("some S")),
        ("S != S' until some S", vec![no], Some("S != S' until some S")),
        ("some S releases (some S' or no S)", vec![no], None),
        ("no S and some S'", vec![yes], Some("no S")),
        ("some S'", vec![no], None),
    ] {
        let path = spec("beginning.als", &format!("{sigs} run go {{ {formula} }} {scope}"));
        let heap = states(&held);
        // As the command's own formula, as a question, and as a fact.
        let own = korrel_on(&heap, &["eval", &path, "--heap", "-"]);
        let asked = korrel_on(&heap, &["eval", &path, "--heap", "-", formula]);
        let path = spec("fact.als", &format!("{sigs} fact {{ {formula} }} run {{}} {scope}"));
        let fact = korrel_on(&heap, &["eval", &path, "--heap", "-"]);
        for run in [&own, &asked, &fact] {
            let (holds, code) = (violated.is_none(), i32::from(violated.is_some()));
            assert_eq!(run.records()[0]["holds"], holds, "{formula} {held:?}: {}", run.stdout);
            assert_eq!(run.code, Some(code), "{formula} {held:?}");
        }
        if let Some(text) = violated {
            let why = &asked.records()[0]["values"][0]["violated"][0]["text"];
            assert_eq!(why, text, "{formula} {held:?}: {}", asked.stdout);
        }
    }
}

/// If this failed, whoever has a trace of another tool would read one mistake once for each state.
#[test]
fn what_is_wrong_in_all_states_is_said_once() {
    let path = spec("foreign.als", "sig A {} var sig S in A {} run {} for 2 steps");
    let state = json!({ "roots": {}, "objects": { "A$0": { "$type": "B" } }, "sets": { "S": [] } });
    let trace = json!({ "states": [state, state, state] }).to_string();
    let run = korrel_on(&trace, &["eval", &path, "--heap", "-"]);
    let errors = run.records()[0]["errors"].as_array().expect("there are some").clone();
    let at = |error: &Value| error["at"].as_str().expect("a text").to_owned();
    assert!(errors.iter().all(|error| at(error).starts_with("states[0].")), "{errors:?}");
    let said = errors[0]["message"].as_str().expect("a text");
    assert!(said.ends_with("; so in 2 other states"), "{said}");
}
