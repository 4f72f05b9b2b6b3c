//! What no spec should be able to do to the program.

use std::process::Stdio;

use crate::program::{command, file, korrel, path};

/// A disk that is full: what was lost must not look like the end.
#[test]
fn a_full_disk_is_told() {
    let spec = file("robust", "many.als", "sig A { r: set A } run {} for exactly 4 A");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let Ok(full) = full else { return };
    let child = command(&["find", path(&spec)])
        .stdout(Stdio::from(full))
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    let output = child.wait_with_output().expect("it is our child");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write"));
}

#[test]
fn thousands_of_sigs() {
    let sigs: String = (0..2000).map(|n| format!("lone sig S{n} {{}} ")).collect();
    let spec = file("robust", "sigs.als", &format!("{sigs} run {{ no univ - Int }}"));
    let run = korrel(&["count", path(&spec)]);
    assert_eq!((run.code, run.stdout.trim()), (Some(0), "1"), "{}", run.stderr);
}

#[test]
fn deep_nesting() {
    let deep = format!("sig A {{}} run {{ {}some A{} }}", "(".repeat(20_000), ")".repeat(20_000));
    let run = korrel(&["count", path(&file("robust", "deep.als", &deep))]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("E0002"), "{}", run.stderr);
}

#[test]
fn names_in_any_script() {
    let spec = "sig Knoten { nächster: lone Knoten } sig 木 { 葉: set 木 }
        run { some nächster and some 葉 } for exactly 1 Knoten, exactly 1 木 expect = 1";
    let run = korrel(&["check", path(&file("robust", "names.als", spec))]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
}
