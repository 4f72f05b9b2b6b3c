//! `korrel merge`: streams and counts of shards. (Reports: `test/shards.rs`.)

use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::program::{Run, file, korrel, path};

/// Not rooted, and rooted.
const SPECS: [(&str, &str); 2] = [
    ("graphs", "sig N { e: set N } run {} for 3"),
    (
        "trees",
        "one sig T { root: lone N } sig N { l, r: lone N, k: Int }
         run { N = T.root.*(l + r) all n: N | n not in n.^(l + r) and lone n.~(l + r) and no n.l & n.r }
         for 3 N, 0..1 Int",
    ),
];

/// A file that no other test has.
fn place(name: &str, text: &str) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    path(&file(&format!("merged/{number}"), name, text)).to_owned()
}

fn spec(name: &str) -> String {
    let (_, text) = SPECS.iter().find(|(spec, _)| *spec == name).expect("there is such a spec");
    place(&format!("{name}.als"), text)
}

/// `korrel COMMAND SPEC FLAGS… --shard I/N`, each in a file.
fn shards(name: &str, command: &str, of: u32, flags: &[&str]) -> Vec<String> {
    let spec = spec(name);
    let shard = |part: u32| {
        let shard = format!("{part}/{of}");
        let words = [&[command, &spec, "--shard", &shard], flags].concat();
        let run = korrel(&words);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        place("shard", &run.stdout)
    };
    (1..=of).map(shard).collect()
}

fn whole(name: &str, command: &str, flags: &[&str]) -> Run {
    korrel(&[&[command, &spec(name)], flags].concat())
}

/// The path of the spec differs from test to test.
fn without_spec(stream: &str) -> String {
    let (header, rest) = stream.split_once("\"spec\":").expect("a header");
    let (_, rest) = rest.split_once(',').expect("it goes on");
    format!("{header}{rest}")
}

fn merge(files: &[String]) -> Run {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    korrel(&[&["merge"], &files[..]].concat())
}

/// If it failed, many machines would not say what one says: instances would be lost, come twice, or in
/// another order.
#[test]
fn streams_are_merged_in_the_one_order() {
    for (name, of, flags) in [
        ("graphs", 1, &[][..]),
        ("graphs", 5, &["--keys"]),
        ("graphs", 3, &["--symmetry", "none", "-j", "2"]),
        ("trees", 4, &[]),
        ("trees", 3, &["-j", "3"]),
    ] {
        let mut files = shards(name, "find", of, flags);
        files.reverse();
        let merged = merge(&files);
        let single = whole(name, "find", flags);
        assert_eq!(merged.code, Some(0), "{name} {flags:?}: {}", merged.stderr);
        assert!(
            without_spec(&merged.stdout) == without_spec(&single.stdout),
            "{name} in {of} shards, {flags:?}"
        );
        assert!(merged.stderr.starts_with("COMPLETE: "), "{}", merged.stderr);
    }
}

/// If it failed, parts of as many instances would not be the whole, or parts that were cut in two ways be joined.
#[test]
fn balanced_shards_are_merged() {
    for (name, flags) in [("graphs", &[][..]), ("trees", &[]), ("trees", &["-j", "2"])] {
        let flags = [&["--balanced"], flags].concat();
        let files = shards(name, "find", 3, &flags);
        let single = whole(name, "find", &[]);
        let merged = merge(&files);
        assert_eq!(merged.code, Some(0), "{name}: {}", merged.stderr);
        assert!(without_spec(&merged.stdout) == without_spec(&single.stdout), "{name}");
        let count = |file: &String| {
            let text = fs::read_to_string(file).expect("it was written");
            assert!(text.contains("\"cut\":\"counts\""), "{text}");
            text.lines().count()
        };
        let sizes: Vec<usize> = files.iter().map(count).collect();
        let (least, most) = (sizes.iter().min(), sizes.iter().max());
        assert!(name == "graphs" || most.unwrap_or(&0) - least.unwrap_or(&0) <= 1, "{sizes:?}");
        let others = shards(name, "find", 3, &[]);
        let mixed = merge(&[files[0].clone(), others[1].clone(), files[2].clone()]);
        assert_eq!(mixed.code, Some(2), "{}", mixed.stderr);
        assert!(mixed.stderr.contains("cut is"), "{}", mixed.stderr);
    }
    let counts = shards("trees", "count", 2, &["--balanced", "--format", "json"]);
    assert_eq!(merge(&counts).stdout, whole("trees", "count", &[]).stdout);
}

