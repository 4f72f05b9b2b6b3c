//! `korrel why`: formulas that separate failing inputs from passing ones.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::COUNTER;
use crate::program::{Run, file, korrel, path};

/// A report of `korrel test`.
fn report(name: &str, words: &[&str], driver: &[&str]) -> (String, Run) {
    let run = korrel(&[&["test", "--format", "json"], words, &["--"], driver].concat());
    let path_of = path(&file("why", name, &run.stdout)).to_owned();
    (path_of, run)
}

fn why(report: &str, flags: &[&str]) -> Run {
    korrel(&[&["why", report, "--format", "json"], flags].concat())
}

/// Holds a formula to the evaluator, which shares nothing with the search but the spec: of each input it says
/// whether it fails.
fn holds_of_what_fails(formula: &str, spec: &[&str], command: &str, scope: &[&str], report: &Run) {
    let stream = korrel(&[&["find"], spec, &[command, "--keys"], scope].concat());
    let inputs = file("why", &format!("{command}.jsonl"), &stream.stdout);
    let failing: BTreeSet<String> = report.of("failure").iter().map(key).collect();
    let keys: Vec<String> = stream.of("instance").iter().map(key).collect();
    let eval = ["--heap", path(&inputs), "--command", command, formula];
    let judged = korrel(&[&["eval"], spec, &eval[..]].concat());
    let judged = judged.of("evaluation");
    assert_eq!((judged.len(), keys.is_empty()), (keys.len(), false));
    for (key, one) in keys.iter().zip(judged) {
        assert_eq!(one["values"][0]["value"], failing.contains(key), "{formula}: {key}");
    }
}

fn key(record: &Value) -> String {
    record["key"].as_str().expect("it has a key").to_owned()
}

/// If this failed, a formula would be told that is wrong, or none where there is one.
#[test]
fn a_counter() {
    let (path_of, run) =
        report("wraps.jsonl", &[COUNTER], &["sh", "cli/tests/explore/drivers/counter.sh", "wraps"]);
    let found = why(&path_of, &[]);
    assert_eq!(found.code, Some(0), "{}{}", found.stdout, found.stderr);
    let record = found.records().remove(0);
    assert_eq!((&record["failing"], &record["passing"]), (&9.into(), &5.into()));
    let formula = record["exact"]["formula"].as_str().expect("there is one");
    holds_of_what_fails(formula, &[COUNTER], "add_pre", &[], &run);
    // Smaller ones do not separate them: the formulas that are reported instead are counted right.
    let size = record["exact"]["size"].as_u64().expect("it has a size");
    let found = why(&path_of, &["--size", &(size - 1).to_string()]);
    assert_eq!(found.code, Some(1), "{}{}", found.stdout, found.stderr);
    let record = found.records().remove(0);
    assert!(record["exact"].is_null() && record["complete"] == true, "{record}");
    let kinds: Vec<&Value> =
        record["nearest"].as_array().expect("rules").iter().map(|one| &one["kind"]).collect();
    assert_eq!(kinds, ["nearly", "whenever", "only if"]);
    let rule = |at: usize| {
        (record["nearest"][at]["failing"].clone(), record["nearest"][at]["passing"].clone())
    };
    assert_eq!((rule(1).1, rule(2).0), (0.into(), 9.into()), "{record}");
    let text = korrel(&["why", &path_of, "--size", "3"]);
    assert!(text.stdout.contains("no formula separates them: "), "{}", text.stdout);
}

/// Three seeded faults of the examples: each is said as its author would say it.
#[test]
#[ignore = "python3 and node: cargo test -p korrel --test explore -- --ignored"]
fn seeded_faults() {
    let list = ["python3", "examples/merge_sort/list.py", "--fault"];
    let ring = ["node", "examples/doubly_linked_list/list.mjs", "--fault"];
    let (sort, scope) =
        ("examples/merge_sort/list.als", ["--scope", "exactly 1 List, 0..3 Node, 0..2 Int"]);
    let dll = "examples/doubly_linked_list/list.als";
    let said =
        |fault: &str, (spec, op): (&str, &str), scope: &[&str], driver: &[&str], formula: &str| {
            let words = [&[spec, "--op", op], scope].concat();
            let (path_of, run) =
                report(&format!("{fault}.jsonl"), &words, &[driver, &[fault]].concat());
            let found = why(&path_of, &[]);
            assert_eq!(found.code, Some(0), "{fault}: {}{}", found.stdout, found.stderr);
            assert_eq!(found.records()[0]["exact"]["formula"], formula);
            holds_of_what_fails(formula, &[spec], &format!("{op}_pre"), scope, &run);
        };
    said("reversed", (sort, "mergeSort"), &scope, &list, "not (lone Node.elem)");
    said(
        "loses",
        (sort, "mergeSort"),
        &scope,
        &list,
        "not (all disj n, m: Node | n.elem != m.elem)",
    );
    said("every", (dll, "remove"), &[], &ring, "not (lone element.o)");
}

/// What was removed comes back in the order in which it was removed, as in the tutorial.
const REVERT: &str = "import json, sys
sys.stdin.readline()
print('{\"ready\": true}', flush=True)
for line in sys.stdin:
    given = json.loads(line)
    old, new = (given['objects'][given['roots'][name]]['items'] for name in ('old', 'new'))
    back = old[:len(new)]
    for at in reversed(range(len(new), len(old))):
        back.insert(at, old[at])
    verdict = {'pass': True} if back == old else {'fail': {'cause': 'another list'}}
    print(json.dumps({'id': given['id'], **verdict}), flush=True)
