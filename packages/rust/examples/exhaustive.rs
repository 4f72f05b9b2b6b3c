//! A test written for proptest, over all inputs: `cargo test -p korrel-test --example exhaustive -- --nocapture`.

use korrel_test::exhaustive::prelude::*; // was: use proptest::prelude::*;

proptest! {
    #[test]
    fn a_sorted_list_keeps_its_values(list in prop::collection::vec(0..3u8, 0..5)) {
        let mut sorted = list.clone();
        sorted.sort_unstable();
        for value in 0..3 {
            prop_assert_eq!(sorted.iter().filter(|v| **v == value).count(), list.iter().filter(|v| **v == value).count());
        }
    }
}

fn main() {}
