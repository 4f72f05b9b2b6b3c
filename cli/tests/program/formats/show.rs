//! `korrel show` and the formats of `find`. Each test shows that its flag acts.

use crate::program::{korrel, korrel_on};

const TREES: &str = "specs/binary_tree.als";

/// Else people would see another instance than they asked for.
#[test]
fn shows_the_instance_that_is_asked_for() {
    let first = korrel(&["show", TREES, "two_nodes"]);
    assert_eq!(first.code, Some(0));
    assert_eq!(first.stdout, "instance 0\nBinaryTree$0\n└─ root: Node$0\n   └─ left: Node$1\n");
    let second = korrel(&["show", TREES, "two_nodes", "--id", "1"]);
    assert_eq!(second.stdout, first.stdout.replace("e 0", "e 1").replace("left", "right"));
    let both = korrel(&["show", TREES, "two_nodes", "-n", "0"]);
    assert_eq!(both.stdout, format!("{}\n{}", first.stdout, second.stdout));
    let key = korrel(&["find", TREES, "two_nodes", "--keys"]).instances()[1]["key"].clone();
    let by_key = korrel(&["show", TREES, "two_nodes", "--key", key.as_str().expect("a key")]);
    assert!(by_key.stdout.contains("right: Node$1"), "{}", by_key.stdout);
    let none = korrel(&["show", TREES, "two_nodes", "--id", "7"]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(1), ""));
    assert!(none.stderr.contains("no instance has the id 7"), "{}", none.stderr);
}

/// Else a stream that is drawn later looks otherwise than the search that wrote it.
#[test]
fn a_stream_is_drawn_as_its_search() {
    let stream = korrel(&["find", TREES, "--keys"]).stdout;
    for format in ["text", "table", "dot", "svg", "html"] {
        let found = korrel(&["find", TREES, "--keys", "--format", format]);
        let shown = korrel_on(&stream, &["show", "-", "-n", "0", "--format", format]);
        assert_eq!((shown.code, shown.stdout), (Some(0), found.stdout), "{format}");
    }
    // A shell of Windows puts a mark before what it writes into a file.
    let marked = korrel_on(&format!("\u{feff}{stream}"), &["show", "-", "-n", "0"]);
    let plain = korrel_on(&stream, &["show", "-", "-n", "0"]);
    assert_eq!((marked.code, marked.stdout, marked.stderr), (Some(0), plain.stdout, plain.stderr));
    let one = korrel_on(&stream, &["show", "-", "--id", "4"]);
    assert_eq!(one.stdout.lines().next().map(|line| line.starts_with("instance 4")), Some(true));
    assert_eq!(korrel_on(&stream, &["show", "-", "--id", "99"]).code, Some(1));
    let broken = korrel_on("{\"kind\":\"instance\"}", &["show", "-"]);
    assert_eq!(broken.code, Some(2));
    assert!(broken.stderr.contains("line 1: no header came before it"), "{}", broken.stderr);
    let question = korrel_on(&stream, &["show", "-", "two_nodes"]);
    assert!(question.stderr.contains("a stream has no commands"), "{}", question.stderr);
}

/// Else a part is taken for all that was asked for.
#[test]
fn a_stream_that_is_not_whole_is_told() {
    let whole = korrel(&["find", TREES]).stdout;
    let count = whole.lines().count() - 2;
    let cut = &whole[..whole.rfind("{\"kind\":\"end\"").expect("an end")];
    let ended = |status: &str| {
        whole.replace("\"status\":\"complete\"", &format!("\"status\":\"{status}\""))
    };
    let all = ["show", "-", "-n", "0"];
    for (stream, words, code, told) in [
        (&*whole, &all[..], 0, ""),
        (&ended("limit"), &all, 0, ""),
        (cut, &all, 3, "the stream has no end record: it was cut off"),
        (&format!("{cut}{whole}"), &all, 3, "no end record"),
        (&ended("timeout"), &all, 3, "ends with the status `timeout`"),
        (&format!("{}{whole}", ended("memory")), &all, 3, "ends with the status `memory`"),
        // What was asked for is there.
        (cut, &["show", "-"], 0, ""),
        (cut, &["show", "-", "-n", &count.to_string()], 0, ""),
        (cut, &["show", "-", "-n", &(count + 1).to_string()], 3, "no end record"),
        (cut, &["show", "-", "--id", "1"], 0, ""),
        (cut, &["show", "-", "--id", "99"], 3, "no end record"),
        (&whole, &["show", "-", "--id", "99"], 1, "no such instance"),
    ] {
        let shown = korrel_on(stream, words);
        assert_eq!(shown.code, Some(code), "{words:?}: {}", shown.stderr);
        assert!(shown.stderr.contains(told), "{words:?}: {}", shown.stderr);
        assert_eq!(shown.stderr.is_empty(), told.is_empty(), "{words:?}: {}", shown.stderr);
    }
}

