//! The library's specs at the largest published sizes that take less than a minute each
//! (`tests/large.tsv`): too long for every day, and the ones that would show a count gone wrong.
//!
//! `target/release/large [FILTER]`, beside the program `korrel`.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let filter = std::env::args().nth(1).unwrap_or_default();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let list = root.join("tests/large.tsv");
    let korrel = beside_this("korrel");
    let text = match std::fs::read_to_string(&list) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("error: cannot read `{}`: {error}", list.display());
            return ExitCode::from(2);
        }
    };
    let (mut right, mut wrong) = (0, 0);
    for line in text.lines().filter(|line| line.contains(&filter)) {
        let &[file, command, scope, expected] = line.split('\t').collect::<Vec<_>>().as_slice()
        else {
            eprintln!("error: not four columns: {line}");
            return ExitCode::from(2);
        };
        let output = Command::new(&korrel)
            .args(["count", "-q", file, command, "--scope", scope])
            .current_dir(&root)
            .output();
        let found = match output {
            Ok(output) if output.status.success() => {
                String::from_utf8_lossy(&output.stdout).trim().to_string()
            }
            Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_string(),
            Err(error) => {
                eprintln!("error: {}: {error}; is it built?", korrel.display());
                return ExitCode::from(2);
            }
        };
        let is_right = found == expected;
        let word = if is_right { "ok" } else { "WRONG" };
        println!("{word:<6} {expected:>10}  {file} {command} for {scope}");
        if !is_right {
            println!("       found {found}");
        }
        *(if is_right { &mut right } else { &mut wrong }) += 1;
    }
    println!("{right} passed, {wrong} failed");
    ExitCode::from(u8::from(wrong > 0))
}

/// A program of the same build.
fn beside_this(name: &str) -> PathBuf {
    let own = std::env::current_exe().expect("a program knows its path");
    own.with_file_name(name)
}
