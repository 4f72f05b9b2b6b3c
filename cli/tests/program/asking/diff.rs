//! `korrel diff SPEC P Q`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use crate::program::{ENDLESS, file, korrel, korrel_on, library_text, path};

/// The keys of all instances of a command, and how many objects each has.
fn keys(spec: &str, command: &str, scope: &str) -> BTreeMap<String, usize> {
    let run = korrel(&["find", spec, command, "--scope", scope, "--keys", "-q"]);
    let of = |one: Json| {
        let size = one["objects"].as_object().map_or(0, serde_json::Map::len);
        (one["key"].as_str().expect("it has a key").to_owned(), size)
    };
    run.instances().into_iter().map(of).collect()
}

/// Three invariants of red-black trees that say less, and three that say more.
const CHANGES: [(&str, &str); 6] = [
    ("all e: nodes | e !in e.^(left + right)", ""),
    ("e.color = RED && some e.left + e.right => (e.left + e.right).color = BLACK", "some e"),
    ("no t.root.parent\n", "\n"),
    ("no t.root.parent\n", "no t.root.parent  t.root.color = BLACK\n"),
    ("e1.key != e2.key", "e1.key < e2.key or e1.key > plus[e2.key, 1]"),
    ("Node = nodes", "Node = nodes  lone Node"),
];

/// Compares a difference with the difference of the two lists, with a changed invariant beside the
/// old one.
fn compare(at: usize, scope: &str) -> [usize; 2] {
    let text = library_text("red_black_tree");
    let (_, rest) = text.split_once("pred repOk").expect("the spec has the invariant");
    let (body, _) = rest.split_once("\nrun repOk").expect("a command follows it");
    let (old, new) = CHANGES[at];
    assert!(body.contains(old), "{old}");
    let text = format!("{text}\npred changed{}\n", body.replace(old, new));
    let file = file("diff", &format!("{at}.als"), &text);
    let spec = path(&file);
    let [old, new] = ["repOk", "changed"].map(|predicate| keys(spec, predicate, scope));
    let run =
        korrel(&["diff", spec, "repOk", "changed", "--scope", scope, "-n", "0", "--keys", "-q"]);
    let end = run.end();
    assert_eq!(end["status"], "complete", "{}", run.stderr);
    let mut counts = [0, 0];
    for (side, (name, own, other)) in
        [("repOk", &old, &new), ("changed", &new, &old)].into_iter().enumerate()
    {
        let expected: BTreeMap<&String, usize> =
            own.iter().filter(|(key, _)| !other.contains_key(*key)).map(|(k, v)| (k, *v)).collect();
        let found = run.instances().into_iter().filter(|one| one["only"] == name);
        let found: Vec<String> =
            found.map(|one| one["key"].as_str().expect("a key").to_owned()).collect();
        let distinct: BTreeSet<&String> = found.iter().collect();
        assert_eq!(distinct, expected.keys().copied().collect(), "{name} {at}");
        assert_eq!(distinct.len(), found.len());
        let mut sizes: BTreeMap<String, u64> = BTreeMap::new();
        expected.values().for_each(|size| *sizes.entry(size.to_string()).or_default() += 1);
        let told = json!({
            "of": name, "count": found.len(), "complete": true, "by_size": sizes
        });
        assert_eq!(end["only"][side], told);
        counts[side] = found.len();
    }
    assert_eq!(run.code, Some(if counts == [0, 0] { 0 } else { 1 }));
    counts
}

/// If this failed, a user who changes an invariant would be told of too few differences, or of
/// others.
#[test]
fn a_difference_is_that_of_the_lists() {
    let scope = "exactly 1 Tree, 1 Node, 0..1 Int";
    for at in 0..6 {
        let [less, more] = compare(at, scope);
        if at < 3 {
            assert_eq!(less, 0, "what says less forbids nothing new: {at}");
        } else {
            assert_eq!(more, 0, "what says more allows nothing new: {at}");
        }
    }
}

