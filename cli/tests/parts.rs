//! A stream in parts: resumed, by shards, by threads, and stopped by limits.

#[allow(dead_code, reason = "this file uses its part")]
#[path = "program/program.rs"]
mod program;

use program::{ENDLESS, Run, file, korrel, korrel_on};

/// Ordered and unordered structures; the flags of one stream each.
const STREAMS: &[&[&str]] = &[
    &["specs/search_tree.als", "udita_4"],
    &["specs/red_black_tree.als", "--symmetry", "none"],
    &["specs/merge_sort.als"],
    &["specs/sorted_list.als", "--bare"],
    &["specs/heap_array.als", "--shard", "2/3"],
    &["specs/binary_tree.als", "--solver", "varisat"],
];

fn find(arguments: &[&[&str]]) -> Run {
    korrel(&[&["find"], arguments.concat().as_slice()].concat())
}

fn lines(run: &Run) -> Vec<&str> {
    run.stdout.lines().filter(|line| line.contains(r#""kind":"instance""#)).collect()
}

/// If this failed, an interrupted stream could not be completed: instances would be missing or come
/// twice, or have ids that are others'.
#[test]
fn after_a_file_that_was_cut_off_anywhere_comes_the_rest() {
    for (number, stream) in STREAMS.iter().enumerate() {
        let whole = find(&[stream]);
        assert_eq!(whole.code, Some(0), "{}", whole.stderr);
        let length = whole.stdout.len();
        for cut in [0, 5, 30, length / 3, length / 2, length - 60, length - 1, length] {
            let path = file("after", &format!("{number}.jsonl"), &whole.stdout[..cut]);
            let path = path.to_str().expect("UTF-8");
            let rest = find(&[stream, &["--after", path]]);
            let kept = whole.stdout[..cut].lines();
            let kept =
                kept.filter(|line| line.contains("instance") && line.ends_with("}}}")).count();
            assert_eq!(lines(&rest), lines(&whole)[kept..], "{stream:?} cut at {cut}");
            assert_eq!(rest.code, Some(0), "none may follow: {}", rest.stderr);
            if !stream.contains(&"--bare") {
                assert_eq!(rest.header(), whole.header());
                assert_eq!(rest.end()["count"], lines(&rest).len());
            }
        }
    }
}

/// An id in the place of the file gives the same.
#[test]
fn after_an_id_comes_the_rest() {
    for stream in STREAMS {
        let whole = find(&[stream]);
        let count = lines(&whole).len();
        for id in [0, count / 2, count - 1] {
            for threads in ["1", "3"] {
                let rest = find(&[stream, &["--after", &id.to_string(), "-j", threads]]);
                let expected = lines(&whole);
                assert_eq!(lines(&rest), expected[id + 1..], "{stream:?} after {id}");
                assert_eq!(rest.code, Some(0));
                if !stream.contains(&"--bare") {
                    assert_eq!(rest.end()["status"], "complete");
                }
            }
        }
        // It is more likely the id of another stream than one that is asked for in earnest.
        for id in [count, count + 5] {
            let beyond = find(&[stream, &["--after", &id.to_string()]]);
            assert_eq!((beyond.code, beyond.stdout.as_str()), (Some(2), ""), "{stream:?}");
            let last = format!("the last one has the id {}", count - 1);
            assert!(beyond.stderr.contains(&last), "{}", beyond.stderr);
        }
    }
}

/// The rest of another stream is not the rest of this one.
#[test]
fn another_stream_is_not_gone_on_with() {
    let stdout = find(&[&["specs/binary_tree.als"]]).stdout;
    let path = file("after", "other.jsonl", &stdout);
    let path = path.to_str().expect("UTF-8");
    for (arguments, message) in [
        (&["specs/search_tree.als"][..], "spec"),
        (&["specs/binary_tree.als", "five_nodes"], "command"),
        (&["specs/binary_tree.als", "--symmetry", "none"], "symmetry"),
        (&["specs/binary_tree.als", "--shard", "1/2"], "shard"),
    ] {
        let run = find(&[arguments, &["--after", path]]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.stderr.contains(&format!("its {message} is")), "{}", run.stderr);
    }
    // The headers agree, but the instance is of another scope than there is now.
    let changed = stdout.replace(r#""right":null"#, r#""right":"Node$0""#);
    let path = file("after", "changed.jsonl", &changed);
    let run = find(&[&["specs/binary_tree.als", "--after", path.to_str().expect("UTF-8")]]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("digest"), "{}", run.stderr);
    let (undigested, _) = changed.split_once(",\"digest\"").expect("the end has a digest");
    let path = file("after", "undigested.jsonl", &format!("{undigested}}}\n"));
    let run = find(&[&["specs/binary_tree.als", "--after", path.to_str().expect("UTF-8")]]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("does not fit"), "{}", run.stderr);
    for (name, text) in [("text.jsonl", "some\ntext\n"), ("json.jsonl", "{\"a\":1}\n")] {
        let path = file("after", name, text);
        let run = find(&[&["specs/binary_tree.als", "--after", path.to_str().expect("UTF-8")]]);
        assert_eq!(run.code, Some(2), "{text}");
        assert!(run.stderr.contains("no heapgraph/1 records"), "{}", run.stderr);
    }
    let run = find(&[&["specs/binary_tree.als", "--after", "no/such/file"]]);
    assert_eq!(run.code, Some(2));
}

/// Several machines together must find the same as one.
#[test]
fn shards_are_together_the_whole() {
    let stream = &["specs/search_tree.als", "udita_4"];
    let whole = find(&[stream]);
    let body = |line: &str| line.split_once(",\"roots\"").expect("a record").1.to_owned();
    let mut all: Vec<String> = Vec::new();
    let mut total = 0;
    for part in 1..=4 {
        let shard = format!("{part}/4");
        let run = find(&[stream, &["--shard", &shard]]);
        assert_eq!(run.header()["shard"], shard);
        assert_eq!(run.instances()[0]["id"], 0, "ids count within a shard");
        all.extend(lines(&run).into_iter().map(body));
        let count = korrel(&["count", "specs/search_tree.als", "udita_4", "--shard", &shard]);
        assert_eq!(count.stdout.trim(), lines(&run).len().to_string());
        total += lines(&run).len();
    }
    assert_eq!(total, 490);
    let mut expected: Vec<String> = lines(&whole).into_iter().map(body).collect();
    all.sort();
    expected.sort();
    assert_eq!(all, expected);
}

/// A shard without instances is no failure; one that cannot be is told.
#[test]
fn shards_may_be_empty_but_not_nonsense() {
    let halves = ["1/2", "2/2"].map(|shard| {
        let half = korrel_on("sig A {} run { no A }", &["find", "-", "--shard", shard]);
        (half.code, half.end()["count"].as_u64())
    });
    // The shard that holds the one instance is scrambled.
    let (none, one) = ((Some(0), Some(0)), (Some(0), Some(1)));
    assert!(halves == [none, one] || halves == [one, none], "{halves:?}");
    for wrong in ["0/3", "4/3", "1", "x/y"] {
        assert_eq!(korrel(&["find", "specs/binary_tree.als", "--shard", wrong]).code, Some(2));
    }
    let varisat = ["find", "specs/binary_tree.als", "--shard", "1/2", "--solver", "varisat"];
    let run = korrel(&varisat);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("--solver enumerator"), "{}", run.stderr);
}

/// The number of threads must not be seen, not even by a limit that falls amidst what several of
/// them have found.
#[test]
fn threads_write_the_same_bytes() {
    for stream in STREAMS {
        for more in [&[][..], &["-n", "7"], &["--verify"]] {
            let alone = find(&[stream, more]);
            for threads in ["0", "2", "5"] {
                let run = find(&[stream, more, &["-j", threads]]);
                assert_eq!(run.stdout, alone.stdout, "{stream:?} {more:?} -j {threads}");
            }
        }
    }
    let count = korrel(&["count", "specs/heap_array.als", "--scope", "0..6 Int", "-j", "3"]);
    assert_eq!(count.stdout, "13139\n");
}

/// A reader of the end record must be able to trust it, also if several threads search.
#[test]
fn the_end_record_says_why() {
    for threads in ["1", "3"] {
        for (arguments, status, code) in [
            (&["-n", "100"][..], "limit", 0),
            (&["--timeout", "300ms"], "timeout", 3),
            (&["--memory", "1M"], "memory", 3),
        ] {
            let arguments = [&["find", "-", "-j", threads], arguments].concat();
            let run = korrel_on(ENDLESS, &arguments);
            assert_eq!((&run.end()["status"], run.code), (&status.into(), Some(code)));
            assert_eq!(run.end()["count"], lines(&run).len());
        }
        let run = korrel_on("sig A {} run {} for 2", &["find", "-", "-j", threads]);
        assert_eq!((&run.end()["status"], run.code), (&"complete".into(), Some(0)));
    }
}

/// Without the limit this would fill the machine; with a generous one nothing may be stopped.
#[test]
fn memory_stops_only_what_takes_more() {
    let run = korrel(&["count", "specs/binary_tree.als", "five_nodes", "--memory", "2G"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "42\n"));
    let run = korrel_on(ENDLESS, &["count", "-", "--method", "list", "--memory", "1M"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""));
    assert!(run.stderr.contains("at least "), "{}", run.stderr);
    assert_eq!(korrel(&["count", "specs/binary_tree.als", "--memory", "much"]).code, Some(2));
}

/// A limit of memory may end a search before its first step; one of time does not here.
#[test]
fn costs_are_told_of_a_search_that_is_stopped() {
    let stopped = ["count", "-", "--method", "list", "--timeout", "2s", "--stats"];
    let run = korrel_on(ENDLESS, &stopped);
    assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""));
    assert!(run.stderr.contains("conflicts"), "{}", run.stderr);
}

