//! The protocols of the library: their counts, and faults that a check finds at a known length.
//!
//! Both are those of tests/protocols/witness.py, which knows the protocols from their descriptions and no spec.

use std::collections::BTreeMap;

use crate::program::{korrel, korrel_on, library_text, root};

fn rows(name: &str) -> Vec<Vec<String>> {
    let path = root().join("tests/protocols").join(name);
    let text = std::fs::read_to_string(path).expect("the table is in the repository");
    text.lines().map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

/// If it failed, behaviours would be lost or repeated.
#[test]
fn protocols_have_as_many_behaviours_as_another_program_counts() {
    let rows = rows("counts.tsv");
    for row in &rows {
        let [spec, command, what, scope, count] = row.as_slice() else { panic!("{row:?}") };
        let spec = format!("specs/{spec}.als");
        let mut asked = vec!["count", &spec, command, "--scope", scope, "-q"];
        asked.extend((what == "prefixes").then_some("--prefixes"));
        let run = korrel(&asked);
        assert_eq!(run.stdout.trim(), count, "{row:?}{}", run.stderr);
    }
    assert!(rows.len() > 30, "{} rows", rows.len());
}

/// If it failed, a check would miss the classic fault of its protocol, or show a longer way to it than there is.
#[test]
fn a_check_finds_each_fault_by_the_shortest_way() {
    let mut mutants: BTreeMap<[String; 4], String> = BTreeMap::new();
    for row in rows("mutants.tsv") {
        let [spec, fault, check, states, clause, broken] = row.as_slice() else {
            panic!("{row:?}")
        };
        let key = [spec, fault, check, states].map(String::clone);
        let text = mutants.entry(key).or_insert_with(|| library_text(spec));
        assert_eq!(text.matches(clause.as_str()).count(), 1, "{spec} has one `{clause}`");
        *text = text.replace(clause.as_str(), broken);
    }
    for ([spec, fault, check, states], text) in &mutants {
        let run = korrel_on(text, &["find", "-", check, "-n", "1", "--bare", "-q"]);
        let found =
            run.records().first().map(|trace| trace["states"].as_array().map_or(0, Vec::len));
        assert_eq!(found, states.parse().ok(), "{spec}, {fault}: {}", run.stderr);
    }
    let specs: std::collections::BTreeSet<&String> = mutants.keys().map(|key| &key[0]).collect();
    assert_eq!(specs.len(), 9, "token_ring.als has its fault as a scope");
}

/// If it failed, the tables would not be those of the witness.
#[test]
#[ignore = "python3: cargo test -p korrel --test program protocols -- --ignored"]
fn the_tables_of_protocols_are_those_of_the_witness() {
    let run = std::process::Command::new("python3")
        .arg(root().join("tests/protocols/witness.py"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("python3 can be started");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