/// Else a trace looks like an instance without objects, or its loop like an end.
#[test]
fn a_trace_is_drawn_state_by_state() {
    let spec = "sig P { next: P } one sig Ring { var at: P }
        fact { always { Ring.at' = Ring.at.next and Ring.at != Ring.at' } }
        run {} for exactly 2 P";
    let states = "instance 0\n━━ state 0\nRing$0 ─at→ P$0 ─next→ P$1 ─next→ ^P$0\n━━ state 1\n\
                  Ring$0 ─at→ *P$1 ─next→ P$0 ─next→ ^P$1\n━━ then state 0 again\n";
    let shown = korrel_on(spec, &["show", "-"]);
    assert_eq!((shown.code, shown.stdout.as_str()), (Some(0), states));
    let stream = korrel_on(spec, &["find", "-"]).stdout;
    for format in ["text", "table", "dot", "svg", "html"] {
        let found = korrel_on(spec, &["find", "-", "--format", format]);
        let shown = korrel_on(&stream, &["show", "-", "-n", "0", "--format", format]);
        assert_eq!((shown.code, shown.stdout), (Some(0), found.stdout), "{format}");
    }
    let prefix = korrel_on(spec, &["show", "-", "--prefixes"]).stdout;
    assert!(prefix.ends_with("── a dead end: no state can follow\n"), "{prefix}");
    let goes_on = korrel_on(spec, &["show", "-", "--prefixes", "-n", "0"]).stdout;
    assert!(goes_on.contains("\n── and so on: nothing is said of what follows\n"), "{goes_on}");
}

const RING: &str = "sig P { next: P } one sig Ring { var at: P }
    fact { always { Ring.at' = Ring.at.next and Ring.at != Ring.at' } }
    run {} for exactly 2 P";

/// Else what happens to one object must be read from pictures of all.
#[test]
fn lanes_are_drawn_of_the_sigs_that_are_asked_for() {
    let shown = korrel_on(RING, &["show", "-", "--lanes", "P"]);
    let lanes = "instance 0\n\
                 P           P$0                 P$1\n\
                 ────────────────────────────────────────\n\
                 ━━ state 0  Ring.at             ·\n\
                 ━━ state 1  no longer Ring.at*  Ring.at*\n\
                 ━━ then state 0 again\n";
    assert_eq!((shown.code, shown.stdout.as_str()), (Some(0), lanes), "{}", shown.stdout);
    let stream = korrel_on(RING, &["find", "-"]).stdout;
    for format in ["text", "svg", "html"] {
        let flags = ["--lanes", "P", "--lanes", "Ring", "--format", format];
        let found = korrel_on(RING, &[&["find", "-"][..], &flags].concat());
        let shown = korrel_on(&stream, &[&["show", "-", "-n", "0"][..], &flags].concat());
        assert!(found.stdout.contains("Ring$0"), "{format}");
        assert_eq!((shown.code, shown.stdout), (Some(0), found.stdout), "{format}");
    }
    let itf = korrel_on(RING, &["find", "-", "--format", "itf"]).stdout;
    assert_eq!(
        korrel_on(&itf, &["show", "-", "--lanes", "P"]).stdout,
        lanes.replace(" 0\nP", "\nP")
    );
}