/// Progress is for people: nobody else is to find it in a log, unless it is asked for.
#[test]
fn progress_is_told_where_it_is_wanted() {
    let run = |progress: &[&str]| {
        korrel_on(
            ENDLESS,
            &[&["count", "-", "-q", "--method", "list", "--timeout", "2500ms"], progress].concat(),
        )
        .stderr
    };
    assert!(run(&["--progress", "always"]).contains("instances in 1."));
    for quiet in [&[][..], &["--progress", "auto"], &["--progress", "never"]] {
        assert_eq!(run(quiet).lines().count(), 1, "no more than the count so far");
    }
}

/// If this failed, a stream would be gone on with after its question has changed, and hold instances of
/// two specs; or not gone on with, because its spec was moved.
#[test]
fn the_question_tells_streams_apart() {
    let loops = "run expectsLoop for 2 run expectsAll for 2";
    let spec = |body: &str| {
        format!(
            "open inner sig A {{ r: set A }} pred expectsLoop {{ {body} }} pred expectsAll {{ some A }} {loops}"
        )
    };
    let inner = |fact: &str| format!("module inner sig B {{}} fact {{ {fact} }}");
    file("question", "inner.als", &inner("no B"));
    let asked = file("question", "spec.als", &spec("some r"));
    let asked = asked.to_str().expect("UTF-8");
    let first = find(&[&[asked]]);
    assert_eq!(first.header()["command"], "run expectsLoop for 2");
    let stream = file("question", "stream.jsonl", &first.stdout);
    let stream = stream.to_str().expect("UTF-8");
    let goes_on = |arguments: &[&str]| find(&[arguments, &["--after", stream]]);
    assert_eq!(goes_on(&[asked]).code, Some(0));

    for flags in [
        &["expectsAll"][..],
        &["--scope", "3"],
        &["--ignore-parameters"],
        &["--overflow", "wrap"],
        &["--symmetry", "none"],
    ] {
        let run = goes_on(&[&[asked], flags].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{flags:?}");
    }
    // A scope that says the same as the command's own is the same question.
    assert_eq!(goes_on(&[asked, "--scope", "for  2"]).code, Some(0));

    file("question/moved", "inner.als", &inner("no B"));
    let moved = file("question/moved", "renamed.als", &spec("some r"));
    assert_eq!(goes_on(&[moved.to_str().expect("UTF-8")]).code, Some(0));

    file("question", "spec.als", &spec("some r or some r"));
    let run = goes_on(&[asked]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("have changed since it was written"), "{}", run.stderr);
    file("question", "spec.als", &spec("some r"));
    file("question", "inner.als", &inner("no B and no A.none"));
    assert_eq!(goes_on(&[asked]).code, Some(2), "an opened module has changed");
}

/// Somebody appends one stream to another; what follows is the rest of neither.
#[test]
fn each_header_in_a_file_counts() {
    let tree = find(&[&["specs/binary_tree.als"]]).stdout;
    let heap = find(&[&["specs/heap_array.als", "-n", "3"]]).stdout;
    let path = file("after", "two.jsonl", &(tree.clone() + &heap));
    let path = path.to_str().expect("UTF-8");
    for spec in ["specs/binary_tree.als", "specs/heap_array.als"] {
        assert_eq!(find(&[&[spec, "--after", path]]).code, Some(2), "{spec}");
    }
}

/// The command is what its parts are, whatever its names and strings look like.
#[test]
fn a_command_is_told_by_its_parts() {
    for (written, told) in [
        (
            "run { some \"a for 3  expect\" } for 2 expect 1",
            "run { some \"a for 3  expect\" } for 2",
        ),
        ("run /* for 9 */ runner -- expect\n for\t1 but 2 A", "run runner for 1 but 2 A"),
        (
            "run { let expects = A | some expects } expect 1",
            "run { let expects = A | some expects }",
        ),
        ("check { no A } expect = 3", "check { no A }"),
        ("label: run runner", "run runner"),
    ] {
        let spec = format!("sig A {{}} pred runner {{ some A }} {written}");
        let run = korrel_on(&spec, &["find", "-", "-n", "1"]);
        assert_eq!(run.header()["command"], told, "{written}: {}", run.stderr);
    }
    let spec = "sig A {} pred checker { some A }";
    let run = korrel_on(spec, &["find", "-", "checker", "--scope", "for 1"]);
    assert_eq!(run.header()["command"], "run checker for 1");
}
