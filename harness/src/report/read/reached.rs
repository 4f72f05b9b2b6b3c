//! The point that a run had reached, as its report tells, even one that is cut off.
//!
//! Inputs are done in order, and a failing one is written at once: all before it were tried.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use serde_json::Value;

use crate::report::heading::ReportHeading;

/// The contents of a file of reports, each of which continues the one before.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    pub headings: Vec<ReportHeading>,
    /// The id of the last input that was surely tried, by operation.
    pub last: BTreeMap<String, u64>,
}

/// Reads as far as there are whole lines.
///
/// # Errors
/// Those of the file.
pub fn reached(report: &mut dyn BufRead) -> io::Result<Reached> {
    let mut reached = Reached::default();
    let mut line = Vec::new();
    while report.read_until(b'\n', &mut line)? > 0 {
        if let Ok(record) = serde_json::from_slice(&line) {
            reached.take(&record);
        }
        line.clear();
    }
    Ok(reached)
}

impl Reached {
    fn take(&mut self, record: &Value) {
        let last = match record.get("kind").and_then(Value::as_str) {
            Some("header") => return self.headings.extend(ReportHeading::read(record)),
            Some("failure") => record.get("id"),
            Some("op" | "end") => record.get("last"),
            _ => None,
        };
        let op = record.get("op").and_then(Value::as_str);
        if let (Some(op), Some(last)) = (op, last.and_then(Value::as_u64)) {
            let known = self.last.entry(op.to_owned()).or_default();
            *known = last.max(*known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = r#"{"kind":"header","format":"report/1","tool":"t","spec":"s","question":"q","scope":"3","driver":["d"]}
{"kind":"failure","op":"f","id":3}
{"kind":"failure","op":"g","id":1}
{"kind":"op","op":"f","last":7}
{"kind":"op","op":"g","last":1}
{"kind":"end","status":"interrupted"}
"#;

    /// If this fails, a run that goes on leaves inputs out, or cannot go on after one that was killed.
    #[test]
    fn a_report_tells_how_far_it_came_wherever_it_is_cut() {
        let last = |bytes: usize| {
            let reached = reached(&mut &REPORT.as_bytes()[..bytes]).unwrap();
            assert!(reached.headings.len() == 1 || bytes < 110);
            (reached.last.get("f").copied(), reached.last.get("g").copied())
        };
        let end = |line: &str| REPORT.find(line).expect("it is there") + line.len();
        assert_eq!(last(40), (None, None));
        assert_eq!(last(end(r#""op":"f","id":3}"#)), (Some(3), None));
        assert_eq!(last(end(r#""op":"f","id":3}"#) + 20), (Some(3), None));
        assert_eq!(last(end(r#""op":"f","last":7}"#)), (Some(7), Some(1)));
        assert_eq!(last(REPORT.len()), (Some(7), Some(1)));
    }
}
