#!/usr/bin/env bash
# The crate itf 0.4.0 (crates.io) reads `#meta` of an ITF trace, and of each state, into a map from texts to texts. Apalache's ADR-015 leaves
# open what stands there beside its own members, and yet one member that is an object, an array, a truth value or a number (but `timestamp`, and
# `index` of a state) makes the crate refuse the whole trace.
#
# Seen:
#   "#meta":{"x":"{}"}  read      "#meta":{"x":{}}  invalid type: map, expected a string      "#meta":{"x":1}  invalid type: integer `1`, …
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
cat > "$work/Cargo.toml" <<'TOML'
[package]
name = "reads"
version = "0.0.0"
edition = "2021"
[dependencies]
itf = "=0.4.0"
serde_json = "1"
[workspace]
TOML
cat > "$work/src/main.rs" <<'RS'
fn read(meta: &str) -> Result<usize, String> {
    let text = format!(r##"{{"#meta":{meta},"vars":["n"],"states":[{{"#meta":{{"index":0}},"n":{{"#bigint":"1"}}}}]}}"##);
    let trace: Result<itf::Trace<itf::Value>, _> = serde_json::from_str(&text);
    trace.map(|trace| trace.states.len()).map_err(|error| error.to_string())
}

fn main() {
    assert_eq!(read(r#"{"x":"{}"}"#), Ok(1));
    for (meta, expected) in [(r#"{"x":{}}"#, "invalid type: map, expected a string"), (r#"{"x":1}"#, "invalid type: integer `1`, expected a string")] {
        let error = read(meta).expect_err("it is refused");
        println!("{meta}: {error}");
        assert!(error.starts_with(expected));
    }
}
RS
CARGO_TARGET_DIR=$work/target cargo run --quiet --manifest-path "$work/Cargo.toml"
