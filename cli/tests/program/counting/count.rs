//! `korrel count` beyond listing: methods, tables, histograms.

use crate::program::{Run, korrel, korrel_on};

const GRAPHS: &str = "sig N { e: set N } fact { e = ~e and no iden & e } run {} for exactly 4 N";
const TREES: &str = "specs/binary_tree.als";
const HEAPS: &str = "specs/heap_array.als";
const SEARCH_TREES: &str = "specs/search_tree.als";

fn output(arguments: &[&str]) -> String {
    let run = korrel(&[&["count"], arguments].concat());
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
    run.stdout
}

/// A refusal must tell the command that works instead.
fn assert_told(run: &Run, told: &str) {
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains(told), "{}", run.stderr);
}

/// If it failed, a method would count something else than listing does.
#[test]
fn methods_agree() {
    for (spec, scope, method) in [
        (TREES, "exactly 7 Node", "compile"),
        (TREES, "4 Node", "burnside"),
        (HEAPS, "0..4 Int", "compile"),
        ("specs/poset.als", "4 Element", "burnside"),
        ("specs/simple_graph.als", "5 Node", "burnside"),
    ] {
        let by = |method| output(&[spec, "--scope", scope, "--method", method]);
        assert_eq!(by(method), by("list"), "{spec} {scope}");
        assert_eq!(by("auto"), by("list"), "{spec} {scope}");
    }
    let labelled = ["--symmetry", "none", "--method", "compile"];
    let run = korrel_on(GRAPHS, &[&["count", "-"], &labelled[..]].concat());
    assert_eq!(run.stdout, "64\n", "{}", run.stderr);
}

/// If it failed, a count that no list reaches would not end, or be cut to 64 bits.
#[test]
fn counts_go_beyond_listing() {
    let trees = output(&[TREES, "--scope", "exactly 20 Node", "--method", "compile"]);
    assert_eq!(trees, "6564120420\n", "OEIS A000108");
    let heaps = output(&[HEAPS, "--scope", "0..24 Int", "--method", "compile"]);
    assert_eq!(heaps, "88207192881400578193566605\n");
    // The first ones of these take minutes to list.
    let auto = korrel_on(
        GRAPHS,
        &["count", "-", "--scope", "exactly 12 N", "--timeout", "300s", "--stats"],
    );
    assert_eq!(auto.stdout, "165091172592\n", "{}", auto.stderr);
    assert!(auto.stderr.contains("method             burnside"), "{}", auto.stderr);
    let graphs = korrel_on(
        GRAPHS,
        &["count", "-", "--scope", "exactly 9 N", "--method", "burnside", "--stats"],
    );
    assert_eq!(graphs.stdout, "274668\n", "OEIS A000088: {}", graphs.stderr);
    assert!(
        graphs.stderr.contains("method             burnside, 30 formulas"),
        "{}",
        graphs.stderr
    );
}

/// If it failed, trees would be listed one after the other though the formula is taken apart already. Or a count that gets
/// nowhere would take many times as long as the list that it should save: of this one the first tries are given up.
#[test]
fn what_is_quicker_ends_a_count() {
    let counted = |spec, scope| korrel(&["count", spec, "--scope", scope, "--stats"]);
    let trees = counted(TREES, "exactly 12 Node");
    assert_eq!(trees.stdout, "208012\n", "OEIS A000108: {}", trees.stderr);
    let way = "method             list: the compiled formula tells the number";
    assert!(trees.stderr.contains(way), "{}", trees.stderr);
    let keys = counted(SEARCH_TREES, "exactly 12 Node, 1..12 Int");
    assert_eq!(keys.stdout, "208012\n", "OEIS A000108: {}", keys.stderr);
    assert!(keys.stderr.contains("method             list: counting outgrew"), "{}", keys.stderr);
}

/// If it failed, a flag of listing would be ignored in silence, or classes be counted several times.
#[test]
fn methods_refuse_what_they_cannot_do() {
    for flags in [&["--verify"][..], &["--shard", "1/2"], &["--solver", "varisat"]] {
        let run = korrel(&[&["count", TREES, "--method", "compile"], flags].concat());
        assert_told(&run, flags[0]);
    }
    let partial = korrel_on(GRAPHS, &["count", "-", "--method", "compile"]);
    assert_told(&partial, "--method burnside");
}

/// If it failed, a table would stop at the first row, or n be taken for a letter of a name.
#[test]
fn tables_have_a_row_for_each_n() {
    let rows = output(&[TREES, "--table", "exactly n Node", "2..6"]);
    assert_eq!(rows, "2\t2\n3\t5\n4\t14\n5\t42\n6\t132\n");
    let keys = output(&["specs/search_tree.als", "--table", "exactly n Node, 1..n Int", "3..4"]);
    assert_eq!(keys, "3\t5\n4\t14\n");
    assert_told(&korrel(&["count", TREES, "--table", "n Node", "3..1"]), "2..9");
    assert_told(&korrel(&["count", TREES, "--table", "2 Node", "2..3"]), "nothing grows");
}

