//! Flags about the question, and about the engine. Each test shows that its flag acts, on `find` and
//! `count`.

use crate::program::{file, korrel, korrel_on, path};

const TREES: &str = "specs/binary_tree.als";

fn count(arguments: &[&str]) -> String {
    let run = korrel(&[&["count"], arguments].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.stdout.trim().to_string()
}

fn count_of(spec: &str, arguments: &[&str]) -> String {
    let run = korrel_on(spec, &[&["count", "-"], arguments].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.stdout.trim().to_string()
}

/// A command is named by its label, its predicate, or its place.
#[test]
fn command_is_chosen_by_name_or_index() {
    assert_eq!(count(&[TREES]), "9");
    assert_eq!(count(&[TREES, "five_nodes"]), "42");
    assert_eq!(count(&[TREES, "0"]), "9");
    assert_eq!(count(&[TREES, "3"]), "5");
}

/// A predicate that no command runs has the default scope, 3, or the one that is given.
#[test]
fn command_may_be_a_predicate_or_an_assertion_by_itself() {
    let spec = "sig A {} pred lonely { one A } assert empty { no A } run { no A }";
    assert_eq!(count_of(spec, &["lonely"]), "1");
    assert_eq!(count_of(spec, &["empty"]), "3");
    assert_eq!(count_of(spec, &["empty", "--scope", "5"]), "5");
}

/// The flag gives the same spec other sizes, without an edit.
#[test]
fn scope_replaces_the_commands_own() {
    assert_eq!(count(&[TREES, "--scope", "exactly 5 Node"]), "42");
    assert_eq!(count(&[TREES, "--scope", "for exactly 5 Node"]), "42");
    assert_eq!(count(&[TREES, "--scope", "9 but 1..2 Node"]), "3");
    assert_eq!(count(&["specs/search_tree.als", "--scope", "exactly 2 Node, 1..3 Int"]), "6");
    // The header names the scope that was run.
    let run = korrel(&["find", TREES, "--scope", "exactly 1 Node"]);
    assert_eq!(run.header()["command"], "run repOk for exactly 1 Node");
}

/// With `none` isomorphic instances count as different: 2! labellings of each tree of 2 nodes.
#[test]
fn symmetry_none_gives_every_labelled_instance() {
    assert_eq!(count(&[TREES, "two_nodes", "--symmetry", "full"]), "2");
    assert_eq!(count(&[TREES, "two_nodes", "--symmetry", "none"]), "4");
    for symmetry in ["full", "none"] {
        let run = korrel(&["find", TREES, "two_nodes", "--symmetry", symmetry]);
        assert_eq!(run.header()["symmetry"], symmetry);
    }
}

/// A pair of atoms is one thing or two; without the parameters there is only the set of atoms.
#[test]
fn ignore_parameters_makes_them_witnesses() {
    let spec = "sig A {} pred pair[a, b: A] {} run pair for exactly 3 A";
    assert_eq!(count_of(spec, &[]), "2");
    assert_eq!(count_of(spec, &["--ignore-parameters"]), "1");
    assert_eq!(count_of(spec, &["--symmetry", "none"]), "9");
    assert_eq!(count_of(spec, &["--symmetry", "none", "--ignore-parameters"]), "1");
    // They are still required to exist, and shown as witnesses.
    let run = korrel_on(spec, &["find", "-", "--ignore-parameters"]);
    assert!(run.instances()[0]["witness"]["a"].is_string(), "{}", run.stdout);
    assert_eq!(run.header()["roots"].as_object().map(serde_json::Map::len), Some(0));
    let none = "sig A {} pred p[a: A] {} run p for exactly 0 A";
    assert_eq!(count_of(none, &["--ignore-parameters"]), "0");
}

/// Every solver finds the same, byte by byte.
#[test]
fn solvers_find_the_same() {
    for arguments in [
        &["find", TREES][..],
        &["find", "specs/search_tree.als", "--scope", "2 Node, 1..2 Int"],
        &["find", "specs/singly_linked_list.als", "--scope", "exactly 1 List, 2 Node, 0..1 Int"],
    ] {
        let run = |solver| korrel(&[arguments, &["--solver", solver]].concat()).stdout;
        let enumerator = run("enumerator");
        assert_eq!(run("varisat"), enumerator, "{arguments:?}");
        assert_eq!(run("brute"), enumerator, "{arguments:?}");
    }
}

/// Three names for one engine would agree as well: their costs must differ.
#[test]
fn solver_chooses_the_engine() {
    let stats = |solver| korrel(&["count", TREES, "--solver", solver, "--stats"]).stderr;
    let decisions = |solver| {
        let stats = stats(solver);
        let line = stats.lines().find(|line| line.starts_with("decisions")).map(str::to_string);
        line.expect("the number of decisions is told")
    };
    assert_ne!(decisions("enumerator"), decisions("varisat"));
    let dry_run = |solver| korrel(&["find", TREES, "--solver", solver, "--dry-run"]).stdout;
    assert!(dry_run("varisat").contains("clauses"));
    assert!(!dry_run("brute").contains("clauses"), "brute force needs no clauses");
}

/// 3 + 1 in 3 bits: an overflow, or -4.
#[test]
fn overflow_forbids_or_wraps() {
    let spec = "one sig S { n: Int } run { plus[S.n, 1] < S.n } for 3 Int";
    assert_eq!(count_of(spec, &[]), "0");
    assert_eq!(count_of(spec, &["--overflow", "forbid"]), "0");
    assert_eq!(count_of(spec, &["--overflow", "wrap"]), "1");
}

/// Without it this would not end.
#[test]
fn timeout_stops_the_search() {
    let started = std::time::Instant::now();
    for solver in ["enumerator", "varisat"] {
        let arguments = ["find", "-", "--timeout", "200ms", "--solver", solver];
        let run = korrel_on(crate::program::ENDLESS, &arguments);
        assert_eq!((run.code, &run.end()["status"]), (Some(3), &"timeout".into()), "{solver}");
    }
    assert!(started.elapsed().as_secs() < 20, "a timeout of 200 ms took longer than 10 s");
}

/// Modules lie beside the spec, or where `-I` says.
#[test]
fn folders_of_modules() {
    let module = "module lists/nodes sig Node { next: lone Node }";
    file("folders/lib/lists", "nodes.als", module);
    let spec = file("folders/own", "main.als", "open lists/nodes run {} for exactly 2 Node");
    let lib = file("folders/lib", "readme.txt", "").with_file_name("");
    let alone = korrel(&["count", path(&spec)]);
    assert_eq!(alone.code, Some(2), "{}", alone.stdout);
    assert!(alone.stderr.contains("E0024"), "{}", alone.stderr);
    assert_eq!(count(&[path(&spec), "-I", path(&lib)]), "6");
    // A file that calls itself `lists/main` counts from the folder above.
    let inner = "module lists/main open lists/nodes run {} for exactly 2 Node";
    let inner = file("folders/lib/lists", "main.als", inner);
    assert_eq!(count(&[path(&inner)]), "6");
}

/// If it failed, an old file would be refused for a name in its comments, or a byte that means something be passed over.
#[test]
fn bytes_that_are_no_text_stand_in_comments() {
    let written = |name: &str, bytes: &[u8]| {
        let spec = file("bytes", name, "");
        std::fs::write(&spec, bytes).expect("it was written before");
        spec
    };
    let old = written("old.als", b"// Andr\xe9\nsig A {} /* \xfc */ run {} for 2 -- \xdf");
    assert_eq!(count(&[path(&old)]), "3");
    let run = korrel(&["fmt", path(&old)]);
    assert_ne!(run.code, Some(0), "its bytes would be lost: {}", run.stderr);
    for bytes in [&b"sig \xc4 {} run {}"[..], b"one sig A { s: String } run { A.s = \"\xe9\" }"] {
        let run = korrel(&["count", path(&written("wrong.als", bytes))]);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains("is not UTF-8"), "{}", run.stderr);
    }
}

/// If it failed, a literate spec could not be asked or opened, or its prose would be laid out.
#[test]
fn literate_specs_are_asked_and_opened() {
    let text = "---\ntitle: Nodes\n---\n# sig\n```alloy\nmodule nodes\nsig Node { next: lone Node }\n```\n";
    let text = format!("{text}so\n```alloy\nrun {{}} for exactly 2 Node\n```\n");
    let nodes = file("literate", "nodes.md", &text);
    assert_eq!(count(&[path(&nodes)]), "6");
    let opening = file("literate", "main.als", "open nodes run {} for exactly 2 Node");
    assert_eq!(count(&[path(&opening)]), "6");
    let run = korrel(&["fmt", path(&nodes)]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let bare = file("literate", "bare.md", "```alloy\nsig A {}\n```\n");
    let run = korrel(&["count", path(&bare)]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("begins with front matter"), "{}", run.stderr);
}

/// If it failed, Alloy's own reading of a macro could not be had, or would be taken for what is written.
#[test]
fn strict_alloy_drops_the_multiplicities_of_macros() {
    let time = "open util/time sig A {} one sig T { d: dynamic[A] } run {} for 1";
    let own = "let m[x] = x one -> B sig A {} sig B {} one sig T { d: A -> m[A], e: B -> A }
        pred p { some r: m[A] | r = A -> B } run p for exactly 1 A, exactly 1 B
        run { ~(T.e) in m[A] } for exactly 1 A, exactly 1 B";
    for (spec, command, kept, dropped) in
        [(time, "0", "1", "3"), (own, "0", "2", "4"), (own, "1", "1", "4")]
    {
        let run = korrel_on(spec, &["count", "-", command, "--color", "never"]);
        assert_eq!(run.stdout.trim(), kept, "{spec} {}", run.stderr);
        assert_eq!(run.stderr.matches("warning[W0012]").count(), 1, "{spec} {}", run.stderr);
        let strict = korrel_on(spec, &["count", "-", command, "--strict-alloy"]);
        assert_eq!(strict.stdout.trim(), dropped, "{spec} {}", strict.stderr);
        assert!(!strict.stderr.contains("W0012"), "{spec} {}", strict.stderr);
    }
}

/// If it failed, streams of two readings would pass for parts of one, or streams of before for others.
#[test]
fn a_reading_is_part_of_the_question_where_it_is_asked_for() {
    let spec = "sig A {} run {} for 2 A";
    let question = |flags: &[&str]| {
        let run = korrel_on(spec, &[&["find", "-"], flags].concat());
        run.records()[0]["question"].as_str().expect("it is a text").to_owned()
    };
    // The hash is that of the streams of version 0.1.0.
    assert_eq!(question(&[]), "1314dbc8741d43f7");
    assert_ne!(question(&[]), question(&["--strict-alloy"]));
}

/// If it failed, calls would be unrolled too seldom or too often: the closure is what they come to.
#[test]
fn recursion_is_unrolled_to_a_depth() {
    let leads = "sig N { next: lone N }
        pred leads[a, b: N] { a = b or (some c: a.next | leads[c, b]) }
        fun length[n: N]: Int { no n.next => 1 else plus[1, length[n.next]] }
        pred even[n: N] { no n.next or odd[n.next] } pred odd[n: N] { some n.next and even[n.next] }
        check { all a, b: N | leads[a, b] iff b in a.*next } for 4
        check { (no n: N | n in n.^next) implies (all n: N | length[n] = #n.*next) } for 4
        check { (no n: N | n in n.^next) implies (all n: N | even[n] iff rem[#n.*next, 2] = 1) } for 4";
    let refused = korrel_on(leads, &["count", "-", "0"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("`--recursion 3`"), "{}", refused.stderr);
    for command in ["0", "1", "2"] {
        let holds = |depth: &str| {
            let run = korrel_on(leads, &["count", "-", command, "-q", "--recursion", depth]);
            assert_eq!(run.stderr, "");
            run.stdout == "0\n"
        };
        assert!(holds("4") && holds("3"), "{command}");
        assert!(!holds("0"), "{command}");
    }
    let keyed = |depth: &str| {
        korrel_on(leads, &["find", "-", "0", "--recursion", depth]).records()[0].clone()
    };
    assert_ne!(keyed("1")["question"], keyed("0")["question"]);
}

/// Strict Alloy refuses constructs that Alloy would read otherwise, or not at all.
#[test]
fn strict_alloy_refuses_extensions() {
    let spec = "sig A {} run {} for 1..2 A";
    assert_eq!(count_of(spec, &[]), "2");
    let run = korrel_on(spec, &["count", "-", "--strict-alloy"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    let scope = ["count", "specs/binary_tree.als", "--strict-alloy", "--scope", "0..3 Int"];
    assert_eq!(korrel(&scope).code, Some(2));
}
