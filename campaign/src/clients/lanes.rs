//! A history as lanes: a line for each client, from left to right in the order of the counter.

use std::collections::BTreeMap;

use korrel_harness::ClientProgram;
use korrel_harness::protocol::HistoryCall;

use super::text;

/// The lines that draw a history: `client 0  ├─ enq(v 1) ─┤`.
pub(super) fn drawn(
    names: &[String],
    program: &ClientProgram,
    history: &[Vec<HistoryCall>],
) -> Vec<String> {
    let mut calls: Vec<(usize, &HistoryCall, String)> = Vec::new();
    for (client, told) in history.iter().enumerate() {
        for (call, told) in program.clients[client].iter().zip(told) {
            let args: Vec<String> =
                call.args.iter().map(|(name, value)| format!("{name} {}", text(value))).collect();
            let outcome = match (&told.throw, &told.result) {
                (Some(throw), _) => format!(" throws {}", throw.ty),
                (None, Some(result)) => format!(" = {}", text(result)),
                (None, None) => String::new(),
            };
            calls.push((client, told, format!("{}({}){outcome}", names[call.op], args.join(", "))));
        }
    }
    let columns = columns(&calls);
    let mut lanes = vec![String::new(); history.len()];
    for (client, told, label) in &calls {
        let (from, to) = (columns[&(told.from, false)], columns[&(told.to, true)]);
        let lane = &mut lanes[*client];
        let space = from - lane.chars().count();
        lane.extend(std::iter::repeat_n(' ', space));
        let room = to - from - 4 - label.chars().count();
        lane.push_str(&format!("├─ {label} {}┤", "─".repeat(room)));
    }
    let line =
        |(client, lane): (usize, String)| format!("client {client}  {lane}").trim_end().to_owned();
    lanes.into_iter().enumerate().map(line).collect()
}

/// The column of each beginning and end. Where both have one number, calls overlap.
fn columns(calls: &[(usize, &HistoryCall, String)]) -> BTreeMap<(u64, bool), usize> {
    let begins = calls.iter().map(|(_, call, _)| (call.from, false));
    let mut moments: Vec<(u64, bool)> =
        begins.chain(calls.iter().map(|(_, call, _)| (call.to, true))).collect();
    moments.sort_unstable();
    moments.dedup();
    let mut columns: BTreeMap<(u64, bool), usize> = BTreeMap::new();
    let mut last = 0;
    for moment in moments {
        let mut at = if columns.is_empty() { 0 } else { last + 2 };
        for (_, call, label) in calls.iter().filter(|(_, call, _)| (call.to, true) == moment) {
            at = at.max(columns[&(call.from, false)] + label.chars().count() + 4);
        }
        columns.insert(moment, at);
        last = at;
    }
    columns
}
