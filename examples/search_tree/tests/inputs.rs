//! Every search tree of up to five keys, and every key.
//!
//! `cargo test -p korrel-example-search-tree --features fault` shows how a failure looks.

use korrel_example_search_tree::Tree;
use korrel_test::{Heap, Inputs, Values};
use proptest::prelude::*;

/// The texts ascend, as the integers of the spec do.
fn inputs() -> Inputs {
    Inputs::of("tree.als", "delete_pre").values(Values::new().of("Int", ["", "B", "a", "a b", "é"]))
}

fn check(heap: &Heap) {
    let mut tree: Tree = heap.root("t").expect("the class has the fields of the spec");
    let key: String = heap.root("k").expect("every integer has a text");
    let before = tree.keys();
    let rest: Vec<String> = before.iter().filter(|k| **k != key).map(|k| k.to_string()).collect();
    let was_there = before.len() > rest.len();
    assert_eq!(tree.remove(&key), was_there);
    assert_eq!(tree.keys(), rest);
}

#[test]
fn a_key_that_is_removed_is_gone_and_no_other() {
    inputs().each(check);
}

proptest! {
    #[test]
    fn so_it_is_for_keys_drawn_at_random(heap in korrel_test::proptest::heaps(inputs())) {
        check(&heap);
    }
}
