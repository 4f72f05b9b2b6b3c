//! Ids above 2⁶⁴: what is counted can be gone to.

use num_bigint::BigUint;
use serde_json::{Value, json};

use crate::program::{file, korrel, korrel_on, path};

/// 2⁷² instances: each tuple is there or not. Relations start empty, so in the one order an id's binary digits say which
/// of the tuples are there: those of a0 are its highest eight, b0 the lowest of them.
const BITS: &str =
    "enum A { a0, a1, a2, a3, a4, a5, a6, a7, a8 } enum B { b0, b1, b2, b3, b4, b5, b6, b7 }
    one sig S { m: A -> B } run {}";

/// Returns the tuples of an instance by the digits of its id alone.
fn tuples(id: &BigUint) -> Value {
    let pairs = (0..9u64).flat_map(|a| (0..8u64).map(move |b| (a, b)));
    let there = pairs.filter(|(a, b)| id.bit(8 * (8 - a) + b));
    there.map(|(a, b)| json!([format!("a{a}"), format!("b{b}")])).collect()
}

fn all() -> BigUint {
    BigUint::from(2u8).pow(72)
}

/// If it failed, an id would lead to another instance, or not at all.
#[test]
fn any_number_that_count_prints_is_an_id() {
    assert_eq!(korrel_on(BITS, &["count", "-"]).stdout, format!("{}\n", all()));
    let word = BigUint::from(2u8).pow(64);
    let odd = (&word << 7) + 12_345u32;
    for id in [&word - 1u8, word.clone(), &word + 1u8, odd, all() - 1u8] {
        let run = korrel_on(BITS, &["find", "-", "--id", &id.to_string(), "--bare"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let begin = format!("{{\"kind\":\"instance\",\"id\":{id},");
        assert!(run.stdout.starts_with(&begin), "{}", run.stdout);
        let record: Value = serde_json::from_str(&run.stdout).expect("one line of JSON");
        assert_eq!(record["objects"]["S$0"]["m"], tuples(&id), "{id}");
    }
    for id in [all(), all() * 1_000u32] {
        let run = korrel_on(BITS, &["find", "-", "--id", &id.to_string()]);
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        assert!(run.stderr.contains(&format!("no instance has the id {id}")), "{}", run.stderr);
    }
}

/// If it failed, a stream that begins late could not be gone on with, or would begin again.
#[test]
fn a_stream_goes_on_after_a_large_id() {
    let spec = file("ids", "bits.als", BITS);
    let after = (all() - 4u8).to_string();
    let end = korrel(&["find", path(&spec), "--after", &after]);
    let lines = end.instances();
    assert_eq!(lines.len(), 3, "{}", end.stdout);
    let first = korrel(&["find", path(&spec), "--after", &after, "-n", "1"]);
    let begun = file("ids", "begun.jsonl", &first.stdout);
    let rest = korrel(&["find", path(&spec), "--after", path(&begun)]);
    assert_eq!([first.instances(), rest.instances()].concat(), lines);
    let last = (all() - 2u8).to_string();
    let drawn = korrel(&["show", path(&begun), "--id", &(all() - 3u8).to_string()]);
    assert_eq!((drawn.code, drawn.stdout.is_empty()), (Some(0), false), "{}", drawn.stderr);
    assert_eq!(korrel(&["show", path(&begun), "--id", &last]).code, Some(1));
    let beyond = korrel(&["find", path(&spec), "--after", &all().to_string()]);
    let said = format!("the last one has the id {}", all() - 1u8);
    assert!(beyond.code == Some(2) && beyond.stderr.contains(&said), "{}", beyond.stderr);
}

/// If it failed, a search would seem to go on that cannot end.
#[test]
fn an_id_that_nothing_leads_to_is_refused() {
    let graphs = "sig N { e: set N } run {} for exactly 12 N";
    let run = korrel_on(graphs, &["find", "-", "--id", "100000000000000000000"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("the id 100000000000000000000 is out of reach"), "{}", run.stderr);
    let run = korrel_on(graphs, &["find", "-", "--id", "1e3"]);
    assert!(run.code == Some(2) && run.stderr.contains("an id is a number"), "{}", run.stderr);
}
