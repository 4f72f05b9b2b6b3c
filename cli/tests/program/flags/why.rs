//! The reasons why nothing is found: the program tells which parts contradict each other.

use crate::program::{file, korrel, library_text, path};

/// The message about a spec of the library with one fact more.
fn explained(spec: &str, fact: &str, scope: &str) -> String {
    let text = library_text(spec);
    let file = file("why", &format!("{spec}.als"), &format!("{text}\nfact Wrong {{ {fact} }}\n"));
    let explain = || korrel(&["find", path(&file), "--bare", "--scope", scope]);
    // On a busy machine the second that may be spent on it can be over too early.
    let run = (0..10)
        .map(|_| explain())
        .find(|run| !run.stderr.contains("would take longer"))
        .unwrap_or_else(explain);
    assert_eq!(run.code, Some(1), "{spec}: {}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("the fact `Wrong`"), "{spec} does not name it: {}", run.stderr);
    run.stderr
}

/// The number of places that a message points at.
fn places(message: &str) -> usize {
    ["the fact `", "the declaration of `", "the multiplicity of `", "the scope of `", "asked for"]
        .iter()
        .map(|label| message.matches(label).count())
        .sum()
}

/// If this failed, the message would name everything, or leave out the wrong fact.
#[test]
fn a_wrong_fact_is_named_and_little_else() {
    let table = [
        ("binary_tree", "some n: Node | n in n.^(left + right)", "3"),
        ("heap_array", "HeapArray.size > HeapArray.length", "0..3 Int"),
        ("merge_sort", "some n: Node | n in n.^next", "exactly 1 List, 3 Node, 0..2 Int"),
        (
            "red_black_tree",
            "some n: Node | n.color + n.parent.color = RED and some n.parent",
            "exactly 1 Tree, 4 Node, 1..4 Int",
        ),
        ("search_tree", "some n: Node | some n.left and n.left = n.right", "4 Node, 1..4 Int"),
        ("singly_linked_list", "some n: Node | n.next = n", "exactly 1 List, 3 Node, 0..2 Int"),
        ("acyclic_graph", "some n: Node | n in n.^edges", "3 Node"),
        ("poset", "some disj x, y: Element | x in y.below and y in x.below", "3 Element"),
        ("n_queens", "some disj i, j: Int | Board.row[i] = Board.row[j]", "0..3 Int"),
        ("sorted_list", "some e: Entry | e.next.previous != e", "3 Entry, 1..3 Int"),
    ];
    for (spec, fact, scope) in table {
        let message = explained(spec, fact, scope);
        assert!(places(&message) <= 8, "{spec}: {message}");
    }
}

#[test]
fn what_is_asked_for_comes_first() {
    let spec = "sig A { r: lone A } fact Total { all a: A | some a.r }
        fact Other { lone A or some A }
        pred p { some A  no r } run p for 3";
    let file = file("why", "asked.als", spec);
    let run = korrel(&["find", path(&file)]);
    assert_eq!(run.code, Some(1));
    let message = run.stderr;
    assert_eq!(message.matches("asked for").count(), 2, "{message}");
    assert!(message.contains("the fact `Total`") && !message.contains("`Other`"), "{message}");
    // The end of several threads is no stop, which would leave the question open.
    assert_eq!(korrel(&["find", path(&file), "-j", "2"]).stderr, message);
}

/// If this failed, a whole predicate would be blamed for one line of it.
#[test]
fn a_conjunct_is_named_by_the_predicate_that_it_stands_in() {
    let spec = "sig A { r: lone A }
        pred fine { some A  all a: A | a.r != a and some a.r }
        pred odd { all a: A { no a.r.r  a not in a.r } }
        run { fine and odd } for 2";
    let file = file("why", "called.als", spec);
    let run = korrel(&["find", path(&file), "--bare"]);
    assert_eq!(run.stderr.matches("asked for by `fine`").count(), 2, "{}", run.stderr);
    assert_eq!(run.stderr.matches("asked for by `odd`").count(), 1, "{}", run.stderr);
}

/// If this failed, a long fact would be blamed as a whole for one comparison in it, or a part that is needed would be
/// left out. Each case: what is asked for, and the parts that are named, with their labels.
#[test]
fn a_contradiction_goes_down_to_sub_formulas() {
    let declared = "sig N { next: lone N, keys: N -> lone N }
fact long { all n: N | n.next != n and (some n.next implies some n.keys) and no n.next.next }
pred p { some n: N | some n.next.next and some n.keys }
pred q { some N => no N else some next }
";
    let long = ("no n.next.next", "in the fact `long`");
    let table: [(&str, &[(&str, &str)]); 7] = [
        ("p", &[long, ("some n: N", "in `p`"), ("some n.next.next", "in `p`")]),
        (
            "some n: N | #n.next > 1",
            &[("N, keys", "the multiplicity of `next`"), ("some n: N | #n.next > 1", "asked for")],
        ),
        (
            "some n: N | some m: N | #m.(n.keys) > 1 and some n.next",
            &[
                ("N }", "the multiplicity of `keys`"),
                ("some n: N | some", "in what is asked for"),
                ("some m: N |", "in what is asked for"),
                ("#m.(n.keys)", "in what is asked for"),
            ],
        ),
        (
            "not (some N implies some n: N | n not in N.next) and no N or p",
            &[
                long,
                ("not (some N implies", "in what is asked for"),
                ("some n: N", "in `p`"),
                ("some n.next.next", "in `p`"),
            ],
        ),
        (
            "some N and q",
            &[("next", "the declaration of `next`"), ("some N =>", "asked for by `q`")],
        ),
        (
            "some n: N | n in n.next or no n",
            &[long, ("some n: N | n in n.next or no n", "asked for")],
        ),
        (
            "all n: N { some n.keys no n.keys or some none } some N",
            &[
                ("some n.keys no", "asked for"),
                ("no n.keys or some none", "asked for"),
                ("some N", "asked for"),
            ],
        ),
    ];
    for (asked, parts) in table {
        let file = file("why", "parts.als", &format!("{declared}run {{ {asked} }}"));
        let run = korrel(&["find", path(&file), "--bare"]);
        let labels =
            ["asked for", "in `", "the fact `", "the multiplicity of", "the declaration of"];
        let named: usize = labels.iter().map(|label| run.stderr.matches(label).count()).sum();
        assert_eq!(named, parts.len(), "{asked}: {}", run.stderr);
        for (part, label) in parts {
            assert!(run.stderr.contains(label), "{asked}: no {label}: {}", run.stderr);
            assert!(declared.contains(part) || asked.contains(part), "{part} is in the spec");
            assert!(is_marked(&run.stderr, part), "{asked}: {part} is not marked: {}", run.stderr);
        }
    }
}

/// True if some line of the message is marked where a text begins.
fn is_marked(message: &str, text: &str) -> bool {
    let lines: Vec<&str> = message.lines().collect();
    lines.windows(2).any(|pair| {
        let mut found = pair[0].match_indices(text).map(|(at, _)| at);
        found.any(|at| {
            let mark = pair[1].as_bytes().get(at);
            let before = pair[1].as_bytes().get(at - 1);
            matches!(mark, Some(b'-' | b'^')) && !matches!(before, Some(b'-' | b'^'))
        })
    })
}

/// A `check` without counterexamples is good news.
#[test]
fn what_holds_needs_no_reason() {
    let file = file("why", "holds.als", "sig A {} check { some A or no A } for 3");
    let run = korrel(&["find", path(&file)]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stderr.trim(), "note: no counterexample exists within the scope");
    let run = korrel(&["find", "-q", path(&file)]);
    assert_eq!(run.stderr, "");
}

/// Without the declaration of a parameter, what is asked of it would be no contradiction.
#[test]
fn the_declaration_of_a_parameter_is_part_of_it() {
    for (text, asked) in [
        ("sig A {} pred p[x, y: A] { x != y and some x & y } run p for 3", "x, y: A"),
        ("sig A {} pred p[x: A] { no x } run p for 1", "x: A"),
    ] {
        let file = file("why", "parameter.als", text);
        let run = korrel(&["find", path(&file), "--bare"]);
        let column = text.find(asked).expect("it is there") + 1;
        assert!(run.stderr.contains(&format!("parameter.als:1:{column}")), "{}", run.stderr);
    }
}

/// If this failed, a reason of traces would speak of what the search has made of them, or be looked for in the wrong spec.
#[test]
fn the_states_of_a_trace_are_a_reason() {
    let spec = "sig A {} var sig B in A {} fact grows { always B in B' }
        run { no B and always B' != B } for 2 but exactly 4 steps";
    let file = file("why", "traces.als", spec);
    let run = korrel(&["find", path(&file), "--prefixes"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    for label in ["- so many states", "asked for", "the fact `grows`"] {
        assert!(run.stderr.contains(label), "no `{label}`: {}", run.stderr);
    }
    assert!(!run.stderr.contains('$'), "{}", run.stderr);
}