";

/// If it failed, the fault of the tutorial would be told by a formula that nobody would write, or by none.
#[test]
#[ignore = "python3: cargo test -p korrel --test explore -- --ignored"]
fn a_fault_is_told_by_what_the_roots_hold() {
    let spec = "sig Item {} sig List { items: seq Item } fact { Item = List.items.elems }
        pred revert_pre[old, new: List] { old != new }
        run revert_pre for exactly 2 List, 3 Item, 3 seq";
    let spec = file("why", "lists.als", spec);
    let driver = file("why", "revert.py", REVERT);
    let (path_of, run) = report("revert.jsonl", &[path(&spec)], &["python3", path(&driver)]);
    let found = why(&path_of, &[]);
    assert_eq!(found.code, Some(0), "{}{}", found.stdout, found.stderr);
    let record = found.records().remove(0);
    let exact = &record["exact"];
    let words = "new.items is empty, and old.items[1] is not in old.items.last";
    assert_eq!(exact["words"], words);
    let formula = exact["formula"].as_str().expect("there is one");
    holds_of_what_fails(formula, &[path(&spec)], "revert_pre", &[], &run);
    // The two that are drawn differ by one item.
    let text = korrel(&["why", &path_of]).stdout;
    assert!(
        text.contains("62f665d559f4a7b1 passes                          │ 66d2ff55d676fc99 fails"),
        "{text}"
    );
}

/// Each mistake is told: only complete reports are taken, of a spec that is as it was.
#[test]
fn mistakes() {
    let told = |report: &str, code: i32, message: &str| {
        let run = korrel(&["why", report]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(code), ""), "{}", run.stderr);
        assert!(run.stderr.contains(message), "{message}:\n{}", run.stderr);
    };
    let driver = ["sh", "cli/tests/explore/drivers/counter.sh", "wraps"];
    let spec = |text: &str| path(&file("why", "changed.als", text)).to_owned();
    let counter =
        std::fs::read_to_string(crate::program::root().join(COUNTER)).expect("it is there");
    let changed = spec(&counter);
    let (whole, run) = report("whole.jsonl", &[&changed], &driver);
    spec(&format!("{counter}\n-- other\n"));
    told(&whole, 2, "has changed since");
    spec(&counter);
    let cut = run.stdout.lines().next().expect("a header").to_owned();
    told(path(&file("why", "cut.jsonl", &cut)), 2, "the report is cut off");
    told(
        &report("part.jsonl", &[&changed, "--shard", "1/2"], &driver).0,
        2,
        "of a part of the inputs only",
    );
    let limited = report("limit.jsonl", &[&changed, "--stop-after", "1"], &driver);
    told(&limited.0, 2, "it does not tell of all inputs");
    told(&report("none.jsonl", &[&changed], &[driver[0], driver[1]]).0, 1, "no input fails");
    let earlier = run.stdout.replacen(r#""listing":"#, r#""other":"#, 1);
    told(
        path(&file("why", "earlier.jsonl", &earlier)),
        2,
        &format!(
            "write it again: `korrel test {changed} --op add --format json -- sh {} wraps > report.jsonl`",
            driver[1]
        ),
    );
    told("/no/such/report", 2, "cannot read");
    told(&changed, 2, "line 1");
}

/// If this failed, a rule would be about other inputs than those that were tested.
#[test]
fn inputs_are_listed_as_they_were() {
    let counter =
        std::fs::read_to_string(crate::program::root().join(COUNTER)).expect("it is there");
    let module = file("why-modules", "small.als", "module small\nsig Unused {}\n");
    let folder = path(module.parent().expect("a folder")).to_owned();
    let valid = "pred valid[c: Counter] { c.n < 4 }";
    let spec = file("why", "settings.als", &format!("open small\n{counter}\n{valid}\n"));
    let flags = ["-I", &folder, "--invariant", "valid", "--overflow", "wrap"];
    let words = [&[path(&spec)], &flags[..], &["--scope", "1 but 0..4 Int, 0 Unused"]].concat();
    let driver = ["sh", "cli/tests/explore/drivers/counter.sh", "wraps"];
    let (path_of, run) = report("settings.jsonl", &words, &driver);
    let listing = &run.of("header")[0]["listing"];
    assert_eq!((&listing["scope"], &listing["overflow"]), (&words[8].into(), &"wrap".into()));
    let found = why(&path_of, &[]);
    assert_eq!(found.code, Some(0), "{}{}", found.stdout, found.stderr);
    assert!(found.stderr.contains("all inputs satisfy the invariant"), "{}", found.stderr);
}

/// If it failed, a cause for which there is no rule would be missing from the records.
#[test]
fn a_cause_that_nothing_passes_has_a_record() {
    let driver = ["sh", "cli/tests/explore/drivers/counter.sh", "nothing"];
    let (path_of, run) = report("nothing.jsonl", &[COUNTER], &driver);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let found = why(&path_of, &[]);
    assert_eq!(found.code, Some(1), "{}", found.stderr);
    let records = found.records();
    let record = records.first().unwrap_or_else(|| panic!("{}", found.stderr));
    assert_eq!((&record["passing"], &record["failing"]), (&0.into(), &14.into()), "{record}");
    assert!(record["exact"].is_null() && record["nearest"] == serde_json::json!([]), "{record}");
    assert!(found.stderr.contains("so there is nothing to compare with"), "{}", found.stderr);
}
