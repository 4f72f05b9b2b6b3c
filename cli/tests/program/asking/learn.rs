//! `korrel learn SPEC PRED`.

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value as Json, json};

use crate::program::{Run, command, file, korrel, path};

const LIST: &str = "one sig List { header: lone Node, size: Int }
sig Node { next: lone Node }
pred repOk { Node = List.header.*next }
pred right { repOk and List.size = #Node and no n: Node | n in n.^next }
run repOk for 3 but 0..3 Int
";

/// The spec, and files with the instances of `right` and with its near misses.
fn files(folder: &str) -> [String; 3] {
    let spec = path(&file(folder, "list.als", LIST)).to_owned();
    let good = korrel(&["find", &spec, "right", "--scope", "3 but 0..3 Int"]).stdout;
    let misses = ["find", &spec, "--near-miss", "right", "--per-conjunct", "4", "-q"];
    let bad = korrel(&misses).stdout;
    let written = |name, text: &str| path(&file(folder, name, text)).to_owned();
    [spec, written("good.jsonl", &good), written("bad.jsonl", &bad)]
}

fn learn(files: &[String; 3], more: &[&str]) -> Run {
    let [spec, good, bad] = files;
    korrel(&[&["learn", spec, "repOk", "--good", good, "--bad", bad, "-q"], more].concat())
}

/// If this failed, a person would paste other lines into the spec than the program that reads JSON is given, or
/// lines that exclude other instances than is said.
#[test]
fn conjuncts_are_those_that_are_missing() {
    let files = files("learn");
    let run = learn(&files, &["--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let texts: Vec<Json> = run.records().iter().map(|one| one["text"].clone()).collect();
    assert_eq!(texts, [json!("no n: Node | n in n.^next"), json!("List.size = #Node")]);
    for one in run.records() {
        let text = one["text"].as_str().expect("a text");
        let differ = ["diff", &files[0], "repOk", &format!("repOk and ({text})"), "--keys", "-q"];
        let side = korrel(&differ);
        assert_eq!(side.end()["only"][0]["count"], one["excludes"], "{text}");
        assert_eq!(side.instances()[0]["key"], one["example"], "{text}");
    }
    let text = learn(&files, &[]);
    assert!(
        text.stdout.starts_with(
            "no n: Node | n in n.^next\nsize 2; excludes 4 of 8 bad heaps, and 24 instances"
        ),
        "{}",
        text.stdout
    );
    // All together are the predicate that the heaps are of.
    let all = format!(
        "repOk and ({}) and ({})",
        texts[0].as_str().unwrap_or(""),
        texts[1].as_str().unwrap_or("")
    );
    assert_eq!(korrel(&["diff", &files[0], "right", &all, "-q"]).code, Some(0));
}

/// If this failed, a script could not tell what kept it from an answer.
#[test]
fn exit_codes_are_those_that_are_documented() {
    let files = files("learn_codes");
    let [spec, good, bad] = &files;
    let same = korrel(&["learn", spec, "repOk", "--good", good, "--bad", good]);
    assert_eq!(same.code, Some(1));
    assert!(same.stderr.contains("line 2: none of "), "{}", same.stderr);
    assert!(same.stderr.contains("tells this bad heap from the good one of"), "{}", same.stderr);
    let wrong = file("learn_codes", "wrong.json", "{\"roots\":{\"List\":null},\"objects\":{}}");
    let misfit = korrel(&["learn", spec, "repOk", "--good", path(&wrong), "--bad", bad]);
    assert_eq!(misfit.code, Some(2));
    assert!(misfit.stderr.contains("line 1: the heap does not fit the spec"), "{}", misfit.stderr);
    let excluded = korrel(&["learn", spec, "right", "--good", bad, "--bad", good]);
    assert_eq!(excluded.code, Some(2));
    assert!(excluded.stderr.contains("the predicate excludes this heap, which should be good"));
    let already = korrel(&["learn", spec, "right", "--good", good, "--bad", bad]);
    assert_eq!((already.code, already.stdout.as_str()), (Some(0), ""));
    assert!(already.stderr.contains("no bad heap is left to exclude"), "{}", already.stderr);
    let text = format!("{LIST}pred add_post[n: Node] {{ n.next' = n.next }}\n");
    let states = path(&file("learn_codes", "states.als", &text)).to_owned();
    let two = korrel(&["learn", &states, "add_post", "--good", good]);
    assert_eq!(two.code, Some(2), "{}", two.stderr);
    assert!(two.stderr.contains("speaks of two states"), "{}", two.stderr);
    let two = korrel(&["choose", &states, "add_post", "--mutants"]);
    assert_eq!(two.code, Some(2), "{}", two.stderr);
    let both = korrel(&["learn", spec, "repOk", "--good", "-", "--ask"]);
    assert_eq!(both.code, Some(2), "{}", both.stderr);
}

/// If this failed, a person would be asked without end, or answers would not be heard.
#[test]
fn answers_end_the_questions() {
    let [spec, good, bad] = files("learn_ask");
    let one =
        |text: &str| text.lines().rfind(|line| line.contains("\"instance\"")).map(str::to_owned);
    let read = |name: &str| std::fs::read_to_string(name).expect("it was written");
    let bad = one(&read(&bad)).expect("there is a near miss");
    let bad = file("learn_ask", "one.jsonl", &bad);
    let ask = |answers: &str| {
        let all = [
            "learn",
            &spec,
            "repOk",
            "--good",
            &good,
            "--bad",
            path(&bad),
            "--ask",
            "--format",
            "json",
        ];
        let mut child = command(&all)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program was built for this test");
        let mut input = child.stdin.take().expect("it is piped");
        let _ = input.write_all(answers.as_bytes());
        drop(input);
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes| String::from_utf8(bytes).expect("it writes UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, out, told) = ask("");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("is it good? y/n/q") && told.contains("no more answers"), "{told}");
    assert!(told.contains("allowed by:  ") && told.contains("excluded by: "), "{told}");
    let (code, all, told) = ask(&"n\n".repeat(40));
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("nothing is left to ask"), "{told}");
    assert!(out.lines().count() == 1 && all.lines().count() >= 1, "{out}{all}");
    assert_eq!(ask("q\n").1, out, "who answers nothing gets the first proposal");
}
