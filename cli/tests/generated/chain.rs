//! A long chain of types: no language looks at each pair of them once more for each type.

use std::time::{Duration, Instant};

use crate::run::{folder, text_of, write, written};
use crate::tongues::ALL;

/// If it failed, 3,000 types that extend each other would take twenty seconds.
#[test]
fn a_long_chain_of_types_takes_no_cubic_time() {
    let sigs = (1..1_500).map(|at| format!("sig S{at} extends S{} {{}}\n", at - 1));
    let spec = format!("sig S0 {{}}\n{}run {{}} for 1\n", sigs.collect::<String>());
    let path = folder("chain").join("chain.als");
    write(&path, &spec);
    for tongue in ALL {
        let started = Instant::now();
        let code = written(&["gen", "-q", tongue.name, text_of(&path)]);
        assert!(code.contains("S1499"), "{}", tongue.name);
        assert!(
            started.elapsed() < Duration::from_secs(8),
            "{}: {:?}",
            tongue.name,
            started.elapsed()
        );
    }
}

/// If it failed, a user of Rust would meet errors of syntax in a file that says what it needs.
#[test]
fn rust_says_which_edition_it_needs() {
    let code = written(&["gen", "-q", "rust", "examples/merge_sort/list.als"]);
    assert!(code.contains("edition 2024 of Rust"), "{code}");
}