/// If it failed, a sig would be taken for the number, and what is wrong with a table be told of another text.
#[test]
fn a_sig_may_be_called_n() {
    let spec = "sig A {} sig n {} run {} for 1";
    let table = |scope| korrel_on(spec, &["count", "-", "--table", scope, "1..3"]);
    assert_eq!(table("2 but exactly n A, 1 n").stdout, "1\t2\n2\t2\n3\t2\n");
    assert_eq!(table("1 A, n n").stdout, "1\t4\n2\t6\n3\t8\n");
    for (scope, message) in [
        ("1 A, 1 n", "error[E0016]: nothing grows\n --> --table:1:1"),
        ("n A 1 n", "scopes are separated by commas: `n A, 1 n`"),
        ("n A, n B", "error[E0014]: the scope names `B`, which is not a sig\n --> --table:1:8"),
    ] {
        assert_told(&table(scope), message);
    }
}

/// If it failed, instances would be counted under another value than theirs, twice, or not at all.
#[test]
fn histograms_add_up() {
    assert_eq!(output(&[TREES, "--by", "#Node"]), "0\t1\n1\t1\n2\t2\n3\t5\n");
    assert_eq!(output(&[TREES, "--by", "some Node"]), "false\t1\ntrue\t8\n");
    let spec = "enum Color { Red, Green } sig A { c: lone Color } run {} for exactly 2 A";
    let by = |expr| korrel_on(spec, &["count", "-", "--by", expr]);
    assert_eq!(by("A.c").stdout, "none\t1\nRed\t2\nGreen\t2\n?\t1\n");
    assert_told(&by("A"), "other values in other labellings");
    assert_told(&by("A$0.c"), "an atom of one labelling");
}

/// If it failed, values would be missing from a histogram, or a draw fail, and nobody be told why.
#[test]
fn expressions_that_overflow_are_warned_of() {
    let spec = "sig A {} run {} for exactly 3 A, 3 Int";
    for flags in
        [&["count", "-", "--by", "plus[#A, 3]"][..], &["sample", "-", "--weight", "plus[#A, 3]"]]
    {
        let run = korrel_on(spec, flags);
        assert_eq!(run.stderr.matches("warning[W0001]").count(), 1, "{flags:?}: {}", run.stderr);
        let within = korrel_on(spec, &[flags, &["--scope", "exactly 3 A, 5 Int"]].concat());
        assert!(!within.stderr.contains("W0001"), "{flags:?}: {}", within.stderr);
    }
    let table = korrel_on(
        "sig A {} run { #A < 3 } for 1",
        &["count", "-", "--table", "n A, 2 Int", "1..3"],
    );
    assert!(table.stderr.contains("W0001"), "the rows overflow: {}", table.stderr);
}

/// If it failed, one of two mistakes in an expression would be told only once the other is mended.
#[test]
fn an_expression_is_warned_of_before_it_is_refused() {
    let spec = "sig A {} run {} for exactly 3 A, 3 Int";
    let expression = "{ a: A | plus[#A, 3] > 2 }";
    for flags in [["count", "-", "--by", expression], ["sample", "-", "--weight", expression]] {
        let run = korrel_on(spec, &flags);
        let place =
            |text| run.stderr.find(text).unwrap_or_else(|| panic!("{text}: {}", run.stderr));
        assert!(place("warning[W0001]") < place("other values in other labellings"), "{flags:?}");
        assert_eq!(run.code, Some(2));
    }
}

/// If it failed, a value would be taken for a flag: `-3..3 Int` is a range, and `-x` no letter.
#[test]
fn values_may_begin_with_a_hyphen() {
    let spec = "one sig A { k: Int } run {} for 3 Int";
    let count = |flags: &[&str]| korrel_on(spec, &[&["count", "-"], flags].concat()).stdout;
    assert_eq!(count(&["--scope", "-3..3 Int"]), "7\n");
    assert_eq!(count(&["--table", "-n..n Int", "1..2"]), "1\t3\n2\t5\n");
    assert_eq!(count(&["--scope", "-1..1 Int", "--by", "-1 in A.k"]), "false\t2\ntrue\t1\n");
    let find =
        |flags: &[&str]| korrel_on(spec, &[&["find", "-", "--scope", "-1..1 Int"], flags].concat());
    for flags in [["--distinct-by", "-1 in A.k"], ["--cover", "-1 in A.k"]] {
        assert_eq!(find(&flags).instances().len(), 2, "{flags:?}");
    }
    assert_eq!(find(&["--near-miss", "-1 in A.k"]).instances().len(), 2);
    let swallowed = find(&["--cover", "--keys"]);
    assert_eq!(swallowed.code, Some(2));
    assert!(swallowed.stderr.contains("a value is required"), "{}", swallowed.stderr);
    let sample = korrel_on(spec, &["sample", "-", "--scope", "-1..1 Int", "--weight", "-1 in A.k"]);
    assert_eq!(sample.instances()[0]["objects"]["A$0"]["k"], -1, "{}", sample.stderr);
}

