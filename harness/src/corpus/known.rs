//! Failures that are known.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::input::InputName;

/// The names of failures, and their outcomes.
///
/// A line is `KEY` or `KEY:j`, with the operation before it if that matters, and after a `#` any text.
/// Or it is a line of a report, whose failures count. `KEY` stands for all labellings of the input.
#[derive(Clone, Debug, Default)]
pub struct KnownFailures {
    /// Two flags by operation (empty: any) and name: true if it was tried, and true if it failed.
    names: BTreeMap<(String, InputName), (bool, bool)>,
    keys: BTreeSet<String>,
}

impl KnownFailures {
    /// # Errors
    /// The first line that names no failure.
    pub fn parse(text: &str) -> Result<KnownFailures, String> {
        let mut known = KnownFailures::default();
        for (at, line) in text.lines().enumerate() {
            let wrong =
                || format!("line {}: `{line}` is not `KEY`, `KEY:j` or `OPERATION KEY`", at + 1);
            let line = line.trim();
            if line.starts_with('{') {
                known.add_record(&serde_json::from_str(line).map_err(|_| wrong())?);
                continue;
            }
            let words: Vec<&str> =
                line.split('#').next().unwrap_or("").split_whitespace().collect();
            let (op, name) = match words.as_slice() {
                [] => continue,
                [name] => ("", InputName::parse(name)),
                [op, name] => (*op, InputName::parse(name)),
                _ => return Err(wrong()),
            };
            known.add(op, name.ok_or_else(wrong)?);
        }
        Ok(known)
    }

    fn add_record(&mut self, record: &Value) {
        let text = |name: &str| record.get(name).and_then(Value::as_str);
        if let (Some("failure"), Some(op), Some(key)) = (text("kind"), text("op"), text("key"))
            && let Some(name) = InputName::parse(key)
        {
            self.add(op, name);
        }
    }

    fn add(&mut self, op: &str, name: InputName) {
        self.keys.insert(name.key.clone());
        self.names.insert((op.to_owned(), name), (false, false));
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// True if this failure is known. Records that it still fails.
    pub(crate) fn has(&mut self, op: &str, name: &InputName) -> bool {
        let all = InputName { labelling: None, ..name.clone() };
        let mut is_known = false;
        for name in [name, &all] {
            for op in [op, ""] {
                if let Some((_, fails)) = self.names.get_mut(&(op.to_owned(), name.clone())) {
                    *fails = true;
                    is_known = true;
                }
            }
        }
        is_known
    }

    /// An input passes, under all labellings that were tried.
    pub(crate) fn passes(&mut self, op: &str, key: &str) {
        if !self.keys.contains(key) {
            return;
        }
        for ((of, name), (is_tried, _)) in &mut self.names {
            *is_tried |= name.key == key && (of.is_empty() || of == op);
        }
    }

    /// The failures that were tried and did not fail.
    pub(crate) fn mended(&self) -> Vec<String> {
        let mended = self.names.iter().filter(|(_, (is_tried, fails))| *is_tried && !fails);
        mended.map(|((op, name), _)| format!("{op} {name}").trim_start().to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, a known failure makes a build fail, or a new one does not.
    #[test]
    fn names_are_known() {
        let report = r#"{"kind":"failure","op":"insert","key":"00ff:2"}"#;
        let text = format!(
            "# old ones\nremove 9f2c41d07ab3e815 # slow\nAB12\n{report}\n{{\"kind\":\"end\"}}\n"
        );
        let mut known = KnownFailures::parse(&text).unwrap();
        let name = |text: &str| InputName::parse(text).unwrap();
        assert!(known.has("remove", &name("9f2c41d07ab3e815:7")));
        assert!(!known.has("insert", &name("9f2c41d07ab3e815")));
        assert!(known.has("insert", &name("00ff:2")) && !known.has("insert", &name("00ff:3")));
        known.passes("insert", "ab12");
        assert_eq!(known.mended(), ["ab12"]);
        let wrong = KnownFailures::parse("ab12\nnot a key at all").unwrap_err();
        assert!(wrong.starts_with("line 2: "), "{wrong}");
    }
}
