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
