//! Shards, and what joins their reports.

use super::{report, spec, test_on};
use crate::program::{file, korrel, path};

/// If it failed, a test on several machines would not say what one on a single machine says.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn shards_are_joined() {
    let shard = |part: u32| -> String {
        let run = report(&["--shard", &format!("{part}/3")], "reversed");
        let file = file("test-shards", &format!("{part}.jsonl"), &run.stdout);
        path(&file).to_owned()
    };
    let first = shard(1);
    let (second, third) = (shard(2), shard(3));
    let merged = korrel(&["merge", &third, &first, &second, "--format", "json"]);
    let whole = report(&[], "reversed");
    assert_eq!((merged.code, merged.failures().len()), (Some(1), 24));
    for name in ["status", "inputs", "passed", "failed", "by_size"] {
        assert_eq!(merged.end()[name], whole.end()[name], "{name}");
    }
    let text = korrel(&["merge", &first, &second, &third]);
    assert!(text.stdout.contains("\nCOMPLETE: 27 inputs"), "{}", text.stdout);
    // A reader of the whole sees the same as a reader of one run: states as drawings.
    assert!(text.stdout.contains("List$0 ─header→ Node$0"), "{}", text.stdout);
    let page = korrel(&["merge", &first, &second, &third, "--format", "html"]).stdout;
    assert!(page.contains("class=\\\"node"), "{page}");
    let partial = korrel(&["merge", &first, &second]);
    assert!(partial.stdout.contains("missing is the shard 3"), "{}", partial.stdout);
    let twice = korrel(&["merge", &first, &first]);
    assert_eq!((twice.code, twice.stdout.as_str()), (Some(2), ""));
}

/// If it failed, what many machines have proven could not be shown.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn certificates_are_joined() {
    let certificate = |name: &str, flags: &[&str]| -> String {
        let place = file("test-shards", name, "");
        std::fs::remove_file(&place).expect("it was just made");
        let place = path(&place);
        report(&[&["--certificate", place], flags].concat(), "reversed");
        place.to_owned()
    };
    let whole = std::fs::read_to_string(certificate("whole.json", &[])).expect("it was written");
    let parts: Vec<String> = (1..=3)
        .map(|part| certificate(&format!("{part}.json"), &["--shard", &format!("{part}/3")]))
        .collect();
    let merged = korrel(&["merge", &parts[2], &parts[0], &parts[1]]);
    assert_eq!((merged.code, merged.stdout), (Some(1), whole), "{}", merged.stderr);
    let partial = korrel(&["merge", &parts[2], &parts[0]]);
    assert!(partial.stderr.contains("missing is the shard 2"), "{}", partial.stderr);
}

/// Reports of two questions are no whole.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn other_reports_are_refused() {
    let run = report(&["--shard", "1/2"], "sort");
    let other = ["--shard", "2/2", "--scope", "exactly 1 List, exactly 2 Node, 0..1 Int"];
    let other = report(&other, "sort");
    let one = file("test-shards", "one.jsonl", &run.stdout);
    let other = file("test-shards", "other.jsonl", &other.stdout);
    let run = korrel(&["merge", path(&one), path(&other)]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("they differ in: question, scope"), "{}", run.stderr);
    let stream = korrel(&["find", super::LISTS]).stdout;
    let stream = file("test-shards", "stream.jsonl", &stream);
    let run = korrel(&["merge", path(&one), path(&stream)]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("only files of one kind can be joined"), "{}", run.stderr);
}

/// Without anything failing, what is missing makes it incomplete, unless that is allowed for a budget.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn exit_codes_of_what_is_joined() {
    let half = report(&["--shard", "1/2"], "sort");
    let half = file("test-shards", "half.jsonl", &half.stdout);
    assert_eq!(korrel(&["merge", path(&half)]).code, Some(3));
    let grown = ["--grow", "exactly 1 List, exactly n Node, 0..1 Int", "--budget", "1s"];
    let grown = report(&grown, "sort");
    let grown = file("test-shards", "grown.jsonl", &grown.stdout);
    assert_eq!(korrel(&["merge", path(&grown)]).code, Some(3));
    assert_eq!(korrel(&["merge", path(&grown), "--allow-incomplete"]).code, Some(0));
}

/// Up to three nodes; at no greater n there is another list.
const SHORT: &str = "sig List { header: lone Node } sig Node { elem: Int, next: lone Node }
    fact { all disj a, b, c: Node | no Node - (a + b + c) }
    pred List.sort_pre { Node = this.header.*next and all n: Node | n not in n.^next and List = this }";

/// If inputs grow, each goes to one shard, even one that comes again at a greater n; and the joined report has
/// come as far as the last of the shards.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn shards_of_a_scope_that_grows() {
    let short = spec("grown.als", SHORT);
    for pattern in ["exactly 1 List, exactly n Node, 0..1 Int", "exactly 1 List, n Node, 0..1 Int"]
    {
        let grow = ["--grow", pattern, "--budget", "3s", "--format", "json"];
        let whole = test_on(&short, &grow, "reversed");
        let shard = |part: &str| {
            let run = test_on(&short, &[&grow[..], &["--shard", part]].concat(), "reversed");
            assert_eq!(run.code, Some(1), "{}", run.stderr);
            (
                path(&file("test-shards", &format!("grown{}", &part[..1]), &run.stdout)).to_owned(),
                run,
            )
        };
        let (first, one) = shard("1/2");
        let (second, other) = shard("2/2");
        let merged = korrel(&["merge", &first, &second, "--format", "json"]);
        let (end, expected) = (merged.end(), whole.end());
        assert_eq!(
            (&end["inputs"], &end["by_size"]),
            (&15.into(), &expected["by_size"]),
            "{pattern}"
        );
        assert!(one.end()["inputs"].as_u64() > Some(0) && other.end()["inputs"].as_u64() > Some(0));
        assert_eq!(end["status"], "budget");
        let least = one.end()["complete_to"].as_u64().min(other.end()["complete_to"].as_u64());
        assert_eq!(end["complete_to"].as_u64(), least);
        let text = korrel(&["merge", &first, &second]).stdout;
        assert!(text.contains(&format!("\nCOMPLETE to n = {}", least.unwrap())), "{text}");
        // A shard alone does not know what smaller inputs the other has.
        assert!(text.contains("of 0..1 Node that were tried pass"), "{text}");
    }
}
