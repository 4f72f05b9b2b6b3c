//! Streams that another program wrote anew: spaces, and members in another order.

use serde_json::Value;

use crate::program::{Run, file, korrel, korrel_on, path};

const TREES: &str = "specs/binary_tree.als";

/// Writes a value as `json.dumps` does, with the members of each object from last to first.
fn anew(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let members = members.iter().rev();
            let members: Vec<String> =
                members.map(|(name, value)| format!("\"{name}\": {}", anew(value))).collect();
            format!("{{{}}}", members.join(", "))
        }
        Value::Array(items) => {
            format!("[{}]", items.iter().map(anew).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// The order of the types in the header is that of the objects in a drawing, and stays.
fn rewritten(run: &Run) -> String {
    let records = run.records();
    let header = records[0].to_string().replace("\":", "\": ");
    let lines = std::iter::once(header).chain(records[1..].iter().map(anew));
    lines.flat_map(|line| [line, "\n".to_owned()]).collect()
}

/// Every part of a value on a line of its own.
fn spread(stream: &str) -> String {
    stream.replace('{', "{\n").replace(", ", ",\n")
}

/// The number of each instance comes last. Nobody keeps a digest.
fn turned(run: &Run) -> String {
    let turn = |mut record: Value| {
        let members = record.as_object_mut().expect("a record is an object");
        members.shift_remove("digest");
        if let Some(id) = members.shift_remove("id") {
            members.insert("id".to_owned(), id);
        }
        format!("{record}\n")
    };
    run.records().into_iter().map(turn).collect()
}

/// If it failed, a stream that went through another program would be empty, cut off, or another one than before.
#[test]
fn a_stream_that_was_written_anew_is_the_same() {
    let run = korrel(&["find", TREES, "--keys"]);
    let stream = rewritten(&run);
    let judge = |text: &str| korrel_on(text, &["eval", TREES, "--heap", "-", "--keys"]);
    let expected = judge(&run.stdout);
    for text in [&stream, &spread(&stream)] {
        let judged = judge(text);
        assert_eq!((judged.code, &judged.stdout), (expected.code, &expected.stdout));
        assert!(judged.stderr.contains("digest of this stream says nothing"), "{}", judged.stderr);
        let shown = korrel_on(text, &["show", "-", "-n", "0"]);
        // Fields are drawn in the order of the record.
        assert_eq!((shown.code, shown.stdout.matches("instance ").count()), (Some(0), 9));
        let complete = korrel_on(text, &["find", TREES, "--complete", "-"]);
        let whole = korrel_on(&run.stdout, &["find", TREES, "--complete", "-"]);
        assert_eq!(
            (complete.code, complete.instances().len()),
            (whole.code, whole.instances().len())
        );
    }
    // It is gone on with after its last instance, whatever it looks like.
    let first = korrel(&["find", TREES, "-n", "4"]);
    let place = file("rewritten", "four.jsonl", &rewritten(&first));
    let rest = korrel(&["find", TREES, "--after", path(&place)]);
    let straight = korrel(&["find", TREES, "--after", "3"]);
    assert_eq!((rest.code, rest.stdout), (Some(0), straight.stdout), "{}", rest.stderr);
}

/// If it failed, the shards of a spec that were rewritten on their way would not be its whole.
#[test]
fn shards_that_were_written_anew_are_merged() {
    let whole = korrel(&["find", TREES]);
    let changes = [rewritten as fn(&Run) -> String, |run: &Run| spread(&rewritten(run)), turned];
    for change in changes {
        let parts: Vec<String> = (1..=3)
            .map(|part| {
                let run = korrel(&["find", TREES, "--shard", &format!("{part}/3")]);
                path(&file("rewritten", &format!("{part}.jsonl"), &change(&run))).to_owned()
            })
            .collect();
        let merged = korrel(&["merge", &parts[0], &parts[1], &parts[2]]);
        assert_eq!(merged.code, Some(0), "{}", merged.stderr);
        assert!(merged.stderr.contains("COMPLETE: 9 instances in 3 parts"), "{}", merged.stderr);
        assert_eq!(merged.instances(), whole.instances());
        assert_eq!(merged.end()["count"], 9);
    }
}

/// If it failed, a stream that lost a line would be gone on with, and the instance be missing for good.
#[test]
fn a_stream_that_lost_a_line_is_not_gone_on_with() {
    let first = korrel(&["find", TREES, "-n", "4"]).stdout;
    let lost: String = first
        .lines()
        .filter(|line| !line.contains("\"id\":2,"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let swapped = first
        .replace("\"id\":1,", "\"id\":9,")
        .replace("\"$type\":\"Node\"", "\"$type\":\"Nodes\"");
    let more = first.clone() + first.lines().nth(1).expect("there is an instance") + "\n";
    for (text, why) in [
        (&lost, "counts 4 instances, but 3"),
        (&swapped, "has the digest"),
        (&more, "stands after the end record"),
    ] {
        let place = file("rewritten", "lost.jsonl", text);
        let run = korrel(&["find", TREES, "--after", path(&place)]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{why}");
        assert!(run.stderr.contains(why), "{}", run.stderr);
        let completed = korrel(&["find", TREES, "--complete", path(&place)]);
        assert_eq!(
            (completed.code, completed.end()["status"].as_str()),
            (Some(2), Some("interrupted")),
            "{why}"
        );
    }
    // So is one in a file that has its name already.
    let whole = korrel(&["find", TREES]).stdout;
    let edited =
        file("rewritten", "edited.jsonl", &whole.replace("\"left\":null", "\"left\": null"));
    let run = korrel(&["find", TREES, "-o", path(&edited), "--resume"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("has the digest"), "{}", run.stderr);
}
