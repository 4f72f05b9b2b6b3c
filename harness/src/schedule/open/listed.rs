//! Inputs, listed for people.

use crate::schedule::plan::TestQuestion;

/// `remove 0-41, 43, insert 3`.
pub(in crate::schedule) fn listed(question: &TestQuestion, inputs: &[(usize, u64)]) -> String {
    let mut runs: Vec<(usize, u64, u64)> = Vec::new();
    for &(op, id) in inputs {
        match runs.last_mut() {
            Some((of, _, last)) if *of == op && (*last == id || *last + 1 == id) => *last = id,
            _ => runs.push((op, id, id)),
        }
    }
    let mut text = String::new();
    let mut told = None;
    for (op, first, last) in runs {
        if !text.is_empty() {
            text.push_str(", ");
        }
        if told.replace(op) != Some(op) {
            text.push_str(&question.operations[op].name);
            text.push(' ');
        }
        match first == last {
            true => text.push_str(&first.to_string()),
            false => text.push_str(&format!("{first}-{last}")),
        }
    }
    text
}
