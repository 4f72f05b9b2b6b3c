//! Reads a trace as a user of the crate `itf` would: into a type of one's own.

use std::collections::{BTreeMap, HashSet};

#[derive(serde::Deserialize)]
struct State {
    #[serde(rename = "Lock.holder")]
    holder: BTreeMap<String, String>,
    #[serde(rename = "Lock.waiting")]
    waiting: BTreeMap<String, HashSet<String>>,
    #[serde(rename = "mbt::actionTaken")]
    action: String,
}

fn main() {
    let file = std::env::args().nth(1).expect("a file");
    let text = std::fs::read_to_string(file).expect("it can be read");
    let trace: itf::Trace<State> = itf::trace_from_str(&text).expect("it is a trace");
    let states: Vec<&State> = trace.states.iter().map(|state| &state.value).collect();
    let actions: Vec<&str> = states.iter().map(|state| &*state.action).collect();
    assert_eq!(actions, ["init", "ask", "ask"]);
    assert!(states.iter().all(|state| state.holder.is_empty()));
    let waiting: Vec<usize> = states.iter().map(|state| state.waiting["Lock$0"].len()).collect();
    assert_eq!(waiting, [0, 1, 2]);
    assert_eq!(trace.meta.source.as_deref().map(|source| source.ends_with("lock.als")), Some(true));
}
