//! `--format json`: every command's answer is as its schema says.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::records::schema::Validator;
use crate::program::{Run, file, korrel, path, root};

const COUNTER: &str = "cli/tests/explore/drivers/counter.als";
const DRIVER: [&str; 3] = ["sh", "cli/tests/explore/drivers/counter.sh", "wraps"];
const TREES: &str = "specs/binary_tree.als";

/// These write files for a system, speak a protocol of their own, or are for people.
/// A plan is JSON without a flag, and a worker answers by the files of its queue.
const WITHOUT: [&str; 9] =
    ["completions", "lsp", "man", "mcp", "plan", "repl", "serve", "verify", "work"];

/// The schema of one command's answers.
pub fn answers(of: &str) -> Validator {
    let text = std::fs::read_to_string(root().join("docs/answers.schema.json"));
    let mut schema: Value =
        serde_json::from_str(&text.expect("the schema is in the repository")).expect("it is JSON");
    let members = schema.as_object_mut().expect("a schema is an object");
    members.shift_remove("anyOf");
    members.insert("$ref".to_owned(), json!(format!("#/$defs/{of}")));
    Validator::new(&schema.to_string())
}

/// Each line is an object of the schema; the kinds that there are.
fn kinds(validator: &Validator, words: &[&str], run: &Run) -> BTreeSet<String> {
    let records = run.records();
    assert!(!records.is_empty(), "{words:?}: {}", run.stderr);
    for record in &records {
        let errors = validator.errors(record);
        assert!(errors.is_empty(), "{words:?}: {errors:#?}\n{record}");
    }
    records.iter().filter_map(|record| Some(record["kind"].as_str()?.to_owned())).collect()
}

/// The files that commands read: a report, heaps that are good and bad, and outputs of shards.
struct Files {
    report: String,
    good: String,
    bad: String,
    input: String,
    shards: [String; 2],
    sample: String,
    spec: String,
    /// One of Alloy 5.
    old: String,
}

