//! `korrel sql diff --mutants`: what the databases kill on which two queries are the same.

use serde_json::{Value as Json, json};

use super::predicates::{Query, Random};
use super::sql::{asked, record};
use super::suites::{SCHEMA, bag, databases, engine, fill, seed};

/// If it failed, nobody could say whether databases on which two queries are the same would show a mistake.
#[test]
fn a_certificate_says_what_its_databases_kill() {
    let schema = "CREATE TABLE t (a INTEGER, b INTEGER);";
    let queries = ["SELECT b FROM t WHERE a <> b", "SELECT b FROM t WHERE NOT a = b"];
    let json = ["--mutants", "--format", "json"];
    let of = |rows: &str| {
        let run =
            asked("sharp", "diff", schema, &queries, &[&["--rows", rows], &json[..]].concat());
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
        record(&run)["mutants"].clone()
    };
    let two = of("2");
    assert_eq!(
        (&two["status"], &two["killed"], &two["of"]),
        (&json!("complete"), &json!(8), &json!(8))
    );
    // One row of two values, either of which may be the greater one, is tried once. With one row nothing comes twice.
    let one = of("1");
    let states = one["mutants"].as_array().expect("there are some").iter();
    let states: Vec<(&str, &str)> = states
        .map(|mutant| {
            (
                mutant["text"].as_str().unwrap_or_default(),
                mutant["state"].as_str().unwrap_or_default(),
            )
        })
        .filter(|(_, state)| *state != "met")
        .collect();
    assert_eq!(one["killed"], json!(6));
    assert_eq!(states[0], ("SELECT → SELECT DISTINCT", "unmet"));
    assert!(states.len() == 2 && states[1].1 == "elsewhere", "{states:?}");
    let text = asked("sharp", "diff", schema, &queries, &["--rows", "1", "--mutants"]).stdout;
    assert!(text.contains("these databases tell 6 of 8 mutants of "), "{text}");
    assert!(
        text.contains("equal to it with up to 1 row in each table:\n  1:1  distinct  SELECT"),
        "{text}"
    );
    assert!(
        text.contains("told from it only by other values:\n  1:23  comparison  a <> b"),
        "{text}"
    );
    let check =
        asked("vain", "check", schema, &["SELECT b FROM t WHERE a IS NULL AND a > 0"], &json);
    assert_eq!(check.code, Some(0), "{}", check.stdout);
    assert!(record(&check)["mutants"]["killed"].as_u64() > Some(0), "{}", check.stdout);
    // Nothing is certified where there is a difference, nor of what is no SQL.
    let found = record(&asked("blunt", "diff", schema, &[queries[0], "SELECT 1 FROM t"], &json));
    assert_eq!((&found["status"], found.get("mutants")), (&json!("found"), None));
    let run = asked("cover", "cover", schema, &queries[..1], &["--mutants"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{}", run.stderr);
}

/// If it failed, a mutant would be called equal that a small database tells apart, or killed where none does.
#[test]
fn what_is_certified_is_so_on_all_databases() {
    let (all, engine, mut random) = (databases(), engine(), Random(seed() + 8));
    let more = ["--integers", "0..1", "--mutants", "--format", "json"];
    let (mut killed, mut equal) = (0, 0);
    for number in 0..4 {
        let text = Query::random(&mut random).text();
        let run = asked(&format!("certified{number}"), "diff", SCHEMA, &[&text, &text], &more);
        assert_eq!(run.code, Some(0), "{text}: {}", run.stderr);
        let certificate = record(&run)["mutants"].clone();
        let mutants = certificate["mutants"].as_array().expect("there are some");
        let mut told = vec![false; mutants.len()];
        for database in &all {
            fill(&engine, database);
            let own = bag(&engine, &text);
            for (mutant, told) in mutants.iter().zip(&mut told) {
                *told |= bag(&engine, mutant["query"].as_str().expect("a query")) != own;
            }
        }
        let is = |mutant: &Json, state: &str| mutant["state"] == state;
        for (mutant, told) in mutants.iter().zip(told) {
            assert!(
                is(mutant, "met") || is(mutant, "unmet") || is(mutant, "elsewhere"),
                "{mutant}"
            );
            assert_eq!(told, !is(mutant, "unmet"), "{text}: {mutant}");
        }
        let number = |state: &str| mutants.iter().filter(|mutant| is(mutant, state)).count();
        assert_eq!(certificate["killed"], json!(number("met")), "{text}");
        killed += number("met");
        equal += number("unmet");
    }
    assert!(killed > 40 && equal > 5, "{killed} {equal}");
}
