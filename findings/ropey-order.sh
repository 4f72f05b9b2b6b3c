#!/usr/bin/env bash
# The crate ropey 1.6.1 (crates.io) compares two ropes of one text by `==` rightly, and by `cmp` by where their chunks end: a rope that was
# appended from two parts is equal to the one that was made at once, and is less or greater, too. So a BTreeSet into which both are put holds one text twice, and a sort of ropes
# depends on how they were edited. Ropes of a single chunk are right, and so are their hashes. `Ord` demands that both agree.
#
# Seen, of one text of 6,000 letters, made at once and appended at 99 places:
#   unequal 0      cmp is not Equal 91      a BTreeSet of both (appended at 1) holds 2      a short text: Equal
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
cat > "$work/Cargo.toml" <<'TOML'
[package]
name = "orders"
version = "0.0.0"
edition = "2021"
[dependencies]
ropey = "=1.6.1"
[workspace]
TOML
cat > "$work/src/main.rs" <<'RS'
use std::cmp::Ordering;
use std::collections::BTreeSet;

use ropey::Rope;

fn appended(text: &str, at: usize) -> Rope {
    let mut rope = Rope::from_str(&text[..at]);
    rope.append(Rope::from_str(&text[at..]));
    rope
}

fn main() {
    let text: String = (0..6000).map(|at: u32| char::from(b'a' + (at * 7 % 26) as u8)).collect();
    let whole = Rope::from_str(&text);
    let ropes: Vec<Rope> = (1..6000).step_by(61).map(|at| appended(&text, at)).collect();
    let unequal = ropes.iter().filter(|rope| **rope != whole).count();
    let ordered = ropes.iter().filter(|rope| rope.cmp(&&whole) != Ordering::Equal).count();
    let mut set = BTreeSet::from([whole]);
    set.insert(appended(&text, 1));
    println!("{} ropes: unequal {unequal}, cmp is not Equal {ordered}, a set of both holds {}", ropes.len(), set.len());
    assert_eq!((ropes.len(), unequal, ordered, set.len()), (99, 0, 91, 2));
    assert_eq!(appended("abc", 1).cmp(&Rope::from_str("abc")), Ordering::Equal);
}
RS
CARGO_TARGET_DIR=$work/target cargo run --quiet --manifest-path "$work/Cargo.toml"
