//! `korrel translate`: each thing to look at shows what it is named after.

use crate::program::{korrel, korrel_on};

const SPEC: &str =
    "sig Node { next: lone Node } fact { no iden & next } run {} for exactly 2 Node, 1 Int";

fn emitted(what: &str) -> String {
    let run = korrel_on(SPEC, &["translate", "-", "--emit", what]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{what}");
    run.stdout
}

#[test]
fn ast_is_the_spec_as_written() {
    let text = emitted("ast");
    for word in ["Sig", "Fact", "Command", "\"next\""] {
        assert!(text.contains(word), "no {word} in the syntax tree");
    }
}

#[test]
fn model_has_what_declarations_imply() {
    assert!(emitted("model").contains("field Node.next"), "the field's fact is written out");
}

#[test]
fn bounds_list_what_each_relation_must_and_may_hold() {
    let text = emitted("bounds");
    let next = "Node.next\n  must {}\n  may  {Node$0->Node$0, Node$0->Node$1, Node$1->Node$0, Node$1->Node$1}";
    assert!(text.contains("Node\n  must {Node$0, Node$1}\n"), "{text}");
    assert!(text.contains(next), "{text}");
}

/// If it failed, one could not see which gate stands for what, or what asserts it.
#[test]
fn circuit_has_cells_roots_and_gates() {
    let text = emitted("circuit");
    for part in [
        "input 1 is Node$0->Node$0 in Node.next",
        ": symmetry\n",
        ": fact field Node.next\n",
        " = input 1\n",
        " & ",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
}

/// The printed model means the same as the spec: Korrel reads it again, and it meets all
/// expectations of its commands.
#[test]
fn model_is_alloy() {
    let expected = |file: &str| {
        let model = korrel(&["translate", file, "--emit", "model"]).stdout;
        let run = korrel_on(&model, &["check", "-"]);
        assert_eq!(run.code, Some(0), "{file}:\n{model}\n{}{}", run.stdout, run.stderr);
    };
    let language = crate::program::root().join("tests/specs/language");
    for name in
        ["expressions", "extensions", "fields", "formulas", "orders", "sequences", "strings"]
    {
        expected(crate::program::path(&language.join(name).with_extension("als")));
    }
    expected("specs/binary_tree.als");
}

/// If it failed, another solver would list a class more than once and not be told, or test what needs
/// no test.
#[test]
fn cnf_says_whether_symmetry_is_broken_completely() {
    let says = |arguments: &[&str], word: &str| {
        let run = korrel(&[&["translate", "--emit", "cnf"], arguments].concat());
        let comment = format!("c korrel symmetry {word}\n");
        assert!(run.stdout.contains(&comment), "{arguments:?}: no {comment}");
    };
    says(&["specs/binary_tree.als"], "complete");
    says(&["specs/directed_graph.als"], "partial");
    says(&["specs/directed_graph.als", "--symmetry", "none"], "none");
}

/// DIMACS that another solver can read: as many clauses as it says, over as many variables.
#[test]
fn cnf_is_dimacs() {
    let text = emitted("cnf");
    let header = text.lines().find(|line| line.starts_with("p cnf ")).expect("a header");
    let sizes: Vec<usize> = header["p cnf ".len()..]
        .split(' ')
        .map(|number| number.parse().expect("two numbers"))
        .collect();
    let clauses: Vec<&str> = text.lines().filter(|line| !line.starts_with(['c', 'p'])).collect();
    assert_eq!(clauses.len(), sizes[1]);
    let mut highest = 0;
    for clause in clauses {
        let literals: Vec<i64> =
            clause.split_whitespace().map(|word| word.parse().expect("a literal")).collect();
        assert_eq!(literals.last(), Some(&0), "{clause}");
        highest = literals
            .iter()
            .map(|literal| literal.unsigned_abs())
            .max()
            .max(Some(highest))
            .expect("one");
    }
    assert!(highest as usize <= sizes[0], "variable {highest} of {}", sizes[0]);
    // The comments tell the meaning of each variable.
    assert!(text.contains("Node$0->Node$1 in Node.next"), "{text}");
}

/// The static symmetry-breaking predicate is part of the translation.
#[test]
fn symmetry_none_leaves_out_its_clauses() {
    let clauses = |symmetry| {
        let run = korrel(&[
            "translate",
            "specs/binary_tree.als",
            "three_nodes",
            "--emit",
            "cnf",
            "--symmetry",
            symmetry,
        ]);
        run.stdout.lines().count()
    };
    assert!(clauses("none") < clauses("full"));
}
