//! Workers of a queue that say what is not so, and fit their end records to it.

use std::fs;
use std::path::Path;

use super::queue::{plan, spec, work};
use crate::program::{digest, korrel, path};

/// How a liar changes the lines of a result, the header and the instances.
type Lie = fn(&mut Vec<&str>);

/// A result that was made by hand, with an end record and a record of the part that fit it.
fn lie(folder: &Path, part: u32, liar: &str, change: Lie) {
    let done = folder.join(format!("done/{part}"));
    let record = fs::read_to_string(&done).expect("the part is done");
    let record: serde_json::Value = serde_json::from_str(&record).expect("JSON");
    let worker = record["worker"].as_str().expect("it has a name");
    let honest = folder.join(format!("results/{part}.{worker}.jsonl"));
    let text = fs::read_to_string(&honest).expect("its result is there");
    let mut lines: Vec<&str> = text.lines().collect();
    let mut end: serde_json::Value =
        serde_json::from_str(lines.pop().expect("an end")).expect("JSON");
    let before = lines.len();
    change(&mut lines);
    let stream = lines.join("\n") + "\n";
    let gained = lines.len() as i64 - before as i64;
    let count = end["count"].as_i64().expect("a number") + gained;
    // Ids are in order, and cubes have as many instances as there are.
    let mut numbered = String::new();
    for (at, line) in stream.lines().enumerate() {
        let renumbered = match (at.checked_sub(1), line.split_once(",\"roots\"")) {
            (Some(id), Some((_, rest))) => {
                format!("{{\"kind\":\"instance\",\"id\":{id},\"roots\"{rest}")
            }
            _ => line.to_owned(),
        };
        numbered += &renumbered;
        numbered.push('\n');
    }
    end["count"] = count.into();
    end["digest"] = digest(&numbered).into();
    let last = end["cubes"].as_array_mut().and_then(|cubes| cubes.last_mut()).expect("it has some");
    last[1] = (last[1].as_i64().expect("a number") + gained).into();
    fs::write(folder.join(format!("results/{part}.{liar}.jsonl")), format!("{numbered}{end}\n"))
        .expect("there is room");
    let record = serde_json::json!({
        "worker": liar, "until": null, "count": count.to_string(), "digest": end["digest"], "seconds": "0.1",
    });
    fs::write(done, format!("{record}\n")).expect("there is room");
    fs::remove_file(honest).expect("it is there");
}

/// Who drops a line, doubles one or writes another one, and says so consistently, is found by two others, named, and not
/// believed; what it has done elsewhere is done again.
#[test]
fn a_liar_is_named() {
    let changes: [(&str, Lie); 3] = [
        ("drops", |lines| _ = lines.pop()),
        ("doubles", |lines| lines.push(lines[lines.len() - 1])),
        ("changes", |lines| {
            let last = lines.len() - 1;
            lines[last] = lines[1];
        }),
    ];
    for (test, change) in changes {
        let test = format!("liar-{test}");
        let folder = plan(&test, "six", 6, &[]);
        assert_eq!(work(&folder, &["--as", "honest"]).code, Some(0));
        lie(&folder, 3, "mallory", change);
        lie(&folder, 5, "mallory", |_| {});
        let merged = korrel(&["merge", path(&folder)]);
        // The sum is known by another method, and a list has no line twice.
        let says = match test.as_str() {
            "liar-drops" => "some worker is wrong",
            _ => "part 3 of the worker mallory is no list: ",
        };
        assert_eq!((merged.code, merged.stdout.as_str()), (Some(2), ""), "{}", merged.stderr);
        assert!(merged.stderr.contains(says), "{}", merged.stderr);
        // One other worker shows that something is wrong, a second one who is.
        let run = work(&folder, &["--as", "second", "--audit", "100%"]);
        assert_eq!(run.code, Some(3), "{}", run.stderr);
        let merged = korrel(&["merge", path(&folder)]);
        assert_eq!(merged.code, Some(3), "{}", merged.stderr);
        assert!(merged.stderr.contains("1 part is disputed"), "{}", merged.stderr);
        assert_eq!(merged.stdout, "");
        // Who is wrong is known before all that the liar has done is done again.
        let run = work(&folder, &["--as", "third", "--part", "3", "--audit", "100%"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        fs::remove_file(folder.join("again/5.second")).expect("it was compared");
        let merged = korrel(&["merge", path(&folder)]);
        assert_eq!(merged.code, Some(3), "{}", merged.stderr);
        assert!(
            merged.stderr.contains("INCOMPLETE: 1 part is done by a liar alone;"),
            "{}",
            merged.stderr
        );
        let run = work(&folder, &["--as", "third"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let merged = korrel(&["merge", path(&folder)]);
        assert_eq!(merged.code, Some(0), "{}", merged.stderr);
        assert!(
            merged.stderr.contains("worker mallory says other things than two others"),
            "{}",
            merged.stderr
        );
        let single = korrel(&["find", path(&spec(&test)), "six"]);
        assert!(merged.stdout == single.stdout);
    }
}