/// The second of three shards, wherever it was cut, becomes what it is without a cut.
fn is_gone_on_with(name: &str, flags: &[&str], shard: &str, place: &str) {
    let uncut = fs::read_to_string(shard).expect("it was written");
    let spec = spec(name);
    for lines in [0, 1, 2, 7, uncut.lines().count() - 1] {
        let _ = fs::remove_file(place);
        let left: String = uncut.split_inclusive('\n').take(lines).collect();
        let broken = if lines == 0 { "" } else { "{\"kind\":\"inst" };
        fs::write(format!("{place}.part"), left + broken).expect("it can be written");
        let words = ["find", &spec, "--shard", "2/3", "-o", place, "--resume"];
        let resumed = korrel(&[&words[..], flags].concat());
        assert_eq!(resumed.code, Some(0), "{}", resumed.stderr);
        let resumed = fs::read_to_string(place).expect("it is whole");
        assert!(without_spec(&resumed) == without_spec(&uncut), "{flags:?} cut after {lines}");
    }
}

/// A shard that was cut and gone on with is merged like any other.
#[test]
fn a_shard_that_was_cut_is_merged() {
    let mut files = shards("trees", "find", 3, &[]);
    let (place, spec) = (place("cut", ""), spec("trees"));
    is_gone_on_with("trees", &[], &files[1], &place);
    // A balanced part may have several beginnings of one cube.
    for (name, flags) in
        [("trees", &["--balanced"][..]), ("graphs", &["--balanced", "--symmetry", "none"])]
    {
        is_gone_on_with(name, flags, &shards(name, "find", 3, flags)[1], &place);
    }
    // Two streams in one file, the second after the first.
    let first = korrel(&["find", &spec, "--shard", "2/3", "-n", "5"]).stdout;
    fs::write(&place, &first).expect("it can be written");
    let second = korrel(&["find", &spec, "--shard", "2/3", "--after", &place]).stdout;
    fs::write(&place, first + &second).expect("it can be written");
    files[1] = place;
    let merged = merge(&files).stdout;
    assert!(without_spec(&merged) == without_spec(&whole("trees", "find", &[]).stdout));
}

/// A whole of which a part is missing or double would be believed.
#[test]
fn only_what_is_whole_is_complete() {
    let files = shards("graphs", "find", 4, &[]);
    let partial = merge(&[files[0].clone(), files[3].clone()]);
    assert_eq!(partial.code, Some(3));
    assert!(partial.stderr.contains("missing are the shards 2-3"), "{}", partial.stderr);
    assert_eq!(partial.end()["status"], "limit");
    let double = merge(&[files[0].clone(), files[0].clone()]);
    assert_eq!((double.code, double.stdout.as_str()), (Some(2), ""));
    assert!(double.stderr.contains("the shard 1 of 4 is there more than once; missing are"));
    let others = shards("trees", "find", 4, &[]);
    let mixed = merge(&[files[0].clone(), others[1].clone()]);
    assert_eq!(mixed.code, Some(2));
    assert!(mixed.stderr.contains("answer different questions: command is"), "{}", mixed.stderr);
    let text = fs::read_to_string(&files[1]).expect("it was written");
    let another = |name: &str, text: String| {
        let changed = place(name, &text);
        merge(&[files[0].clone(), changed, files[2].clone(), files[3].clone()])
    };
    for (name, from, to, message) in [
        ("question", "\"question\":\"", "\"question\":\"0", "question differs"),
        ("tool", "\"tool\":\"korrel ", "\"tool\":\"korrel 9", "tool is"),
        ("cut", "\"cut\":\"cells\"", "\"cut\":\"cubes\"", "cut is \"cells\" and \"cubes\""),
        ("cubes", "\"cubes\":[[", "\"cubes\":[[100", "cut into cubes in another way"),
        ("end", "{\"kind\":\"end\"", "{\"kind\":\"en", "is not whole"),
        (
            "count",
            "{\"kind\":\"instance\",\"id\":0",
            "{\"kind\":\"instants\"",
            "the instance 1 stands in the place of 0",
        ),
        ("edited", "\"N$0\"]", "\"N$0\" ]", "the end record has the digest"),
        ("no JSON", "\"objects\":{", "\"objects\":", "is not whole"),
        ("end", "\"count\":", "\"count\":1", "the end record counts"),
    ] {
        assert!(text.contains(from), "{name}: {text}");
        let run = another(name, text.replacen(from, to, 1));
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{name}");
        assert!(run.stderr.contains(message), "{name}: {}", run.stderr);
    }
    let shorter = text.lines().filter(|line| !line.contains("\"id\":1,")).collect::<Vec<_>>();
    let run = another("shorter", shorter.join("\n") + "\n");
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("the instance 2 stands in the place of 1"), "{}", run.stderr);
    let run = another("twice", text.repeat(2));
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("stands in the place of"), "{}", run.stderr);
    let last = text.lines().nth(1).expect("there is an instance");
    let run = another("after", text.clone() + last + "\n");
    assert!(run.stderr.contains("stands after the end record"), "{}", run.stderr);
    let run = another(
        "rest",
        korrel(&["find", &spec("graphs"), "--shard", "2/4", "--after", "4"]).stdout,
    );
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
}

