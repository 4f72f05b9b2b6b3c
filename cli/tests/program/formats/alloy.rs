//! Instances in Alloy's own notation.

use crate::program::{korrel, korrel_on};

/// If this failed, the predicate that Korrel writes would describe another instance, or none, or
/// not be Korrel's language.
#[test]
fn a_predicate_holds_of_its_instance_alone() {
    let library = [
        "red_black_tree",
        "doubly_linked_list",
        "file_system",
        "json_document",
        "commit_graph",
        "hash_table",
        "heap_array",
        "directed_graph",
        "object_list",
        "order_book",
    ];
    for name in library {
        let path = format!("specs/{name}.als");
        let spec = std::fs::read_to_string(
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(&path),
        )
        .expect("a spec");
        let found = korrel(&["find", &path, "--keys", "-n", "40"]).instances();
        for id in [0, 7, found.len() - 1] {
            same(&spec, &path, id, &found[id.min(found.len() - 1)]["key"]);
        }
    }
}

/// An order, strings, negative numbers, subset sigs, sets as parameters.
#[test]
fn a_predicate_says_what_is_hard_to_say() {
    let spec = "open util/ordering[Time] as time
        abstract sig Thing { name: lone String } sig A, B extends Thing {} sig Marked in Thing { how: Int -> Time }
        one sig Here extends Thing {} sig Time { at: set Thing }
        fact { all t: Thing | t.name in \"a\\\"b\" + \"c\" }
        pred p[xs: set Thing, n: Int, t: lone Time] { some how and some B and n < 0 and #xs = 2 and some name }
        run p for exactly 4 Thing, exactly 2 Time, -2..1 Int";
    let found = korrel_on(spec, &["find", "-", "--keys", "-n", "30"]).instances();
    assert_eq!(found.len(), 30);
    for id in [0, 11, 29] {
        same(spec, "-", id, &found[id]["key"]);
    }
}

fn same(spec: &str, path: &str, id: usize, key: &serde_json::Value) {
    let id = id.to_string();
    let arguments = ["show", path, "--format", "alloy-predicate", "--id", &id];
    let shown = if path == "-" { korrel_on(spec, &arguments) } else { korrel(&arguments) };
    if shown.code == Some(1) {
        return;
    }
    let both = format!("{spec}\n{}", shown.stdout);
    let found = korrel_on(&both, &["find", "-", &format!("instance{id}"), "--keys"]);
    let keys: Vec<_> = found.instances().iter().map(|heap| heap["key"].clone()).collect();
    assert_eq!(keys, std::slice::from_ref(key), "{path}\n{}\n{}", shown.stdout, found.stderr);
}

/// If this changes, Alloy's viewer may not read it: Alloy writes the same for the same instance of
/// this spec, except for the order of tuples.
#[test]
fn xml_is_alloys() {
    let spec = "abstract sig Object { parent: lone Dir, size: one Int }
        sig Dir extends Object { entries: Name -> lone Object }
        sig File extends Object {}
        sig Name {}
        sig Hidden in Object { why: set Name }
        one sig Root extends Dir {}
        run { some File and some Hidden and some why and some entries } for 3 but 3 Int";
    let shown = korrel_on(spec, &["show", "-", "--format", "alloy-xml"]);
    insta::assert_snapshot!(shown.stdout);
    let several = korrel_on(spec, &["find", "-", "--format", "alloy-xml"]);
    assert_eq!(several.code, Some(2));
    let stream = korrel_on(spec, &["find", "-", "-n", "1"]).stdout;
    let shown = korrel_on(&stream, &["show", "-", "--format", "alloy-xml"]);
    assert!(shown.stderr.contains("needs the spec"), "{}", shown.stderr);
}

const BEHAVIOUR: &str = "sig P { var next: lone P } var sig T in P {} one sig R { var at: lone P }
    var sig Q {} pred p[x: P] { x in T and always (T' != T and some R.at') and some Q }
    run p for 2 but 1..3 steps, 2 Q";

/// If this changes, Alloy's viewer may not read it: an instance for each state, as Alloy writes traces, and the same names
/// in all of them.
#[test]
fn xml_of_a_trace_is_alloys() {
    let shown = korrel_on(BEHAVIOUR, &["show", "-", "--format", "alloy-xml", "--id", "20"]);
    insta::assert_snapshot!(shown.stdout);
}

/// If this failed, a trace that goes to Alloy and comes back would be another one: its key says that it is the same.
#[test]
fn a_written_trace_is_read_again() {
    let found = korrel_on(BEHAVIOUR, &["find", "-", "--keys", "-n", "60"]).instances();
    let folder = tempfile::tempdir().expect("there is room");
    let spec = folder.path().join("behaviour.als");
    std::fs::write(&spec, BEHAVIOUR).expect("there is room");
    let spec = spec.to_str().expect("the folder's name is a text");
    for id in (0..60).step_by(7) {
        let xml = korrel(&["show", spec, "--format", "alloy-xml", "--id", &id.to_string()]).stdout;
        let judged = korrel_on(&xml, &["eval", spec, "--heap", "-", "--keys", "p"]);
        assert_eq!(judged.code, Some(0), "{}{}", judged.stdout, judged.stderr);
        let line: serde_json::Value = serde_json::from_str(&judged.stdout).expect("it is a line");
        assert_eq!(line["key"], found[id]["key"], "{id}\n{xml}");
        assert_eq!(line["holds"], true, "{id}");
    }
}

/// If it failed, Alloy would be told of another command: of a sig that is not there, or of two scopes.
#[test]
fn a_command_is_named_as_alloy_names_it() {
    for (scope, named) in [
        ("for\n  2 but 3 Int, // for\n 1 Integral", "Run p for 2 but 3 int, 1 Integral"),
        ("", "Run p"),
    ] {
        let spec = format!("sig Integral {{}} pred p {{ some \"a for b\" }} run p {scope}");
        let shown = korrel_on(&spec, &["show", "-", "--format", "alloy-xml"]);
        assert!(shown.stdout.contains(&format!("command=\"{named}\"")), "{}", shown.stdout);
    }
}

const SAVED: &str = "open util/ordering[T] as ord  open util/boolean
    sig T { b: Bool, s: seq T, n: Int -> lone T }  enum C { R, G }
    sig S in T { c: C -> T, k: lone C }  one sig O { q: set T }
    pred p[x: T, y: set T] { some s and some c and some n and some S }
    run p for 2 but 2 Int";

/// If this failed, an instance that Alloy's viewer has saved would be another one here: its key says that it is the same.
#[test]
fn a_saved_instance_is_read_again() {
    let found = korrel_on(SAVED, &["find", "-", "--keys", "-n", "40"]).instances();
    let folder = tempfile::tempdir().expect("there is room");
    let spec = folder.path().join("saved.als");
    std::fs::write(&spec, SAVED).expect("there is room");
    let spec = spec.to_str().expect("the folder's name is a text");
    for id in [0, 17, 39] {
        let xml = korrel(&["show", spec, "--format", "alloy-xml", "--id", &id.to_string()]).stdout;
        let judged = korrel_on(&xml, &["eval", spec, "--heap", "-", "--keys", "p"]);
        assert_eq!(judged.code, Some(0), "{}{}", judged.stdout, judged.stderr);
        let line: serde_json::Value = serde_json::from_str(&judged.stdout).expect("it is a line");
        assert_eq!(line["key"], found[id]["key"], "{id}");
        assert_eq!(line["holds"], true, "{id}");
        let shown = korrel_on(&xml, &["show", "-"]);
        assert!(shown.code == Some(0) && shown.stdout.contains("T$0"), "{}", shown.stderr);
    }
    let broken = korrel_on("<alloy><instance>", &["show", "-"]);
    assert_eq!(broken.code, Some(2), "{}", broken.stderr);
    assert!(broken.stderr.contains("this is no XML of Alloy"), "{}", broken.stderr);
}

/// If this failed, a trace that Alloy has saved would be judged as its first state.
#[test]
fn a_saved_trace_is_judged_state_by_state() {
    let state = |atom: &str| {
        format!(
            "<instance bitwidth=\"4\" maxseq=\"-1\" command=\"c\" filename=\"f\" tracelength=\"2\" backloop=\"1\">\
             <sig label=\"univ\" ID=\"2\" builtin=\"yes\"></sig>\
             <sig label=\"this/A\" ID=\"4\" parentID=\"2\"><atom label=\"A$0\"/></sig>\
             <sig label=\"this/S\" ID=\"5\" var=\"yes\">{atom}<type ID=\"4\"/></sig></instance>\n"
        )
    };
    let xml = format!("<alloy>\n{}{}</alloy>\n", state(""), state("<atom label=\"A$0\"/>"));
    let folder = tempfile::tempdir().expect("there is room");
    let heap = folder.path().join("trace.xml");
    std::fs::write(&heap, xml).expect("there is room");
    let heap = heap.to_str().expect("the folder's name is a text");
    let spec =
        "sig A {}  var sig S in A {}  run go { no S and after always some S } for 1 A, 2 steps";
    let judged = |formula: &str| korrel_on(spec, &["eval", "-", "--heap", heap, formula]).code;
    assert_eq!((judged("no S and after always some S"), judged("always no S")), (Some(0), Some(1)));
    let drawn = korrel(&["show", heap]).stdout;
    assert!(drawn.contains("state 1") && drawn.contains("in S"), "{drawn}");
}

/// If this failed, what people have saved would be no heap for half of the commands that read heaps, or another one than the
/// same instance in JSON.
#[test]
fn each_command_that_reads_heaps_reads_saved_ones() {
    let folder = tempfile::tempdir().expect("there is room");
    let written = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("there is room");
        path.to_str().expect("the folder's name is a text").to_owned()
    };
    let spec_of = |body: &str| {
        format!(
            "sig N {{ next: lone N }} sig S in N {{}} pred p[n: N] {{ {body} }} run p for exactly 1 N"
        )
    };
    // Each in XML and in JSON.
    let saved = |name: &str, body: &str| {
        let spec = spec_of(body);
        let xml = korrel_on(&spec, &["show", "-", "--format", "alloy-xml"]).stdout;
        let json = korrel_on(&spec, &["find", "-", "-n", "1", "--bare"]).stdout;
        [written(&format!("{name}.xml"), &xml), written(&format!("{name}.jsonl"), &json)]
    };
    let spec = written("spec.als", &spec_of("some n"));
    let (good, bad) = (saved("good", "no n.next and no S"), saved("bad", "n.next = n and no S"));
    let both = |ask: &dyn Fn(&str, &str) -> crate::program::Run| {
        let [xml, json] = [0, 1].map(|form| ask(&good[form], &bad[form]));
        assert_eq!((xml.code, json.code), (Some(0), Some(0)), "{}{}", xml.stderr, json.stderr);
        (xml, json)
    };
    let (xml, json) = both(&|good, bad| {
        korrel(&["learn", &spec, "p", "--good", good, "--bad", bad, "--format", "json"])
    });
    assert_eq!(xml.stdout, json.stdout);
    let (xml, json) =
        both(&|good, _| korrel(&["choose", &spec, "p", "--mutants", "--examples", good]));
    assert_eq!(xml.stdout, json.stdout);
    let (xml, json) = both(&|good, _| korrel(&["find", &spec, "p", "--complete", good]));
    assert_eq!(xml.instances(), json.instances());
    assert_eq!(xml.instances().len(), 1, "an instance is complete");
    let folder_of_one = folder.path().join("one");
    std::fs::create_dir(&folder_of_one).expect("there is room");
    std::fs::copy(&good[0], folder_of_one.join("good.xml")).expect("there is room");
    let folder_of_one = folder_of_one.to_str().expect("the folder's name is a text");
    let chosen = korrel(&["choose", &spec, "p", "--mutants", "--examples", folder_of_one]);
    assert_eq!(
        chosen.stdout,
        korrel(&["choose", &spec, "p", "--mutants", "--examples", &good[0]]).stdout
    );

    // An instance of `p` is one that `p` must accept.
    let checked = korrel(&["check", &spec, "--examples", &good[0]]);
    assert_eq!(checked.code, Some(0), "{}{}", checked.stdout, checked.stderr);
    let stricter = written("stricter.als", &spec_of("some n.next"));
    let checked = korrel(&["check", &stricter, "--examples", &good[0]]);
    assert_eq!(checked.code, Some(1), "{}{}", checked.stdout, checked.stderr);
}

/// If this failed, an input that Alloy has found would not reach the program under test, or one would that is no input.
#[test]
fn a_test_replays_saved_instances() {
    let spec = "specs/merge_sort.als";
    let folder = tempfile::tempdir().expect("there is room");
    let path = |name: &str| folder.path().join(name);
    let replayed = || {
        let folder = folder.path().to_str().expect("the folder's name is a text");
        let driver = ["--", "python3", "examples/test/sort.py"];
        korrel(&[&["test", spec, "--format", "json", "--replay", folder], &driver[..]].concat())
    };
    let found = korrel(&["find", spec, "mergeSort_pre", "--keys", "-n", "6"]).instances();
    let xml = korrel(&["show", spec, "mergeSort_pre", "--format", "alloy-xml", "--id", "5"]).stdout;
    std::fs::write(path("a.xml"), &xml).expect("there is room");
    std::fs::write(path("b.xml"), xml.replace("Run mergeSort_pre", "Run other"))
        .expect("there is room");
    let run = replayed();
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let key = found[5]["key"].as_str().expect("it has a key");
    assert!(run.stdout.contains(&format!("\"smallest\":\"{key}\"")), "{}", run.stdout);
    assert!(run.stdout.contains("\"inputs\":1"), "{}", run.stdout);
    assert!(run.stderr.contains("other operation"), "{}", run.stderr);

    let circle = xml.replacen(
        "<atom label=\"Node$0\"/> <atom label=\"Node$1\"/>",
        "<atom label=\"Node$0\"/> <atom label=\"Node$0\"/>",
        1,
    );
    assert_ne!(circle, xml);
    std::fs::write(path("c.xml"), circle).expect("there is room");
    let refused = replayed();
    assert_eq!(refused.code, Some(2), "{}{}", refused.stdout, refused.stderr);
    assert!(
        refused.stderr.contains("c.xml") && refused.stderr.contains("n !in n.^next"),
        "{}",
        refused.stderr
    );
}
