//! The formulas that a spec is translated to: their sizes, and the shapes that make them small.
//!
//! Sizes are pinned, so that a translation that gets worse is seen. One that gets better is welcome:
//! write the new numbers down.

use korrel_enumerate::{Classes, Instances, Meaning, Strategy};
use korrel_sat::Step;
use korrel_tests::Spec;

/// Variables, clauses and conflicts.
type Sizes = (usize, usize, u64);

/// The sizes of the first command in this scope.
fn sizes(spec: &mut Spec, scope: &str) -> Sizes {
    let command = spec.with_scope(spec.first(), scope);
    let problem = spec.problem(&command, Meaning::default());
    let mut instances = Instances::new(&problem, Strategy::default(), Default::default())
        .expect("the spec can be translated");
    let cnf = &instances.translation().expect("the enumerator has a translation").cnf;
    let (variables, clauses) = (cnf.variables(), cnf.len());
    while instances.advance() == Step::Model {}
    (variables, clauses, instances.statistics().conflicts)
}

/// A closure, an adder or a lost symmetry multiplies these numbers, and the time with them.
#[test]
fn sizes_of_the_library() {
    let cases: &[(&str, &str, Sizes)] = &[
        ("binary_tree.als", "exactly 8 Node", (63, 172, 0)),
        ("binary_tree.als", "8 Node", (79, 260, 0)),
        ("search_tree.als", "exactly 7 Node, 1..7 Int", (161, 975, 0)),
        ("search_tree.als", "exactly 5 Node, 1..9 Int", (111, 727, 27)),
        ("red_black_tree.als", "exactly 1 Tree, exactly 8 Node, 1..8 Int", (525, 2751, 195)),
        ("avl_tree.als", "exactly 7 Node, 1..7 Int", (313, 1475, 28)),
        ("heap_array.als", "0..5 Int", (59, 247, 0)),
        ("sorted_list.als", "exactly 8 Entry, 1..7 Int", (81, 385, 10)),
        ("singly_linked_list.als", "exactly 1 List, exactly 6 Node, 0..3 Int", (24, 42, 0)),
        ("doubly_linked_list.als", "exactly 6 Entry, 6 Object", (29, 95, 0)),
        ("object_list.als", "exactly 7 Entry, 6 Object", (29, 100, 0)),
        ("binomial_heap.als", "5 Node, 0..5 Int", (114, 399, 13)),
        ("fibonacci_heap.als", "4 Node, 0..3 Int", (278, 923, 8)),
        ("acyclic_graph.als", "exactly 5 Node", (81, 303, 99)),
        ("simple_graph.als", "exactly 6 Node", (70, 160, 36)),
    ];
    let mut differ = false;
    for &(file, scope, expected) in cases {
        let found = sizes(&mut Spec::of_library(file), scope);
        println!("        (\"{file}\", \"{scope}\", {found:?}),");
        differ |= found != expected;
    }
    assert!(!differ, "the sizes are those above");
}

/// A tree, said in many ways. Whichever it is, it must be found to be one: the shape alone then takes
/// less than two variables for each cell, where a closure takes a dozen. And the count must not change.
#[test]
fn trees_in_the_forms_that_people_write() {
    let reached = [
        "Node = Tree.root.*(left + right)",
        "Node in Tree.root.*(right + left)",
        "all n: Node | some t: Tree | n in t.root.*(left + right)",
        "all n: Node | n in Tree.root or n in Tree.root.^(left + right)",
        "Node = Tree.nodes[]",
    ];
    let acyclic = [
        "all n: Node | n !in n.^(left + right)",
        "no n: Node | n in n.^(left + right)",
        "no iden & ^(left + right)",
        "no ^(left + right) & iden",
        "all n: Node | n.acyclic[]",
    ];
    let single = [
        "all n: Node | lone n.~(left + right) and no n.left & n.right",
        "all disj a, b: Node | no a.(left + right) & b.(left + right) and no a.left & a.right",
        "all n: Node | lone (left + right).n and (some n.left => n.left != n.right)",
        "left + right in Node lone -> Node and no left & right",
    ];
    for (at, reached) in reached.iter().enumerate() {
        for (other, acyclic) in acyclic.iter().enumerate() {
            tree_of(&[reached, acyclic, single[(at + other) % single.len()]]);
            tree_of(&[single[(at + other + 1) % single.len()], acyclic, reached]);
        }
    }
}

#[track_caller]
fn tree_of(facts: &[&str]) {
    let text = format!(
        "one sig Tree {{ root: lone Node }} sig Node {{ left, right: lone Node }}
         fun nodes[t: Tree]: set Node {{ t.root.*(left + right) }}
         pred acyclic[n: Node] {{ n not in n.^(left + right) }}
         fact {{ {} }}
         run {{}}",
        facts.join("\n"),
    );
    let mut spec = Spec::new(&text);
    assert_eq!(spec.count("5 Node", Classes::Isomorphism), 1 + 1 + 2 + 5 + 14 + 42, "{facts:?}");
    let (variables, _, conflicts) = sizes(&mut spec, "exactly 9 Node");
    assert!(variables < 120 && conflicts == 0, "{variables} variables: {facts:?}");
}

/// A pattern says what the spec says, in fewer clauses: with patterns left out the same instances must
/// come in the same order. Most of these specs have one, or the flag does nothing.
#[test]
fn patterns_never_change_the_answer() {
    let cases = [
        ("binary_tree.als", "6 Node"),
        ("search_tree.als", "exactly 4 Node, 1..5 Int"),
        ("red_black_tree.als", "exactly 1 Tree, exactly 5 Node, 1..5 Int"),
        ("avl_tree.als", "exactly 5 Node, 1..5 Int"),
        ("b_tree.als", ""),
        ("sorted_list.als", "exactly 4 Entry, 1..4 Int"),
        ("singly_linked_list.als", "exactly 1 List, exactly 4 Node, 0..2 Int"),
        ("doubly_linked_list.als", "4 Entry, 3 Object"),
        ("binomial_heap.als", "4 Node, 0..3 Int"),
        ("fibonacci_heap.als", "3 Node, 0..2 Int"),
        ("disjoint_set.als", "0..3 Int"),
        ("hash_table.als", ""),
        ("expression.als", ""),
        ("file_system.als", ""),
        ("commit_graph.als", ""),
        ("widget_tree.als", ""),
    ];
    let mut smaller = 0;
    for (file, scope) in cases {
        let mut spec = Spec::of_library(file);
        let first = spec.first();
        let command = if scope.is_empty() { first } else { spec.with_scope(first, scope) };
        let problem = spec.problem(&command, Meaning::default());
        let [with, without] = [true, false].map(|patterns| {
            let strategy = Strategy { patterns, ..Strategy::default() };
            let instances = Instances::new(&problem, strategy, Default::default());
            let instances = instances.expect("the spec can be translated");
            let translation = instances.translation().expect("the enumerator has a translation");
            (translation.cnf.len(), spec.instances(&problem, strategy))
        });
        assert!(!with.1.is_empty() && with.1 == without.1, "{file} {scope}");
        smaller += usize::from(with.0 < without.0);
    }
    assert!(smaller > cases.len() / 2, "patterns made {smaller} smaller");
}
