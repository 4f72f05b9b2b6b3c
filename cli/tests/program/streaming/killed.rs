//! A run that is killed without warning is resumed where it was left.

use std::fs::File;
use std::process::Stdio;
use std::time::Duration;

use crate::program::{command, file, korrel, path};

/// Lists of 6 nodes over so many values.
fn lists(values: usize) -> String {
    let greatest = values - 1;
    format!(
        "one sig List {{ head: lone Node }} sig Node {{ next: lone Node, value: Int }}
        fact {{ Node = List.head.*next  no n: Node | n in n.^next }}
        run {{}} for exactly 6 Node, 0..{greatest} Int"
    )
}

/// The instances of a stream, those lines that are whole; ids are part of them.
fn instances(stream: &str) -> Vec<&str> {
    let whole = stream.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    whole.filter(|line| line.starts_with("{\"kind\":\"instance\"")).collect()
}

/// At three moments of a run of 262,144 instances; at as many as `KORREL_KILLS` says, of a million.
#[test]
fn nothing_is_lost_or_repeated() {
    let asked = std::env::var("KORREL_KILLS").ok().map(|n| n.parse().expect("a number"));
    let (rounds, values) = asked.map_or((3, 8), |rounds: u64| (rounds, 10));
    let spec = file("killed", "lists.als", &lists(values));
    let whole = korrel(&["find", path(&spec)]).stdout;
    let expected = instances(&whole);
    assert_eq!(expected.len(), values.pow(6));
    for round in 0..rounds {
        let saved = spec.with_file_name(format!("saved-{round}.jsonl"));
        let mut child = command(&["find", path(&spec)])
            .stdout(Stdio::from(File::create(&saved).expect("the folder is writable")))
            .stderr(Stdio::null())
            .spawn()
            .expect("the program was built for this test");
        // Spread over the run, in no order.
        std::thread::sleep(Duration::from_millis(5 + (round * 389) % 997));
        // SIGKILL: the program has no say in it. It may have ended already.
        let _ = child.kill();
        child.wait().expect("it is our child");

        let before = std::fs::read_to_string(&saved).expect("UTF-8");
        if before.lines().next().is_none_or(|header| !header.starts_with("{\"kind\":\"header\"")) {
            continue;
        }
        let run = korrel(&["find", path(&spec), "--after", path(&saved)]);
        assert_eq!(run.code, Some(0), "round {round}: {}", run.stderr);
        let (first, second) = (instances(&before), instances(&run.stdout));
        let together: Vec<&str> = first.into_iter().chain(second).collect();
        assert!(together == expected, "round {round}: {} lines", together.len());
        std::fs::remove_file(saved).expect("it was just read");
    }
}