/// If it failed, a line that came from another shard, or changed its place, would be in the whole, and another be lost.
#[test]
fn lines_of_other_places_are_refused() {
    let files = shards("graphs", "find", 4, &[]);
    let text = |at: usize| fs::read_to_string(&files[at]).expect("it was written");
    let (one, other) = (text(0), text(2));
    let line = |text: &str, at: usize| text.lines().nth(at).expect("it is long enough").to_owned();
    let body = |line: &str| line[line.find("\"roots\"").expect("it has roots")..].to_owned();
    let foreign = one.replace(&body(&line(&one, 2)), &body(&line(&other, 2)));
    let (first, second) = (body(&line(&one, 1)), body(&line(&one, 2)));
    let swapped = one.replace(&first, "HERE").replace(&second, &first).replace("HERE", &second);
    for changed in [foreign, swapped] {
        assert_ne!(changed, one);
        let changed = place("changed", &changed);
        let run = merge(&[changed.clone(), files[1].clone(), files[2].clone(), files[3].clone()]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{}", run.stderr);
        assert!(run.stderr.contains("the end record has the digest"), "{}", run.stderr);
    }
}

/// If it failed, what one machine calls whole would not be whole on many: a part twice in its file, or a command that needs
/// no search.
#[test]
fn parts_are_as_many_as_there_are() {
    let mut files = shards("trees", "find", 2, &["--balanced"]);
    let twice = fs::read_to_string(&files[1]).expect("it was written").repeat(2);
    files[1] = place("twice", &twice);
    let run = merge(&files);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{}", run.stderr);
    assert!(run.stderr.contains("the instance 0 stands in the place of"), "{}", run.stderr);
    for check in ["one sig A {} check { all x: A | one x } for 3", "sig A {} run { some A no A }"] {
        let spec = place("holds.als", check);
        let part = |part: u32| {
            let run = korrel(&["find", &spec, "--shard", &format!("{part}/2")]);
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            place("shard", &run.stdout)
        };
        let merged = merge(&[part(1), part(2)]);
        assert_eq!(merged.code, Some(0), "{check}: {}", merged.stderr);
        assert!(merged.stderr.starts_with("COMPLETE: 0 instances in 2 parts"), "{}", merged.stderr);
        assert_eq!(without_spec(&merged.stdout), without_spec(&korrel(&["find", &spec]).stdout));
    }
}

/// A number alone says nothing of what it counts.
#[test]
fn counts_are_added() {
    let files = shards("graphs", "count", 3, &["--format", "json"]);
    let run = merge(&files);
    assert_eq!((run.code, &run.stdout), (Some(0), &whole("graphs", "count", &[]).stdout));
    assert!(run.stderr.starts_with("COMPLETE: "), "{}", run.stderr);
    let json = korrel(&["merge", &files[0], &files[1], &files[2], "--format", "json"]);
    let single = whole("graphs", "count", &["--format", "json"]);
    assert_eq!(without_spec(&json.stdout), without_spec(&single.stdout));
    let partial = merge(&files[..2]);
    assert_eq!((partial.code, partial.stdout.as_str()), (Some(3), ""));
    assert!(partial.stderr.contains("missing is the shard 3"), "{}", partial.stderr);
    let alone = merge(&shards("graphs", "count", 1, &[]));
    assert_eq!(alone.code, Some(2));
    assert!(alone.stderr.contains("a number alone"), "{}", alone.stderr);
}