#[test]
#[ignore = "minutes in a debug build: cargo test --release -p korrel --test program diff -- --ignored"]
fn a_difference_is_that_of_the_lists_in_larger_scopes() {
    let counts: Vec<[usize; 2]> =
        (0..6).map(|at| compare(at, "exactly 1 Tree, 3 Node, 0..3 Int")).collect();
    assert!(counts.iter().filter(|[less, more]| less + more > 0).count() > 3, "{counts:?}");
}

const LISTS: &str = "sig N { next: lone N }
    pred acyclic { no n: N | n in n.^next }
    pred short { acyclic  no next.next }
    pred same { all n: N | n !in n.^next }
    run acyclic for 3";

/// The smallest of each side is shown, and both are counted.
#[test]
fn the_smallest_of_each_side_is_shown() {
    let run = korrel_on(LISTS, &["diff", "-", "acyclic", "short"]);
    assert_eq!(run.code, Some(1));
    let instances = run.instances();
    assert_eq!(instances.len(), 1, "{}", run.stdout);
    assert_eq!(instances[0]["only"], "acyclic");
    assert_eq!(run.header()["diff"], json!(["acyclic", "short"]));
    assert_eq!(run.end()["only"][0]["by_size"], json!({ "3": 1 }));
    assert!(
        run.stderr.contains("`acyclic` allows 1 that `short` does not: 1 of size 3"),
        "{}",
        run.stderr
    );
    let other =
        korrel_on(LISTS, &["diff", "-", "some N", "lone N", "--scope", "2", "-n", "0", "-q"]);
    let sides: Vec<Json> = other.instances().iter().map(|one| one["only"].clone()).collect();
    assert_eq!(sides.iter().filter(|side| **side == json!("lone N")).count(), 1, "no N at all");
    let same = korrel_on(LISTS, &["diff", "-", "acyclic", "same"]);
    assert_eq!((same.code, same.instances().len()), (Some(0), 0));
}

/// If it failed, two predicates would be called the same that a few more integers tell apart.
#[test]
fn what_overflows_is_not_the_same() {
    let spec = |bits: u32| {
        format!(
            "sig A {{ k: Int }} pred wide {{ some a: A | plus[a.k, 3] > 4 }} pred any {{ some A }}
            pred empty {{ no A }} run wide for 2 A, {bits} Int"
        )
    };
    let diff = |bits, p, q| korrel_on(&spec(bits), &["diff", "-", p, q, "--command", "wide"]);
    let few = diff(3, "any", "wide");
    assert_eq!((few.code, few.end()["count"].clone()), (Some(3), json!(0)), "{}", few.stderr);
    assert_eq!(few.end()["only"][0]["undecided"], true);
    assert_eq!(few.end()["only"][1].get("undecided"), None, "what is large is there");
    for text in ["W0001", "`any` allows 0 that `wide` does not within these integers", "wrap"] {
        assert!(few.stderr.contains(text), "{text}: {}", few.stderr);
    }
    assert_eq!(diff(5, "any", "wide").code, Some(1));
    let plain = diff(3, "any", "not empty");
    assert_eq!((plain.code, plain.stderr.contains("integers")), (Some(0), false));
}

/// A comparison that cannot be made is a mistake of the command line; a search that was cut off
/// says so.
#[test]
fn mistakes_and_stops_are_told() {
    let spec = "sig A { r: lone A } pred p[a: A] { some a.r } pred q { some A } run q for 2";
    let cases: [(&[&str], &str); 5] = [
        (&["p", "nope"], "there is no name `nope`"),
        (&["q", "p"], "missing: `a: A`"),
        (&["p", "#A"], "`#A` is no formula"),
        (&["p", "q", "--command", "r"], "there is no command"),
        (&["p"], "required arguments were not provided"),
    ];
    for (arguments, message) in cases {
        let run = korrel_on(spec, &[&["diff", "-"], arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.stderr.contains(message), "{arguments:?}: {}", run.stderr);
    }
    assert_eq!(
        korrel_on(spec, &["diff", "-", "p", "q", "-q"]).code,
        Some(1),
        "the roots are those of p"
    );
    let run = korrel_on(ENDLESS, &["diff", "-", "some r", "no A", "--timeout", "1s"]);
    let end = run.end();
    assert_eq!(
        (end["status"].as_str(), end["only"][0]["complete"].clone()),
        (Some("timeout"), json!(false))
    );
}
