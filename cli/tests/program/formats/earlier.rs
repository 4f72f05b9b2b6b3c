//! Files that earlier versions wrote, in a folder each: docs/stability.md says who reads them.
//!
//! If one of these tests failed, a corpus, a report or a stream that somebody keeps would be worth nothing after an
//! update, or be read as something else.

use std::path::Path;

use serde_json::Value as Json;

use crate::program::{Run, file, korrel, path, root};

const DIR: &str = "cli/tests/program/formats/v0_1_0";
const SHAPES: &str = "cli/tests/program/formats/v0_1_0/shapes.als";
const COUNTER: &str = "cli/tests/program/formats/v0_1_0/counter.als";
const DRIVER: [&str; 3] = ["--", "sh", "cli/tests/program/formats/v0_1_0/counter.sh"];

/// The version that wrote the files.
const TOOL: &str = "korrel 0.1.0";

/// True if this version is that one: only then are ids and parts the same.
const IS_SAME: bool = matches!(env!("CARGO_PKG_VERSION").as_bytes(), b"0.1.0");

fn kept(name: &str) -> String {
    format!("{DIR}/{name}")
}

fn text(name: &str) -> String {
    std::fs::read_to_string(root().join(kept(name))).expect("the file is kept")
}

fn records(name: &str) -> Vec<Json> {
    let text = text(name);
    text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

/// The keys of the records of a kind.
fn keys(records: &[Json], kind: &str) -> Vec<String> {
    let records = records.iter().filter(|record| record["kind"] == kind);
    records.map(|record| record["key"].as_str().expect("it has a key").to_owned()).collect()
}

fn sorted(mut keys: Vec<String>) -> Vec<String> {
    keys.sort();
    keys
}

fn ends(run: &Run, code: i32) {
    assert_eq!(run.code, Some(code), "{}\n{}", run.stdout, run.stderr);
}

/// A text of this version as one of an earlier one would be.
fn of_version_zero(text: &str) -> String {
    assert!(text.contains(TOOL), "{text}");
    text.replacen(TOOL, "korrel 0.0.1", 1)
}

#[test]
fn a_key_names_the_same_input() {
    let kept_keys = keys(&records("stream.jsonl"), "instance");
    let listed = korrel(&["find", SHAPES, "--keys"]);
    assert_eq!(sorted(keys(&listed.records(), "instance")), sorted(kept_keys));
    for name in ["stream.jsonl", "sample.jsonl"] {
        let kept_keys = keys(&records(name), "instance");
        let judged = korrel(&["eval", SHAPES, "--heap", &kept(name), "--keys", "boxed"]);
        ends(&judged, 0);
        assert_eq!(keys(&judged.records(), "evaluation"), kept_keys, "{name}");
    }
    let judged = korrel(&["eval", COUNTER, "--heap", &kept("states.jsonl"), "--keys"]);
    assert_eq!(judged.records().len(), 4, "{}", judged.stderr);
}

#[test]
fn streams_are_drawn() {
    for (name, count) in [("stream.jsonl", 17), ("near.jsonl", 6), ("states.jsonl", 4)] {
        let shown = korrel(&["show", &kept(name), "-n", "0"]);
        ends(&shown, 0);
        let drawn = shown.stdout.lines().filter(|line| line.starts_with("instance ")).count();
        assert_eq!(drawn, count, "{name}: {}", shown.stdout);
    }
    let one = korrel(&["show", &kept("stream.jsonl"), "--key", "12aeb9520279ddef"]);
    ends(&one, 0);
    assert!(one.stdout.contains("Marked"), "{}", one.stdout);
}

#[test]
fn heaps_are_completed() {
    let completed = korrel(&["find", SHAPES, "--complete", &kept("stream.jsonl"), "--keys"]);
    ends(&completed, 0);
    let found = keys(&completed.instances(), "instance");
    assert_eq!(found, keys(&records("stream.jsonl"), "instance"));
}

#[test]
fn a_part_is_continued_or_refused() {
    let whole = text("stream.jsonl");
    let lines: Vec<&str> = whole.lines().collect();
    let begun = lines[..6].join("\n") + "\n";
    let after = |text: &str| {
        let part = file("earlier", "begun.jsonl", text);
        korrel(&["find", SHAPES, "--keys", "--after", path(&part)])
    };
    let run = after(&begun);
    if IS_SAME {
        ends(&run, 0);
        let rest: Vec<&str> = run.stdout.lines().filter(|line| line.contains("\"id\"")).collect();
        assert_eq!(rest, lines[6..lines.len() - 1]);
    }
    let refused = if IS_SAME { after(&of_version_zero(&begun)) } else { run };
    ends(&refused, 2);
    assert_eq!(refused.stdout, "");
    assert!(refused.stderr.contains("its program is"), "{}", refused.stderr);
}

#[test]
fn shards_are_joined() {
    let merged = |names: [&str; 2], flags: &[&str]| {
        let [one, other] = names.map(kept);
        let run = korrel(&[&["merge", &one, &other], flags].concat());
        ends(&run, i32::from(one.contains("report") || one.contains("certificate")));
        assert!(run.stderr.is_empty() || run.stderr.starts_with("COMPLETE"), "{}", run.stderr);
        run
    };
    let stream = merged(["stream-1.jsonl", "stream-2.jsonl"], &[]);
    assert_eq!(stream.stdout, text("stream.jsonl"));
    assert_eq!(merged(["count-1.jsonl", "count-2.jsonl"], &[]).stdout, "17\n");
    let certificate = merged(["certificate-1.json", "certificate-2.json"], &[]);
    assert_eq!(certificate.stdout, text("certificate.json"));
    let report = merged(["report-1.jsonl", "report-2.jsonl"], &["--format", "json"]);
    let whole = records("report.jsonl");
    let failing = sorted(keys(&report.records(), "failure"));
    assert_eq!(failing, sorted(keys(&whole, "failure")));
    let (end, whole) = (report.end(), whole.last().expect("an end"));
    for name in ["status", "inputs", "passed", "failed", "last", "by_size", "judges"] {
        assert_eq!(end[name], whole[name], "{name}");
    }

    let changed = file("earlier", "part.jsonl", &of_version_zero(&text("stream-2.jsonl")));
    let mixed = korrel(&["merge", &kept("stream-1.jsonl"), path(&changed)]);
    ends(&mixed, 2);
    assert!(mixed.stderr.contains("korrel 0.0.1"), "{}", mixed.stderr);
}

#[test]
fn a_report_is_known() {
    let run = |flags: &[&str]| korrel(&[&["test", COUNTER], flags, &DRIVER].concat());
    let known = run(&["--known", &kept("report.jsonl")]);
    ends(&known, 0);
    assert!(known.stdout.contains("10 inputs"), "{}", known.stdout);
    let replayed = run(&["--replay", &kept("recorded")]);
    ends(&replayed, 1);
    assert!(replayed.stdout.contains("1 input, 0 pass, 1 fail"), "{}", replayed.stdout);
    let failures = text("report.jsonl");
    let one = failures.lines().nth(1).expect("a failure follows the header");
    let input = file("earlier", "failure.jsonl", one);
    let words = ["minimise", "--heap", path(&input), "--format", "json", COUNTER];
    let smaller = korrel(&[&words[..], &DRIVER].concat());
    ends(&smaller, 0);
    assert!(smaller.stdout.contains("add_post"), "{}", smaller.stdout);

    let begun = failures.lines().take(3).collect::<Vec<_>>().join("\n") + "\n";
    let after = |text: &str| run(&["--after", path(&file("earlier", "cut.jsonl", text))]);
    let run = after(&begun);
    if IS_SAME {
        ends(&run, 1);
        assert!(run.stdout.contains("5 inputs"), "{}", run.stdout);
    }
    let refused = if IS_SAME { after(&of_version_zero(&begun)) } else { run };
    ends(&refused, 2);
    assert!(refused.stderr.contains("its program is"), "{}", refused.stderr);
}

#[test]
fn a_report_is_written_again_for_why() {
    let why = korrel(&["why", &kept("report.jsonl")]);
    ends(&why, 2);
    let (_, command) = why.stderr.split_once("`korrel ").expect("it shows a command");
    let (command, _) = command.split_once(" > report.jsonl`").expect("which writes a report");
    let again = korrel(&command.split(' ').collect::<Vec<_>>());
    ends(&again, 1);
    assert_eq!(keys(&again.records(), "failure"), keys(&records("report.jsonl"), "failure"));
    let report = file("earlier", "again.jsonl", &again.stdout);
    let why = korrel(&["why", path(&report)]);
    ends(&why, 0);
    assert!(why.stdout.contains("5 inputs fail so, 5 pass"), "{}", why.stdout);
}

#[test]
fn a_corpus_grows() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("earlier/corpus");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("it is ours");
    }
    std::fs::create_dir_all(&folder).expect("there is room");
    let kept_keys = keys(&records("stream.jsonl"), "instance");
    let held: Vec<String> = kept_keys.iter().take(2).map(|key| format!("{key}.json")).collect();
    for name in &held {
        let heap = text(&format!("corpus/{name}"));
        std::fs::write(folder.join(name), &heap).expect("there is room");
        let judged = korrel(&["eval", SHAPES, "--heap", &kept(&format!("corpus/{name}")), "boxed"]);
        ends(&judged, 0);
    }
    let run = korrel(&["find", SHAPES, "--corpus", path(&folder)]);
    ends(&run, 0);
    let names = std::fs::read_dir(&folder).expect("it is there").count();
    assert_eq!(names, kept_keys.len(), "{}", run.stderr);
    for name in &held {
        let now = std::fs::read_to_string(folder.join(name)).expect("it stays");
        assert_eq!(now, text(&format!("corpus/{name}")), "{name} was rewritten");
    }
}
