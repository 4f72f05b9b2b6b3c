//! `explore -j N`: the same bytes as with one thread.

use std::fs;

use crate::program::{korrel, root};

/// The specs with something that changes.
fn specs() -> Vec<String> {
    let mut found = Vec::new();
    for folder in ["specs", "bench/specs"] {
        let files = fs::read_dir(root().join(folder)).expect("it is a folder");
        let names = files.map(|file| file.expect("it can be read").file_name());
        let names = names.map(|name| format!("{folder}/{}", name.to_string_lossy()));
        found.extend(names.filter(|name| {
            let text = name.ends_with(".als").then(|| fs::read_to_string(root().join(name)));
            let words = |text: String| {
                text.lines().any(|line| line.contains("var ") && !line.starts_with("--"))
            };
            text.is_some_and(|text| words(text.expect("it is UTF-8")))
        }));
    }
    found.sort();
    found
}

fn explored(arguments: &[&str]) -> usize {
    let explore = |threads| {
        let run = korrel(&[&["explore"], arguments, &["-j", threads]].concat());
        (run.code, run.stdout, run.stderr)
    };
    let alone = explore("1");
    for threads in ["2", "3"] {
        assert!(explore(threads) == alone, "{arguments:?} -j {threads}");
    }
    alone.1.lines().count()
}

/// If this failed, the number of threads would show in the output.
#[test]
fn as_many_threads_as_there_are() {
    let specs = specs();
    assert!(specs.len() > 12, "{specs:?}");
    for spec in &specs {
        for flags in
            [&["--format", "json"][..], &["--format", "count"], &["--cover-traces", "states"]]
        {
            explored(&[&[spec.as_str(), "--depth", "6"], flags].concat());
        }
    }
}

/// The same where a depth has as many states as threads look at together: labelled, of classes, with names of steps.
#[test]
fn depths_of_many_states() {
    let bits = ["bench/specs/bits.als", "--scope", "exactly 13 Bit"];
    let clients = ["bench/specs/readers_writers_labelled.als", "--scope", "exactly 7 Client"];
    let ring = ["specs/leader_election.als", "runs", "--scope", "exactly 5 Process"];
    let managers = ["specs/two_phase_commit.als", "--scope", "exactly 20 Manager"];
    for (arguments, flags) in [
        (&bits[..], &["--format", "count"][..]),
        (&bits, &["--format", "json", "--depth", "5"]),
        (&bits, &["--cover-traces", "states", "--format", "json", "--depth", "5"]),
        (&clients, &["--format", "json"]),
        (&ring, &["--format", "count"]),
        (&ring, &["--format", "dot", "--depth", "9"]),
        (&managers, &["--format", "count"]),
    ] {
        assert!(explored(&[arguments, flags].concat()) > 1);
    }
}
