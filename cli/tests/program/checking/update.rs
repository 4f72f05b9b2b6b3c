//! `korrel check --update`: the counts that are written, and those that are not.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;

use crate::program::{file, korrel, korrel_on, path};

fn read(path: &PathBuf) -> Vec<u8> {
    std::fs::read(path).expect("it is there")
}

/// Byte order mark, CRLF, tabs, comments, numbers in other bases, no line break at the end.
const BEFORE: &str = "\u{feff}sig A {}\t// é expect 5\r\nlab: run {} for 2 expect /* 9 */ 5 // expect 7\r\n\
    run {} for 2 expect 0\r\nrun { no A } for 2 expect 1\nrun {} for exactly 1 A expect 7\r\n\
    run {} for 1 expect = 0x9 run {}\tfor 1 expect =\t1\r\ncheck { some A } for 2 expect 1_000\n\
    run { some A and no A } for 2 expect 4 run {} for 2 expect 3";
const AFTER: &str = "\u{feff}sig A {}\t// é expect 5\r\nlab: run {} for 2 expect /* 9 */ 3 // expect 7\r\n\
    run {} for 2 expect 0\r\nrun { no A } for 2 expect 1\nrun {} for exactly 1 A expect = 1\r\n\
    run {} for 1 expect = 2 run {}\tfor 1 expect =\t2\r\ncheck { some A } for 2 expect = 1\n\
    run { some A and no A } for 2 expect 0 run {} for 2 expect 3";

/// If this failed, `--update` would change what it was not asked to, or leave a count that is wrong.
#[test]
fn counts_are_written_and_not_a_byte_else() {
    let spec = file("update", "all.als", BEFORE);
    let run = korrel(&["check", path(&spec), "--update"]);
    assert_eq!(String::from_utf8(read(&spec)).expect("text"), AFTER);
    assert_eq!(run.code, Some(1), "`expect 0` is a verdict, and does not hold");
    assert_eq!(run.stdout.matches("\nupdated ").count() + 1, 6, "{}", run.stdout);
    assert!(run.stdout.contains("\n-run {} for exactly 1 A expect 7\r\n"), "{}", run.stdout);
    assert!(run.stdout.contains("\n+run {} for exactly 1 A expect = 1\r\n"), "{}", run.stdout);
    let again = korrel(&["check", path(&spec), "--update"]);
    assert!(!again.stdout.contains("updated") && !again.stdout.contains("@@"), "{}", again.stdout);
    assert_eq!(String::from_utf8(read(&spec)).expect("text"), AFTER);
}

/// The difference is a patch that leads from the one to the other.
#[test]
fn the_difference_is_a_patch() {
    let spec = file("update", "patch.als", BEFORE);
    let json = korrel(&["check", path(&spec), "--update", "--format", "json"]);
    let records: Vec<serde_json::Value> =
        json.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let patch = records.iter().find(|record| record["kind"] == "update").expect("there is one");
    let patch = patch["patch"].as_str().expect("a text");
    let (old, new): (Vec<&str>, Vec<&str>) =
        patch.lines().skip(3).fold((Vec::new(), Vec::new()), |(mut old, mut new), line| {
            match line.split_at_checked(1) {
                Some(("-", rest)) => old.push(rest),
                Some(("+", rest)) => new.push(rest),
                Some((" ", rest)) => (old.push(rest), new.push(rest)).0,
                _ => {}
            }
            (old, new)
        });
    assert_eq!(old, BEFORE.lines().collect::<Vec<_>>());
    assert_eq!(new, AFTER.lines().collect::<Vec<_>>());
    assert_eq!(records.last().expect("an end")["updated"], 6);
}

/// Everything is as expected afterwards.
#[test]
fn what_was_written_is_met() {
    let spec = file("update", "met.als", "sig A {} run {} for 2 expect 9");
    assert_eq!(korrel(&["check", path(&spec), "--update", "-q"]).code, Some(0));
    assert_eq!(korrel(&["check", path(&spec)]).code, Some(0));
}

/// A link stays one, and a file keeps who may read it.
#[test]
fn links_and_permissions_stay() {
    let spec = file("update/real", "spec.als", "sig A {} run {} for 2 expect 9");
    std::fs::set_permissions(&spec, std::fs::Permissions::from_mode(0o640)).expect("it is ours");
    let link = spec.parent().expect("a folder").join("link.als");
    let _ = std::fs::remove_file(&link);
    symlink("spec.als", &link).expect("links can be made");
    assert_eq!(korrel(&["check", path(&link), "--update"]).code, Some(0));
    assert!(std::fs::symlink_metadata(&link).expect("it is there").is_symlink());
    let permissions = std::fs::metadata(&spec).expect("it is there").permissions();
    assert_eq!(permissions.mode() & 0o777, 0o640);
    assert!(read(&spec).ends_with(b"expect 3"));
    let files = std::fs::read_dir(spec.parent().expect("a folder")).expect("a folder").count();
    assert_eq!(files, 2, "nothing is left beside them");
}

/// If this failed, a disk without room would cost the user the spec.
#[test]
fn a_file_that_cannot_be_written_stays_as_it_is() {
    let before = "sig A {} run {} for 2 expect 9";
    let spec = file("update/full", "spec.als", before);
    // No file may grow; standard output is none.
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" check --update \"$1\"";
    let output = std::process::Command::new("bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_korrel"), path(&spec)])
        .output()
        .expect("bash can be started");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("cannot write"), "{stderr}");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("updated"));
    assert_eq!(read(&spec), before.as_bytes());
    let files = std::fs::read_dir(spec.parent().expect("a folder")).expect("a folder").count();
    assert_eq!(files, 1, "nothing is left beside it");
}

/// A count that is not known to its end is no count.
#[test]
fn commands_that_were_stopped_are_left() {
    let before = format!("{} expect 5 run {{}} for exactly 0 A expect 7", crate::program::ENDLESS);
    let spec = file("update", "stopped.als", &before);
    let run = korrel(&["check", path(&spec), "--update", "--timeout", "500ms"]);
    assert_eq!(run.code, Some(1), "more than five are found in half a second: {}", run.stdout);
    let after = String::from_utf8(read(&spec)).expect("text");
    assert_eq!(after, before.replace("expect 7", "expect = 1"));
}

/// Two names of one file are one file, and what stands on standard input is none.
#[test]
fn each_file_is_written_once() {
    let spec = file("update", "twice.als", "sig A {} run {} for 2 expect 9");
    let other = spec.parent().expect("a folder").join("../update/twice.als");
    let run = korrel(&["check", path(&spec), path(&other), "--update", "-j", "2"]);
    assert_eq!((run.code, run.stdout.matches("updated").count()), (Some(0), 1), "{}", run.stderr);
    assert_eq!(korrel_on("sig A {} run {}", &["check", "-", "--update"]).code, Some(2));
}