/// Else a slip in a sig's name gives an empty drawing, and lanes of a heap none.
#[test]
fn lanes_that_cannot_be_are_refused() {
    let stream = korrel_on(RING, &["find", "-"]).stdout;
    let heaps = korrel(&["find", TREES]).stdout;
    let foreign = r##"{"vars":["x"],"states":[{"x":1}]}"##;
    for (input, flags, message) in [
        (RING, &["--lanes", "rings"][..], "did you mean `Ring`?"),
        (RING, &["--lanes", "Process"], "there are P, Ring"),
        (RING, &["--lanes", "P", "--format", "dot"], "is drawn in `--format text`, svg and html"),
        (&stream, &["--lanes", "rings"], "did you mean `Ring`?"),
        (&heaps, &["--lanes", "Node"], "the instances are of one state"),
        (foreign, &["--lanes", "x"], "they have variables only, and no objects"),
        ("sig A {} run {}", &["--lanes", "A"], "the instances are of one state"),
    ] {
        let shown = korrel_on(input, &[&["show", "-"], flags].concat());
        assert_eq!((shown.code, shown.stdout.as_str()), (Some(2), ""), "{flags:?}");
        assert!(shown.stderr.contains(message), "{flags:?}: {}", shown.stderr);
    }
    let json = korrel_on(RING, &["find", "-", "--lanes", "P"]);
    assert_eq!(json.code, Some(2));
}

/// Else the traces that Apalache's server sends cannot be looked at.
#[test]
fn an_array_of_traces_is_drawn_as_its_traces() {
    let traces =
        r##"[{"vars":["x"],"states":[{"x":1},{"x":2}]}, {"vars":["y"],"states":[{"y":3}]}]"##;
    let all = korrel_on(traces, &["show", "-", "-n", "0"]);
    assert_eq!(all.code, Some(0), "{}", all.stderr);
    assert!(all.stdout.contains("x: 1") && all.stdout.contains("y: 3"), "{}", all.stdout);
    let first = korrel_on(traces, &["show", "-"]).stdout;
    assert!(first.contains("x: 2*") && !first.contains("y: 3"), "{first}");
    let second = korrel_on(traces, &["show", "-", "--id", "1"]).stdout;
    assert!(second.contains("y: 3") && !second.contains("x: 1"), "{second}");
    assert_eq!(korrel_on(traces, &["show", "-", "--id", "2"]).code, Some(1));
    let none = korrel_on("[1]", &["show", "-"]);
    assert_eq!(none.code, Some(2), "{}", none.stderr);
    assert!(none.stderr.contains("[0].trace"), "{}", none.stderr);
}

