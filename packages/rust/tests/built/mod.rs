//! What cargo has built beside the tests.

use std::path::PathBuf;

/// A program of the workspace, such as `examples/bank`.
pub fn built(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("it runs");
    let built = test.parent().and_then(|deps| deps.parent()).expect("it lies in target/debug/deps");
    built.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// The program `korrel` that `$KORREL` names, else this workspace's.
pub fn korrel() -> PathBuf {
    std::env::var_os("KORREL").map_or_else(|| built("korrel"), PathBuf::from)
}
