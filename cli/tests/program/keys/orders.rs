//! Orders that the numbers of objects tell, and orders that they do not.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::generator::Random;
use super::{keys, reference};
use crate::program::{file, korrel, korrel_on};

/// The number of specs, and the greatest number of instances of each.
const SPECS: usize = 60;
const INSTANCES: &str = "200";

/// The sigs that can be ordered, with the least that each needs of the spec.
const ORDERED: [&str; 8] = ["A", "B", "C", "X", "M", "S", "T", "B"];

/// Several orders on one hierarchy, subset sigs and unions among what is ordered.
fn spec(random: &mut Random) -> String {
    let mut ordered: Vec<&str> = Vec::new();
    for _ in 0..1 + random.below(3) {
        let sig = random.one_of(&ORDERED);
        if !ordered.contains(&sig) {
            ordered.push(sig);
        }
    }
    let alias = random.one_of(&["", " as o"]);
    let open = |(at, sig): (usize, &&str)| match alias {
        "" => format!("open util/ordering[{sig}]\n"),
        alias => format!("open util/ordering[{sig}]{alias}{at}\n"),
    };
    let mut text: String = ordered.iter().enumerate().map(open).collect();
    let field = random.one_of(&["", "f: lone A", "f: set A", "f: lone B"]);
    text += &format!("{}sig A {{ {field} }}\n", random.one_of(&["", "", "abstract "]));
    text += &format!("sig B extends {} {{}}\n", random.one_of(&["A", "A", "X"]));
    text += "sig C extends B {}\n";
    text += &format!("{}sig X extends A {{}}\n", random.one_of(&["", "one ", "lone "]));
    text += "sig M {}\n";
    text += &format!("sig S in {} {{}}\n", random.one_of(&["A", "B", "X", "Int"]));
    text += &format!("sig T in {} {{}}\n", random.one_of(&["A + M", "S", "B + C", "M"]));
    if !alias.is_empty() && random.chance(1, 2) {
        let fact = random.one_of(&["some o0/first", "o0/first != o0/last", "some o0/next"]);
        text += &format!("fact {{ {fact} }}\n");
    }
    if field.starts_with("f: lone") && ordered.len() == 1 && alias.is_empty() {
        text += "fact { some first & A => some (first & A).f }\n";
    }
    let exactly = random.one_of(&["", "exactly ", "1.."]);
    let scope = format!("{exactly}{}", 2 + random.below(2));
    text + &format!("run {{}} for {scope} A, {} B, 1 M, 0..1 Int\n", 1 + random.below(2))
}

/// If it failed, two instances would have one key or one line, a line of `find` not be an instance for
/// `eval`, or an instance not be found by its key.
#[test]
fn every_order_is_told() {
    let mut random = Random(30);
    let (mut told, mut streams) = (0, 0);
    for number in 0..SPECS {
        let text = spec(&mut random);
        let path = file("orders", &format!("{number}.als"), &text);
        let path = path.to_str().expect("UTF-8");
        let run = korrel(&["find", path, "-q", "--keys", "-n", INSTANCES]);
        if run.code != Some(0) {
            assert!(run.code == Some(1) || run.stderr.contains("error[E"), "{text}{}", run.stderr);
            continue;
        }
        let found = run.instances();
        let names = keys(&found);
        let different: BTreeSet<&String> = names.iter().collect();
        assert_eq!(different.len(), names.len(), "{text}{}", run.stdout);
        let body = |record: &Json| {
            format!("{}{}{}", record["objects"], record["sets"], record["relations"])
        };
        let bodies: BTreeSet<String> = found.iter().map(body).collect();
        assert_eq!(bodies.len(), found.len(), "{text}{}", run.stdout);
        let records: String = found.iter().map(|record| format!("{record}\n")).collect();
        let judged = korrel_on(&records, &["eval", path, "--heap", "-", "-q", "--keys"]);
        assert_eq!(judged.code, Some(0), "{text}{}\n{}", judged.stdout, judged.stderr);
        assert_eq!(keys(&judged.records()), names, "{text}");
        let last = names.len() - 1;
        let again = korrel(&["find", path, "-q", "--bare", "--key", &names[last]]);
        assert_eq!(again.instances()[0]["objects"], found[last]["objects"], "{text}");
        assert_eq!(again.instances()[0]["relations"], found[last]["relations"], "{text}");
        streams += 1;
        told += usize::from(found[0]["relations"].is_object());
    }
    assert!(streams > SPECS / 3 && told > SPECS / 10, "{told} of {streams}");
}

/// If it failed, a second implementation would call an instance with such an order otherwise.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn keys_of_orders_are_those_of_the_reference_program() {
    let mut random = Random(31);
    for number in 0..40 {
        let text = spec(&mut random);
        let path = file("orders", &format!("reference{number}.als"), &text);
        let run = korrel(&["find", path.to_str().expect("UTF-8"), "-q", "--keys", "-n", "40"]);
        if run.code == Some(0) {
            assert_eq!(keys(&run.instances()), reference(&run.stdout), "{text}");
        }
    }
}

const TWO: &str = "open util/ordering[A] as oa open util/ordering[B] as ob sig A {}
    sig B extends A {} run { oa/first = ob/last } for exactly 2 A, exactly 2 B";

/// If it failed, a heap that leaves the order out would be refused or have no key, or a drawing show two
/// instances alike.
#[test]
fn an_order_is_read_and_drawn() {
    let spec = file("orders", "two.als", &TWO.replace("oa/first = ob/last", ""));
    let spec = spec.to_str().expect("UTF-8");
    let found = korrel(&["find", spec, "--keys"]).instances();
    assert_eq!(found[0]["relations"]["ob/next"], serde_json::json!([["B$0", "B$1"]]));
    assert_eq!(found[1]["relations"]["ob/next"], serde_json::json!([["B$1", "B$0"]]));
    let bare = r#"{"roots":{},"objects":{"B$0":{"$type":"B"},"B$1":{"$type":"B"}}}"#;
    let judged = korrel_on(bare, &["eval", spec, "--heap", "-", "--keys", "ob/first"]);
    assert_eq!(judged.records()[0]["key"], found[0]["key"], "{}", judged.stderr);
    assert_eq!(judged.records()[0]["values"][0]["value"], serde_json::json!([["B$0"]]));
    let cyclic = bare
        .replace("}}}", "}},\"relations\":{\"ob/next\":[[\"B$0\",\"B$1\"],[\"B$1\",\"B$0\"]]}}");
    assert_eq!(korrel_on(&cyclic, &["eval", spec, "--heap", "-"]).code, Some(1));
    for format in ["text", "svg", "dot", "table"] {
        let drawn = |id| korrel(&["show", spec, "--id", id, "--format", format]).stdout;
        let (first, second) = (drawn("0"), drawn("1"));
        assert!(first.contains("ob/next") && second.contains("ob/next"), "{format}: {first}");
        assert_ne!(first.replace("instance 0", ""), second.replace("instance 1", ""), "{format}");
    }
}

/// If it failed, an instance that `find` lists would violate its own spec.
#[test]
fn a_chosen_order_holds_in_its_record() {
    let spec = file("orders", "chosen.als", TWO);
    let spec = spec.to_str().expect("UTF-8");
    let found = korrel(&["find", spec]);
    assert_eq!(found.instances().len(), 1);
    let judged = korrel_on(&found.stdout, &["eval", spec, "--heap", "-"]);
    assert_eq!(judged.code, Some(0), "{}", judged.stderr);
}
