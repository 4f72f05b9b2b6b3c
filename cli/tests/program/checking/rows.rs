//! `korrel check`: the rows for a command, for a file with a mistake, and for the first instance.

use serde_json::Value;

use crate::program::{Run, command, file, korrel, korrel_on, path};

const LOOP: &str = "sig A { r: lone A }\nassert c { all a: A | a not in a.^r }\n\
                    short: check c for 2\nrun {} for 1 expect 4\nrun { no A } for 1 expect 1";

fn records(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// If this failed, a reader of the table could not tell which command a row is of, or would have to find
/// out how to see the counterexample.
#[test]
fn a_row_names_its_command_and_shows_what_was_found() {
    let spec = file("rows", "it's a loop.als", LOOP);
    let run = korrel(&["check", path(&spec)]);
    assert_eq!(run.code, Some(1));
    let rows: Vec<&str> = run.stdout.lines().collect();
    assert!(rows[0].ends_with("it's a loop.als:3 [0] short: check c for 2"), "{}", rows[0]);
    assert_eq!(rows[2..4], ["    a = A$0", "    A$0  r: A$0"]);
    assert!(
        rows[4].starts_with("FAILED") && rows[4].ends_with(":4 [1] run {} for 1"),
        "{}",
        rows[4]
    );
    assert!(rows[5].ends_with("'\\''s a loop.als' 1"), "all are listed: {}", rows[5]);
    assert!(rows[6].starts_with("ok ") && rows.len() == 7, "{}", run.stdout);

    // The command line is one that a shell takes, and lists just this counterexample.
    let find = rows[1].trim().strip_prefix("korrel ").expect("it is the program's");
    let shell = format!("{} {find} --bare", env!("CARGO_BIN_EXE_korrel"));
    let found = std::process::Command::new("bash").args(["-c", &shell]).output().expect("bash");
    let found: Value = serde_json::from_slice(&found.stdout).expect("one record");
    let json = korrel(&["check", path(&spec), "--format", "json"]);
    let first = &records(&json)[0]["first"];
    assert_eq!(first["objects"], found["objects"]);
    assert_eq!(first["witness"], found["witness"]);
}

/// The flags that change what a command means are those of the run.
#[test]
fn the_command_line_asks_the_same() {
    let spec = "one sig S { n: Int } run { plus[S.n, 1] < S.n } for 3 Int expect 0";
    let spec = file("rows", "wrap.als", spec);
    let run = korrel(&["check", path(&spec), "--overflow", "wrap", "--strict-alloy", "-I", "a b"]);
    let line = run.stdout.lines().nth(1).expect("it fails");
    assert!(line.ends_with("wrap.als 0 -n 1 --overflow wrap -I 'a b' --strict-alloy"), "{line}");
}

/// JSON and JUnit carry what the table does.
#[test]
fn each_format_says_the_same() {
    let spec = file("rows", "formats.als", LOOP);
    let broken = file("rows", "broken.als", "sig A { f: Zzz } run {} expect 1");
    let arguments = |format| ["check", path(&spec), path(&broken), "--format", format];
    let json = records(&korrel(&arguments("json")));
    assert_eq!(json[0]["at"], format!("{}:3:8", path(&spec)));
    assert_eq!((&json[0]["index"], &json[0]["label"]), (&Value::from(0), &Value::from("short")));
    let find = json[0]["find"].as_str().expect("it failed");
    assert_eq!(json[2]["find"], Value::Null);
    assert_eq!(json[3]["errors"][0]["code"], "E0006");
    assert_eq!(json[3]["errors"][0]["at"], format!("{}:1:12", path(&broken)));
    let end =
        serde_json::json!({"kind": "end", "ok": 1, "failed": 2, "incomplete": 0, "errors": 1});
    assert_eq!(json[4], end);

    let junit = korrel(&arguments("junit"));
    assert_eq!(junit.code, Some(2));
    for fact in
        [find, "line=\"3\"", "0: short: check c for 2", "A$0  r: A$0", "E0006", "errors=\"1\""]
    {
        assert!(junit.stdout.contains(fact), "{fact} is missing in\n{}", junit.stdout);
    }
}

/// If this failed, one file that does not parse would hide the mistakes of all others.
#[test]
fn a_mistake_keeps_nothing_else_from_being_checked() {
    let folder = "rows/mistakes";
    file(folder, "a.als", "sig A {");
    file(folder, "b.als", "sig A {} run {} for 2 expect 3 run {} => run {} run {} for 1 expect 5");
    let first = file(folder, "c.als", "sig A {} run {} for 1 expect 2");
    let folder = path(first.parent().expect("it lies in a folder"));
    let run = korrel(&["check", folder, path(&first)]);
    assert_eq!(run.code, Some(2), "a mistake outranks a failure");
    let words: Vec<&str> = run.stdout.lines().filter_map(|line| line.split(' ').next()).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    assert_eq!(words, ["ERROR", "ok", "ok", "ERROR", "FAILED", "ok", "ok"], "{}", run.stdout);
    for message in ["E0001", "E0004"] {
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
    assert!(run.stderr.ends_with("4 of 7 commands as expected, 1 not, 2 with mistakes\n"));
    // A missing file is a mistake in the command line.
    let missing = korrel(&["check", path(&first), "/no/such.als"]);
    assert_eq!((missing.code, missing.stdout.as_str()), (Some(2), ""));
}

/// If this failed, the report would depend on which thread was faster.
#[test]
fn the_number_of_threads_shows_in_no_byte() {
    let folder = "rows/threads";
    for number in 0..7 {
        let text = match number {
            0 => "sig A { r: set A, s: set A } run {} for 2 expect 7".to_string(),
            3 => "sig A { f: B } run {}".to_string(),
            // With a warning.
            _ => format!(
                "sig A {{ n: Int }} run {{ some x: A, y: A | x.n = plus[x.n, {number}] }} for 2"
            ),
        };
        file(folder, &format!("{number}.als"), &text);
    }
    let first = file(folder, "last.als", LOOP);
    let folder = path(first.parent().expect("it lies in a folder"));
    for format in ["text", "json", "junit"] {
        let run = |threads| korrel(&["check", folder, "--format", format, "-j", threads]);
        let alone = run("1");
        assert!(alone.stderr.contains("warning") && alone.stderr.contains("error"));
        for threads in ["0", "2", "50"] {
            let beside = run(threads);
            assert_eq!(beside.stdout, alone.stdout, "-j {threads}");
            assert_eq!((beside.stderr, beside.code), (alone.stderr.clone(), alone.code));
        }
    }
}

/// If this failed, a closed pipe would not end a search that nobody waits for.
#[test]
fn a_closed_pipe_ends_all_threads() {
    let spec = file("rows", "endless.als", crate::program::ENDLESS);
    let quick = file("rows", "quick.als", "sig A {} run {} for 1 expect 2");
    let text = std::fs::read_to_string(&spec).expect("it was written") + " expect = 99999999999";
    let slow = file("rows", "slow.als", &text);
    let mut child = command(&["check", path(&quick), path(&slow), path(&slow), "-j", "3"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the program was built for this test");
    drop(child.stdout.take());
    let begin = std::time::Instant::now();
    while child.try_wait().expect("it is our child").is_none() {
        if begin.elapsed().as_secs() > 60 {
            child.kill().expect("it is our child");
            panic!("it goes on although nobody reads");
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// People look for the commands that they can ask.
#[test]
fn list_says_what_there_is() {
    let spec = "abstract sig S {} sig A, B extends S { r: lone S } pred p[a: A,\n b: set B] { some b } \
                pred A.q { no this.r } fun f: A { A } assert c { some A } \
                small: run p for 3 but exactly 1 B expect 4 check c for 2 S, 0..4 Int";
    let text = korrel_on(spec, &["list", "-"]);
    assert_eq!(text.code, Some(0), "{}", text.stderr);
    let expected = "<stdin>\n  0  small: run p for 3 but exactly 1 B  (expects 4)\n       \
                    S 1..3, A 0..2, B 1, Int -8..7\n  1  check c for 2 S, 0..4 Int\n       \
                    S 0..2, Int 0..4\n  predicate p[a: A, b: set B]\n  predicate A.q\n  assertion c\n";
    assert_eq!(text.stdout, expected);
    let json = records(&korrel_on(spec, &["list", "-", "--format", "json"]));
    let kinds: Vec<&Value> = json.iter().map(|record| &record["kind"]).collect();
    assert_eq!(kinds, ["command", "command", "predicate", "predicate", "assertion"]);
    assert_eq!(
        json[0]["scopes"],
        serde_json::json!({"S": [1, 3], "A": [0, 2], "B": [1, 1], "Int": [-8, 7]})
    );
    assert_eq!(
        (&json[0]["at"], &json[2]["text"]),
        (&"<stdin>:2:88".into(), &"p[a: A, b: set B]".into())
    );
    let several = korrel(&["list", "specs/group.als", "/no/such.als", "specs/poset.als"]);
    assert_eq!(several.code, Some(2));
    assert!(several.stdout.contains("specs/poset.als"), "{}", several.stdout);
}
