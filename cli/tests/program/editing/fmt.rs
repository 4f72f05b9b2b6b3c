//! `korrel fmt`.

use crate::program::{file, korrel, korrel_on, path};

/// If it failed, a spec on a pipe would not be laid out, or `--check` would let it pass.
#[test]
fn a_text_is_laid_out_or_refused() {
    let run = korrel_on("sig A{}\nrun {  some A}", &["fmt", "-"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "sig A {}\nrun { some A }\n"));
    let run = korrel_on("sig A{}\nrun { some A }\n", &["fmt", "--check", "-"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains("-sig A{}\n+sig A {}\n"), "{}", run.stdout);
    let run = korrel_on("sig A {}\nrun { some A }\n", &["fmt", "--check", "-"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""));
}

/// If it failed, a file with a mistake would be spoilt, or keep others from being laid out.
#[test]
fn files_are_replaced_and_a_mistake_is_told() {
    let wrong = file("fmt", "wrong.als", "sig A {\n");
    let right = file("fmt", "right.als", "sig A{}\nrun {}\n");
    let run = korrel(&["fmt", path(&wrong), path(&right)]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("E0001"), "{}", run.stderr);
    let text = |path| std::fs::read_to_string(path).expect("it is there");
    assert_eq!((text(&wrong).as_str(), text(&right).as_str()), ("sig A {\n", "sig A {}\nrun {}\n"));
}

/// If it failed, a spec of the library would not be in the layout that the program gives to those of its users.
#[test]
fn the_library_is_laid_out() {
    let run = korrel(&["fmt", "--check", "specs"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""));
}

/// If it failed, a long line would stay, or would be broken where nobody breaks it.
#[test]
fn a_long_line_is_broken() {
    let list = "sig Guest { room: lone Room, keys: set Key, name: Name, arrival: Int, departure: Int, companions: set Guest, pays: lone Bill }\n";
    let run =
        korrel_on(&format!("{list}sig Room, Key, Name, Bill {{}}\nrun {{}}\n"), &["fmt", "-"]);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[..3], ["sig Guest {", "  room: lone Room,", "  keys: set Key,"]);
}
