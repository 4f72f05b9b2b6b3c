//! The set of states, compared with published counts, and with a search that is not ours.

use std::process::Command;

use serde_json::{Value, json};

use crate::program::{command, file, path, root};
use crate::{counter, structure, tree, tree_map_driver};

/// Red-black trees without an invariant of their own.
pub const TREES: &str = "
enum Color { RED, BLACK }
sig Tree { root: lone Node }
sig Node { key: Int, color: Color, left, right, parent: lone Node }
fun nodes[t: Tree]: set Node { t.root.*(left + right) }
pred put_pre[t: Tree, k: Int] {}
pred put_post[t: Tree, k: Int] { (nodes[t].key)' = nodes[t].key + k }
pred remove_pre[t: Tree, k: Int] {}
pred remove_post[t: Tree, k: Int] { (nodes[t].key)' = nodes[t].key - k }
";

/// Each state once, by as few calls as there are, and nothing larger than the scope. If this failed, states would
/// be missing or come twice.
#[test]
fn a_counter() {
    let run = counter(&["--format", "json"], "right");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let numbers = |records: Vec<Value>, of: &str| -> Vec<Value> {
        records.iter().map(|state| state["objects"]["Counter$0"][of].clone()).collect()
    };
    assert_eq!(json!(numbers(run.of("instance"), "n")), json!([0, 1, 2, 3, 4, 5, 6]));
    assert_eq!(run.end()["by_depth"], json!([1, 2, 2, 2]));
    assert_eq!(run.end()["beyond"], 3, "5 + 2, 6 + 1, 6 + 2");
    let last = run.of("instance").pop().expect("there are states");
    let by = |call: &Value| call["roots"]["by"].clone();
    let calls = last["calls"].as_array().expect("it has calls").iter().map(by).collect::<Vec<_>>();
    assert_eq!(json!(calls), json!([null, 2, 2, 2]), "the fewest calls that lead to 6");
}

/// The trees that `put` and `remove` of java.util.TreeMap lead to, computed from its algorithm: if this failed,
/// states would be missing, or two labellings of one taken for two.
#[test]
#[ignore = "a JDK: cargo test -p korrel --test explore -- --ignored"]
fn java_util_tree_map() {
    let classes = tree_map_driver("tree_map");
    for (keys, states) in [(3, 11), (4, 29), (5, 72), (6, 197)] {
        let scope = format!("exactly 1 TreeMap, {keys} Entry, 0..{keys} Int");
        let spec = "examples/tree_map/tree_map.als";
        let java = ["java", "--add-opens", "java.base/java.util=ALL-UNNAMED", "-cp", &classes];
        let words =
            ["explore", spec, "--scope", &scope, "--invariant", "repOk", "--format", "json", "--"];
        let run = crate::program::korrel(&[&words[..], &java, &["TreeMapDriver"]].concat());
        assert_eq!(
            (run.code, &run.end()["count"]),
            (Some(0), &states.into()),
            "{keys} keys: {}",
            run.stderr
        );
        assert_eq!(run.end()["calls"], states * 2 * keys + 1, "each call on each state");
    }
}

/// Beside a search of some lines in Python that uses nothing of ours: as many states, by as few calls.
#[test]
#[ignore = "python3: cargo test -p korrel --test explore -- --ignored"]
fn beside_an_independent_search() {
    let spec = file("explore", "trees.als", TREES);
    for keys in [3, 4, 5] {
        let scope = format!("1 Tree, {keys} Node, 1..{keys} Int");
        let run = tree(path(&spec), &["--scope", &scope, "--format", "json"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let mut witness = Command::new("python3");
        witness.current_dir(root()).env("PYTHONPATH", "packages/python/src");
        witness.args([
            "cli/tests/explore/drivers/bfs.py",
            "empty",
            "put,remove",
            "1",
            &keys.to_string(),
        ]);
        witness.args(["--", "python3", "cli/tests/explore/drivers/red_black.py"]);
        let found = witness.output().expect("there is python3");
        let depths: Value = serde_json::from_slice(&found.stdout).expect("it prints a list");
        assert_eq!(run.end()["by_depth"], depths, "{keys} keys");
    }
}

/// Beside the library's own counts: all AVL trees and all heaps are reached, of Korat's disjoint sets few are.
#[test]
#[ignore = "python3: cargo test -p korrel --test explore -- --ignored"]
fn beside_the_library() {
    let avl =
        "pred insert_pre[k: Int] { 0 < k } pred insert_post[k: Int] { (Node.key)' = Node.key + k }
        pred remove_pre[k: Int] { 0 < k } pred remove_post[k: Int] { (Node.key)' = Node.key - k }
        pred positive[] { repOk and 0 !in Node.key }";
    let run = structure(
        "avl",
        "avl_tree",
        avl,
        &["--against", "positive", "--scope", "4 Node, 0..4 Int"],
    );
    assert_eq!((run.code, &run.end()["count"]), (Some(0), &25.into()), "{}", run.stderr);
    assert_eq!(run.end()["instances"], 25, "up_to_four of specs/avl_tree.als");
    let heap = "pred empty_pre[length: Int] {} pred pop_pre[] { HeapArray.size > 0 }
        pred push_pre[v: Int] { HeapArray.size < HeapArray.length }";
    for (greatest, count) in [(2, 15), (3, 66), (4, 320)] {
        let scope = format!("0..{greatest} Int");
        let run = structure("heap", "heap_array", heap, &["--against", "repOk", "--scope", &scope]);
        assert_eq!((run.code, &run.end()["count"]), (Some(0), &count.into()), "{}", run.stderr);
    }
    let sets =
        "pred union_pre[a, b: Int] { a + b in elements } pred add_pre[] { some Int - elements }";
    let run =
        structure("sets", "disjoint_set", sets, &["--against", "repOk", "--scope", "0..2 Int"]);
    assert_eq!((run.code, &run.end()["violating"]), (Some(1), &0.into()), "{}", run.stderr);
    assert_eq!(run.end()["instances"], 38, "Korat's count");
    // There are 1, 1, 1 + 2 and 1 + 3 * 2 + 3 forests of n elements in a row, a root chosen for
    // each tree.
    assert_eq!(run.end()["count"], 15);
}

/// If this failed, the number of drivers would show in the output.
#[test]
fn as_many_drivers_as_there_are() {
    let alone = counter(&[], "right");
    let beside = counter(&["-j", "3"], "right");
    assert_eq!((alone.code, alone.stdout), (beside.code, beside.stdout));
}

/// If this failed, the output of `explore` could not be drawn.
#[test]
fn states_are_a_stream() {
    let run = counter(&["--format", "json"], "right");
    let states = file("explore", "states.jsonl", &run.stdout);
    let drawn = command(&["show", path(&states), "--id", "6"]).output().expect("it runs");
    let drawn = String::from_utf8(drawn.stdout).expect("it is UTF-8");
    assert!(drawn.contains("Counter$0  n 6"), "{drawn}");
}