/// If it failed, an estimate that was stopped would end without a word, or a flag be ignored.
#[test]
fn what_is_not_estimated_or_counted_is_said() {
    let spec = "sig A { r: set A } run {} for 9";
    let stopped = |more: &[&str]| {
        korrel_on(spec, &[&["count", "-", "--estimate", "--timeout", "1ms"], more].concat())
    };
    let text = stopped(&[]);
    assert_eq!(
        (text.code, text.stdout.as_str(), text.stderr.as_str()),
        (Some(3), "", "time ran out\n")
    );
    let json = stopped(&["--format", "json"]);
    assert_eq!(json.code, Some(3));
    let record = &json.records()[0];
    assert_eq!(
        (record["kind"].as_str(), record["status"].as_str()),
        (Some("estimate"), Some("timeout"))
    );
    assert_eq!((record.get("estimate"), json.stderr.as_str()), (None, "time ran out\n"));
    for flags in [&["--table", "n A", "1..2"][..], &["--by", "#A"]] {
        for other in [&["--dry-run"][..], &["--shard", "1/2"]] {
            let run = korrel_on(spec, &[&["count", "-"], flags, other].concat());
            assert_told(&run, "cannot be used with");
        }
    }
}

/// If it failed, an instance would be another one by its id than in the list, or an id beyond the last be one.
#[test]
fn an_id_is_found_by_counting() {
    let scope = ["--scope", "exactly 10 Node"];
    let find = |more: &[&str]| korrel(&[&["find", TREES], &scope[..], more].concat());
    let listed = find(&["--bare", "-n", "16796"]).stdout;
    let listed: Vec<&str> = listed.lines().collect();
    assert_eq!(listed.len(), 16796, "OEIS A000108");
    for id in [9_999usize, 10_000, 10_001, 13_579, 16_795] {
        let id_text = id.to_string();
        let alone = find(&["--bare", "--id", &id_text]).stdout;
        assert_eq!(alone.trim_end(), listed[id], "{id}");
    }
    let after = find(&["--bare", "--after", "16790"]).stdout;
    assert_eq!(after.lines().collect::<Vec<_>>(), listed[16_791..]);
    assert_eq!(find(&["--bare", "--after", "16795"]).stdout, "");
    let beyond = find(&["--bare", "--id", "16796"]);
    assert_eq!((beyond.code, beyond.stdout.as_str()), (Some(1), ""), "{}", beyond.stderr);
    let beyond = find(&["--bare", "--after", "16800"]);
    assert!(beyond.stderr.contains("the last one has the id 16795"), "{}", beyond.stderr);
    let far = korrel(&["find", TREES, "--scope", "exactly 18 Node", "--id", "400000000", "--bare"]);
    assert_eq!((far.code, far.stdout.lines().count()), (Some(0), 1), "{}", far.stderr);
}

/// If it failed, whoever asks for a rough number would wait for as long as they like, and not be told what helps. That
/// one of forty atoms is canonical takes longer to show than anybody waits.
#[test]
fn no_estimate_is_said_in_time() {
    let run =
        korrel_on("sig A { r: set A } run {} for exactly 40 A", &["count", "-", "--estimate"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""));
    assert!(
        run.stderr.contains("no estimate within 10 s; `--timeout 5m` gives it more"),
        "{}",
        run.stderr
    );
}

/// If it failed, an estimate would look like a count, or be of something else.
#[test]
fn estimates_are_no_counts() {
    let run = korrel(&["count", TREES, "--scope", "exactly 11 Node", "--estimate"]);
    assert!(run.stdout.starts_with("about "), "{}", run.stdout);
    let run =
        korrel(&["count", TREES, "--scope", "exactly 11 Node", "--estimate", "--format", "json"]);
    let record: serde_json::Value = serde_json::from_str(&run.stdout).expect("a record");
    assert_eq!(record["format"], "estimate/1", "{record}");
    let of = |key: &str| record[key].as_f64().expect("a number");
    assert!(of("low") <= 58786.0 && 58786.0 <= of("high"), "OEIS A000108: {record}");
    let none = korrel_on("sig A {} run { some A and no A }", &["count", "-", "--estimate"]);
    assert_eq!(none.stdout, "0: all were found, none is estimated\n");
    let few = korrel(&["count", TREES, "--scope", "exactly 5 Node", "--estimate"]);
    assert_eq!(few.stdout, "42: all were found, none is estimated\n");
    let estimated = korrel(&["count", TREES, "--estimate", "--solver", "brute"]);
    assert_told(&estimated, "`--solver` cannot be combined with `--estimate`");
}