impl Files {
    fn new() -> Files {
        let write = |name: &str, text: &str| path(&file("answers", name, text)).to_owned();
        let run = |words: &[&str]| korrel(words).stdout;
        let report = [&["test", "--format", "json", COUNTER, "--"], &DRIVER[..]].concat();
        let input = json!({ "roots": { "c": "Counter$0", "by": 2 }, "objects": { "Counter$0": { "$type": "Counter", "n": 5 } } });
        let bad = json!({ "roots": { "BinaryTree": "BinaryTree$0" }, "objects": { "BinaryTree$0": { "$type": "BinaryTree", "root": "Node$0" },
            "Node$0": { "$type": "Node", "left": "Node$0", "right": null } } });
        let shard = |part: &str| run(&["count", TREES, "--format", "json", "--shard", part]);
        Files {
            report: write("report.jsonl", &run(&report)),
            good: write("good.jsonl", &run(&["find", TREES])),
            bad: write("bad.json", &bad.to_string()),
            input: write("input.json", &input.to_string()),
            shards: [write("1.jsonl", &shard("1/2")), write("2.jsonl", &shard("2/2"))],
            sample: write("sample.json", r#"{"name": "a", "parts": [{"size": 1}, {"size": 2}]}"#),
            old: write("old.als", "sig A {} pred p[a, a': A] { a' = a } run p for 2"),
            spec: write(
                "trees.als",
                "one sig BinaryTree { root: lone Node }\nsig Node { left, right: lone Node }\n\
                 pred all_of { Node = BinaryTree.root.*(left + right) }\nrun all_of for 2\n",
            ),
        }
    }

    /// Command lines, each with the schema of its answers (`None`: heapgraph/1), and the kinds of objects that it must write.
    fn cases(&self) -> Vec<(Vec<&str>, Option<&'static str>, &'static [&'static str])> {
        let stream: &[&str] = &["header", "instance", "end"];
        let driven = |words: &[&'static str]| [words, &["--"], &DRIVER[..]].concat();
        let case = |words: &[&'static str], schema, kinds| (words.to_vec(), schema, kinds);
        let minimise = [&["minimise", COUNTER, "--heap", self.input.as_str(), "--"], &DRIVER[..]];
        vec![
            case(&["find", TREES], None, stream),
            case(&["show", TREES, "-n", "2"], None, stream),
            case(&["sample", TREES], None, stream),
            case(&["diff", TREES, "repOk", "no Node"], None, stream),
            case(&["choose", TREES, "repOk", "no Node", "some Node"], None, stream),
            case(&["choose", TREES, "repOk", "--mutants"], None, stream),
            case(&["explore", "specs/peterson.als", "--depth", "1"], None, stream),
            (driven(&["explore", COUNTER]), Some("explore"), &["header", "instance", "end"]),
            case(&["count", TREES], Some("count"), &["count"]),
            case(&["count", TREES, "--estimate"], Some("count"), &["estimate"]),
            case(&["count", TREES, "--by", "#Node"], Some("count"), &["row"]),
            case(&["count", TREES, "--table", "n Node", "1..3"], Some("count"), &["row"]),
            case(&["list", TREES, "specs/peterson.als"], Some("list"), &["command", "predicate"]),
            case(&["check", TREES, "--vacuity"], Some("check"), &["command", "end"]),
            case(&["check", "specs/peterson.als"], Some("check"), &["command", "end"]),
            (vec!["eval", TREES, "--heap", &self.bad], Some("eval"), &["evaluation"]),
            (vec!["eval", TREES, "--heap", &self.good, "#Node"], Some("eval"), &["evaluation"]),
            (vec!["eval", TREES, "--heap", &self.sample], Some("eval"), &["evaluation"]),
            (
                vec!["learn", &self.spec, "all_of", "--good", &self.good, "--bad", &self.bad],
                Some("learn"),
                &["conjunct"],
            ),
            case(&["watch", TREES, "--once"], Some("watch"), &["view"]),
            case(
                &["sql", "check", "examples/sql/shop.sql", "examples/sql/stray.sql"],
                Some("sql"),
                &["check"],
            ),
            case(
                &[
                    "sql",
                    "diff",
                    "examples/sql/shop.sql",
                    "examples/sql/idle.sql",
                    "examples/sql/idle.sql",
                    "--mutants",
                ],
                Some("sql"),
                &["diff"],
            ),
            case(
                &["sql", "cover", "examples/sql/shop.sql", "examples/sql/idle.sql"],
                Some("sql"),
                &["database", "cover"],
            ),
            case(
                &["sql", "mutants", "examples/sql/shop.sql", "examples/sql/idle.sql"],
                Some("sql"),
                &["database", "mutants"],
            ),
            (driven(&["test", COUNTER]), Some("test"), &["header", "failure", "end"]),
            (minimise.concat(), Some("minimise"), &["failure", "end"]),
            (vec!["why", &self.report], Some("why"), &["rule"]),
            (vec!["merge", &self.shards[0], &self.shards[1]], Some("count"), &["count"]),
            (vec!["init", &self.sample], Some("init"), &["spec"]),
            case(&["gen", "python", TREES], Some("gen"), &["code"]),
            (vec!["fmt", "--check", &self.spec], Some("fmt"), &["layout"]),
            (vec!["fmt", "--check", "--from", "alloy5", &self.old], Some("fmt"), &["layout"]),
            case(&["translate", "--emit", "cnf", TREES], Some("translate"), &["translation"]),
            case(&["explain"], Some("explain"), &["explanation"]),
            case(&["explain", "E0006"], Some("explain"), &["explanation"]),
        ]
    }
}

/// If it failed, a program that reads answers would meet another object than the schema promises, or a text.
#[test]
fn every_command_answers_as_its_schema_says() {
    let files = Files::new();
    let heaps = std::fs::read_to_string(root().join("docs/heapgraph.schema.json"));
    let heaps = Validator::new(&heaps.expect("the schema is in the repository"));
    let mut asked = BTreeSet::new();
    for (words, schema, wanted) in files.cases() {
        let at = words.iter().position(|word| *word == "--").unwrap_or(words.len());
        let words = [&words[..at], &["--format", "json"], &words[at..]].concat();
        let found = match schema {
            Some(schema) => kinds(&answers(schema), &words, &korrel(&words)),
            None => kinds(&heaps, &words, &korrel(&words)),
        };
        let missing: Vec<&&str> = wanted.iter().filter(|kind| !found.contains(**kind)).collect();
        assert!(missing.is_empty(), "{words:?}: no {missing:?} among {found:?}");
        asked.insert(words[0].to_owned());
    }
    let commands: BTreeSet<String> = crate::flags::commands().into_iter().collect();
    let without: BTreeSet<String> = WITHOUT.iter().map(|name| (*name).to_owned()).collect();
    let unasked: Vec<&String> = commands.iter().filter(|name| !asked.contains(*name)).collect();
    assert!(unasked.iter().all(|name| without.contains(*name) || *name == "help"), "{unasked:?}");
}

/// If it failed, a program would have to read a mistake from a text.
#[test]
fn messages_are_as_the_schema_says() {
    let messages = answers("message");
    for words in [
        &["count", "specs/none.als"][..],
        &["count", TREES, "nothing"],
        &["show", TREES, "--scope", "1 Nod"],
        &["find", "-"],
        &["eval", TREES, "--heap", "specs/none.json"],
    ] {
        let run = korrel(&[words, &["--messages", "json"]].concat());
        assert!(!run.stderr.is_empty(), "{words:?}");
        for line in run.stderr.lines() {
            let message: Value = serde_json::from_str(line).expect("a message is JSON");
            let errors = messages.errors(&message);
            assert!(errors.is_empty(), "{words:?}: {errors:?}\n{line}");
        }
    }
}

/// A mistake in the text is in the view, and so is what the mended text allows.
#[test]
fn a_view_has_what_is_wrong() {
    let spec = file("answers", "wrong.als", "sig A { r: lone B }\nrun {} for 2\n");
    let words = ["watch", path(&spec), "--once", "--format", "json"];
    let run = korrel(&words);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert_eq!(kinds(&answers("watch"), &words, &run).len(), 1);
    let view = &run.records()[0];
    assert_eq!((&view["status"], &view["view"]), (&json!("refused"), &Value::Null));
    assert_eq!(view["messages"][0]["code"], "E0006", "{view}");
}

/// A schema that accepts anything would make the tests above worthless.
#[test]
fn the_schema_refuses_what_is_no_answer() {
    for (of, wrong) in [
        ("explain", json!({ "kind": "explanation", "code": "E0006", "title": "t" })),
        ("count", json!({ "kind": "row", "spec": "s", "count": 1 })),
        ("count", json!({ "kind": "row", "spec": "s", "command": "c", "n": 1, "count": -1 })),
        (
            "fmt",
            json!({ "kind": "layout", "spec": "s", "differs": 1, "written": true, "text": "" }),
        ),
        ("list", json!({ "kind": "predicate", "spec": "s", "name": "n", "at": "a" })),
        ("message", json!({ "kind": "message", "severity": "bad", "text": "" })),
    ] {
        assert!(!answers(of).errors(&wrong).is_empty(), "{of}: {wrong}");
    }
}