#[test]
fn each_format_is_what_it_is_called() {
    let start = |format: &str| {
        let run = korrel(&["show", TREES, "two_nodes", "--format", format]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout
    };
    assert!(start("json").starts_with("{\"kind\":\"header\""));
    assert!(start("table").contains("Node    left    right\n"));
    assert!(start("svg").starts_with("<svg "));
    assert!(start("dot").starts_with("digraph "));
    // A page has them all.
    let page = start("html");
    assert!(page.starts_with("<!doctype html>") && page.contains("\"id\":1"));
    let bare = korrel(&["find", TREES, "--bare", "--format", "text"]);
    assert_eq!(bare.code, Some(2));
}

/// If it failed, a page of a spec with many instances would fill the memory and never be written, or would hide some silently.
#[test]
fn a_page_ends_where_no_browser_would_open_it() {
    let spec = "one sig I { n: Int } run {} for 11 Int";
    let page =
        |limit: &[&str]| korrel_on(spec, &[&["show", "-", "--format", "html"], limit].concat());
    let cut = page(&[]);
    assert_eq!(cut.code, Some(0), "{}", cut.stderr);
    assert!(cut.stderr.contains("the page has 1000 instances"), "{}", cut.stderr);
    assert!(cut.stdout.contains("\"id\":999,") && !cut.stdout.contains("\"id\":1000,"));
    let asked = page(&["-n", "1001"]);
    assert!(asked.stderr.is_empty() && asked.stdout.contains("\"id\":1000,"), "{}", asked.stderr);
}

#[test]
fn width_theme_and_color_act() {
    let table = ["show", "specs/red_black_tree.als", "two_nodes", "--format", "table", "--width"];
    let wide = korrel(&[&table[..], &["80"]].concat());
    let narrow = korrel(&[&table[..], &["20"]].concat());
    assert!(narrow.stdout.lines().all(|line| line.chars().count() <= 20), "{}", narrow.stdout);
    assert!(narrow.stdout.lines().count() > wide.stdout.lines().count(), "{}", narrow.stdout);
    let dark = korrel(&["show", TREES, "--format", "svg", "--theme", "dark"]);
    let light = korrel(&["show", TREES, "--format", "svg"]);
    assert_ne!(dark.stdout, light.stdout);
    let colored = korrel(&["show", TREES, "--color", "always"]);
    assert!(colored.stdout.contains('\u{1b}'));
    assert!(!korrel(&["show", TREES]).stdout.contains('\u{1b}'));
}

/// Else the page shows, and filters by, values that are others than `eval`'s.
#[test]
fn by_evaluates_in_each_instance() {
    let by = ["--by", "#Node.left", "--by", "some Node.right", "--by", "Node.right"];
    let arguments = ["show", TREES, "two_nodes", "--format", "html"];
    let page = korrel(&[&arguments[..], &by].concat()).stdout;
    assert!(page.contains(r##""expressions":["#Node.left","some Node.right","Node.right"]"##));
    assert!(page.contains(r#""values":[["1"],["false"],["none"]]"#), "{page}");
    assert!(page.contains(r#""values":[["0"],["true"],["Node$1"]]"#), "{page}");
    // Of a trace, in each of its states.
    let by = ["--by", "Ring.at", "--by", "Ring.at = Ring.at'"];
    let trace = korrel_on(RING, &[&["show", "-", "--format", "html"][..], &by].concat()).stdout;
    assert!(trace.contains(r#""values":[["P$0","P$1"],["false","false"]]"#), "{trace}");
    // Below the drawing elsewhere, or refused.
    let tree = korrel(&[
        "show",
        TREES,
        "two_nodes",
        "--id",
        "1",
        "--by",
        "#Node.left",
        "--by",
        "Node.right",
    ]);
    assert!(tree.stdout.ends_with("\n#Node.left  0\nNode.right  Node$1\n"), "{}", tree.stdout);
    let drawn = korrel_on(RING, &["show", "-", "--by", "Ring.at"]).stdout;
    assert!(drawn.ends_with("\nRing.at  P$0; P$1\n"), "{drawn}");
    let refused = korrel(&["show", TREES, "--format", "svg", "--by", "#Node"]);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    assert!(refused.stderr.contains("text`, table and html"), "{}", refused.stderr);
    let wrong = korrel(&["show", TREES, "--format", "html", "--by", "Nude"]);
    assert_eq!(wrong.code, Some(2));
}

/// If it failed, what a spec says of its drawings would be heeded on the page, and not in a picture that is written.
#[test]
fn hints_of_the_spec_are_heeded() {
    let spec = "--@ up: hide
        sig N { next: lone N, up: lone N } run { some next and some up } for 2";
    for format in ["svg", "html", "dot"] {
        let drawn =
            |spec: &str| korrel_on(spec, &["show", "-", "-n", "1", "--format", format]).stdout;
        let labels = |text: &str| {
            ["up</text>", "[label=\"up", "▸ up"]
                .iter()
                .map(|label| text.matches(label).count())
                .sum::<usize>()
        };
        assert_eq!(labels(&drawn(spec)), 0, "{format}");
        assert!(labels(&drawn(&spec.replace("--@", "--"))) > 0, "{format}");
    }
}

/// If it failed, a set and the string that looks like it would be drawn alike, as in the traces of Apalache and Quint.
#[test]
fn values_of_a_foreign_trace_are_told_apart() {
    let trace = r##"{"vars":["m"],"states":[{"m":{"#map":[["a",{"#set":[{"#bigint":"1"}]}],["b","{1}"]]}}]}"##;
    let drawn = korrel_on(trace, &["show", "-"]);
    assert!(drawn.stdout.contains(r#"{"a": {1}, "b": "{1}"}"#), "{}{}", drawn.stdout, drawn.stderr);
}

/// If it failed, a text of some megabytes would take half a minute.
#[test]
fn a_long_text_is_shown_at_once() {
    let text = "x".repeat(2_000_000);
    let header = r#"{"kind":"header","format":"heapgraph/1","tool":"t","spec":"s","command":"c","symmetry":"none","roots":{"r":"R"},"types":{"R":{"t":"string"}},"enums":{}}"#;
    let record = format!(
        r#"{{"kind":"instance","id":0,"roots":{{"r":"R$0"}},"objects":{{"R$0":{{"$type":"R","t":"{text}"}}}}}}"#
    );
    let begun = std::time::Instant::now();
    let drawn = korrel_on(&format!("{header}\n{record}\n"), &["show", "-"]);
    assert_eq!(drawn.stdout.matches('x').count(), 2_000_000);
    assert!(begun.elapsed() < std::time::Duration::from_secs(15), "{:?}", begun.elapsed());
}
