//! A clause of a spec that is broken changes a count, and `check` says so.

use crate::program::{file, korrel, library_text, path};

/// If a mutation went unnoticed, the counts in the library would not pin what the specs say.
#[test]
fn a_broken_clause_changes_a_count() {
    let table = [
        ("binary_tree", "lone", "set"),
        ("heap_array", "HeapArray.size <= HeapArray.length", "some HeapArray"),
        ("red_black_tree", "e1.key != e2.key", "some e1"),
        ("search_tree", "left, right: lone Node", "left: lone Node, right: Node"),
        ("singly_linked_list", "header: lone Node", "header: Node"),
        ("sorted_list", "next = ~previous", "some next"),
        ("acyclic_graph", "n !in n.^edges", "n !in n.edges"),
        ("poset", "below & ~below in iden", "some iden"),
        ("n_queens", "minus[a, b] != minus[i, j]", "some a"),
        ("file_system", "lone entries.d", "some d"),
    ];
    for (spec, clause, broken) in table {
        let text = library_text(spec);
        let (head, body) = text.split_at(text.find("sig ").expect("a spec has a sig"));
        assert!(body.contains(clause), "{spec} has no `{clause}`");
        let mutant = format!("{head}{}", body.replacen(clause, broken, 1));
        let mutant = file("mutations", &format!("{spec}.als"), &mutant);
        let run = korrel(&["check", path(&mutant), "--timeout", "5s"]);
        assert_eq!(run.code, Some(1), "{spec}: {}{}", run.stdout, run.stderr);
        let failed = run.stdout.lines().find(|line| line.starts_with("FAILED"));
        let failed = failed.unwrap_or_else(|| panic!("{spec}: {}", run.stdout));
        assert!(failed.contains("expected ") && failed.contains("found "), "{failed}");
    }
}
