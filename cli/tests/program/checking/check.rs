//! `korrel check`: the files that it looks at, and its output.

use crate::program::{file, korrel, path};

/// The table has one line for each command, and the verdict comes first, so that a failure can be
/// found by eye and by `grep`. Details are indented below their line.
#[test]
fn the_table_has_a_line_for_each_command() {
    let spec = "sig A {} run {} for 2 expect 3 check { no A } for 2";
    let run = korrel(&["check", path(&file("table", "two.als", spec))]);
    let lines: Vec<&str> = run.stdout.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(lines.len(), 2, "{}", run.stdout);
    assert!(lines[0].starts_with("ok ") && lines[0].contains("run {} for 2"), "{}", lines[0]);
    assert!(lines[1].starts_with("FAILED ") && lines[1].contains("check { no A }"), "{}", lines[1]);
    assert!(lines.iter().all(|line| line.contains("two.als")));
    assert!(run.stderr.contains("1 of 2"), "{}", run.stderr);
}

/// A folder stands for all `.als` files below it, in an order that does not depend on the machine.
#[test]
fn a_folder_stands_for_the_specs_below_it() {
    let spec = "sig A {} run {} for 2 expect 3";
    file("folder/inner", "b.als", spec);
    file("folder", "c.als", spec);
    file("folder", "notes.txt", "no spec");
    let folder = file("folder", "a.als", spec);
    let run = korrel(&["check", path(folder.parent().expect("it has a folder"))]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let names = ["a.als", "c.als", "b.als"];
    let places: Vec<usize> = names.iter().filter_map(|name| run.stdout.find(name)).collect();
    assert_eq!(places.len(), 3, "{}", run.stdout);
    assert_eq!(run.stdout.lines().count(), 3);
}

/// The library is the first thing that people try.
#[test]
fn the_spec_library_is_as_expected() {
    let run = korrel(&["check", "specs"]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.lines().all(|line| line.starts_with("ok ")), "{}", run.stdout);
}

/// The laws of each built-in module fix the meaning of its names: they would not hold of other
/// definitions.
#[test]
fn the_laws_of_the_modules_hold() {
    for overflow in ["forbid", "wrap"] {
        let run =
            korrel(&["check", "tests/specs/modules", "--strict-alloy", "--overflow", overflow]);
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    }
}

/// Each construct of the language has a count that it would not have with another meaning.
#[test]
fn the_language_means_what_it_says() {
    for overflow in ["forbid", "wrap"] {
        let run = korrel(&["check", "tests/specs/language", "--overflow", overflow]);
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    }
}

/// A construct refused as an extension is one, and Alloy's constructs are not refused: aside from
/// the counts, the specs of the language are Alloy's, except for those of the extensions.
#[test]
fn only_extensions_are_refused_under_strict_alloy() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/specs/language");
    for entry in std::fs::read_dir(folder).expect("the folder is in the repository") {
        let path = entry.expect("a folder lists its entries").path();
        if path.extension().is_none_or(|extension| extension != "als") {
            continue;
        }
        let run = korrel(&["check", self::path(&path), "--strict-alloy", "--color", "never"]);
        let mut errors = run.stderr.lines().filter(|line| line.starts_with("error["));
        let is_count =
            |line: &str| line.contains("[E0026]") && line.contains("number of instances");
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        let has_others = name.starts_with("extensions");
        assert_eq!(
            errors.any(|line| !is_count(line)),
            has_others,
            "{}{}",
            path.display(),
            run.stderr
        );
    }
}

/// A comparison that overflows holds under `wrap` only.
#[test]
fn overflow_is_as_asked() {
    let spec = "one sig S { n: Int } run { plus[S.n, 1] < S.n } for 3 Int expect 0";
    let file = file("overflow", "wrap.als", spec);
    assert_eq!(korrel(&["check", path(&file)]).code, Some(0));
    assert_eq!(korrel(&["check", path(&file), "--overflow", "wrap"]).code, Some(1));
}

/// The summary is a remark.
#[test]
fn quiet_leaves_out_the_summary() {
    let file = file("table", "one.als", "sig A {} run {} for 2 expect 3");
    let run = korrel(&["check", path(&file), "-q"]);
    assert_eq!((run.stdout.lines().count(), run.stderr.as_str()), (1, ""));
}

/// Scripts and build servers read these.
#[test]
fn formats() {
    let spec = "sig A {} run a { some A } for 3 expect 3 run { \"x<y\" in String } for 2 expect 1 run {} for 2 expect 5";
    let file = file("formats", "three.als", spec);
    let json = korrel(&["check", path(&file), "--format", "json"]);
    assert_eq!(json.code, Some(1));
    let records: Vec<serde_json::Value> =
        json.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let verdicts: Vec<&serde_json::Value> = records.iter().map(|r| &r["verdict"]).collect();
    assert_eq!(verdicts[..3], ["ok", "ok", "failed"]);
    assert_eq!(records[2]["expected"]["least"], 5);
    assert_eq!(records[2]["found"], serde_json::json!({"count": 3, "exact": true}));
    let end = serde_json::json!({"kind": "end", "ok": 2, "failed": 1, "incomplete": 0});
    assert_eq!(records[3], end);

    let junit = korrel(&["check", path(&file), "--format", "junit"]);
    assert_eq!(junit.code, Some(1));
    assert!(junit.stdout.starts_with("<?xml"), "{}", junit.stdout);
    assert!(junit.stdout.contains("tests=\"3\"") && junit.stdout.contains("x&lt;y"));
    assert!(junit.stdout.contains("expected 5, found 3"), "{}", junit.stdout);
}
