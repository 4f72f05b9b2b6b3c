//! `korrel gen --traces`: what cannot be a machine, and a machine in Rust that is filled in. The packages' suites fill in those of the
//! other languages.

use std::path::Path;

use crate::run::{folder, korrel, text_of, tool, write, written};

const QUEUE: &str = "examples/queue/queue.als";

/// If it failed, a skeleton could not be compiled, or a user who fills it in would not have a driver.
#[test]
#[ignore = "compiles korrel-test with cargo: cargo test -p korrel --test generated -- --ignored"]
fn a_machine_in_rust_is_filled_in() {
    let folder = folder("machine");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let package = root.join("packages/rust");
    let manifest = format!(
        "[package]\nname = \"machine\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         korrel-test = {{ path = {:?} }}\nserde_json = \"1\"\n",
        text_of(&package)
    );
    write(&folder.join("Cargo.toml"), &manifest);
    std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("it can be copied");
    std::fs::create_dir_all(folder.join("src")).expect("the folder can be written");
    let tried = |text: &str| {
        write(&folder.join("src/main.rs"), &format!("#![deny(warnings)]\n{text}"));
        tool(&folder, env!("CARGO"), &["build", "--quiet", "--target-dir", "target"]);
        let program = folder.join("target/debug/machine");
        let output = korrel(&["test", QUEUE, "--traces", "behaviours", "--", text_of(&program)]);
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let mut text = written(&["gen", "rust", "--traces", QUEUE]);
    let (code, told) = tried(&text);
    assert!(code == Some(3) && told.contains("skipped 1: put is not connected yet"), "{told}");
    for (part, filled) in [
        ("struct Program {}", "struct Program {\n    jobs: Vec<String>,\n}"),
        ("Ok(Program {})", "Ok(Program { jobs: Vec::new() })"),
        ("|_program: &mut Program, _args|", "|program: &mut Program, args|"),
        ("|_program: &mut Program, _|", "|program: &mut Program, _|"),
        (
            "Err(Stop::Skip(\"put is not connected yet\".to_owned()))",
            "program.jobs.push(args.get(\"j\")?);\n            Ok(Value::Null)",
        ),
        (
            "Err(Stop::Skip(\"take is not connected yet\".to_owned()))",
            "Ok(json!(program.jobs.remove(0)))",
        ),
        ("|_program| {", "|program| {"),
        ("\"first\": null", "\"first\": program.jobs.first()"),
        ("\"second\": null", "\"second\": program.jobs.get(1)"),
    ] {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
        text = text.replace(part, filled);
    }
    let (code, told) = tried(&text);
    assert!(code == Some(0) && told.contains("COMPLETE: 6 calls"), "{told}");
    let (code, told) = tried(&text.replace("program.jobs.push(", "program.jobs.insert(0, "));
    assert!(code == Some(1) && told.contains("2. put(j Job$1)  fails"), "{told}");
}

/// If it failed, a machine would be written that has no method, or one that no compiler takes.
#[test]
fn what_can_be_no_machine_is_told() {
    let folder = folder("machines");
    let spec = |name: &str, text: &str| {
        let file = folder.join(name);
        write(&file, text);
        text_of(&file).to_owned()
    };
    let still = spec("still.als", "var sig A {} run {} for 2 but 3 steps");
    let class = spec(
        "class.als",
        "var sig A {} pred class { A' = A } fact { always class } run {} for 2 but 3 steps",
    );
    for (arguments, word) in [
        (&["gen", "rust", "--traces", &still][..], "no step has a name"),
        (&["gen", "python", "--traces", &class], "no method can be called `class`"),
        (&["gen", "java", "--traces", &class], "no method can be called `class`"),
        (&["gen", "rust", "--traces", QUEUE, "--driver"], "cannot be used with"),
        (&["gen", "rust", "--traces", QUEUE, "--values", "Job=u8"], "cannot be used with"),
    ] {
        let output = korrel(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        assert!(stderr.contains(word), "{arguments:?}: {stderr}");
    }
    // There a text, or any name of a member, will do.
    for (language, part) in [("rust", ".action(\"class\""), ("typescript", "  class(")] {
        let text = written(&["gen", language, "--traces", &class]);
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}
