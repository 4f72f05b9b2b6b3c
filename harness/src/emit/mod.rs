//! `--emit-test`: calls as tests in a framework's own language. They hold everything that is sent, start the driver
//! and need nothing of ours (except where only the spec can judge).
//!
//! A test is a sequence of calls, each on the state that the one before it has left. The smallest failure of a
//! cause is a sequence of one call, which brings its own state. Each language has a helper, `follow`, written
//! once. A test hands it two texts of JSON: the header, and the calls. A call has
//!
//! | member | |
//! |---|---|
//! | `op`, `roots`, `objects`, `sets`, `relations` | what is sent, beside the state |
//! | `makes`, `receiver`, `sigs` | it makes a state of nothing; the parameter that is the state's root; those that are `one` sigs |
//! | `throws`, `throw` | true if something is thrown, and its type where that is known |
//! | `result` | what it returns |
//! | `state` | the state afterwards: see `state.rs` |
//! | `entries`, `rootless`, `allSigs` | where the walk through that begins: at these objects and then all others, or at the root and the `one` sigs |
//! | `unordered` | the fields whose arrays are sets, and `result` where that is one |
//! | `kind`, `args` | of behaviours: `reset`, with the first state, or `call` |
//! | `ends`, `known`, `seen` | all right ends of a call: see `behaviours.rs`; the names that the program knows; the fields that are seen, by type |
//! | `eval` | a command that is given both states and must succeed |

mod behaviours;
mod inputs;
mod sequences;
mod state;

use serde_json::Value;

use crate::plan::TestQuestion;
use crate::protocol::header;
use crate::report::{Report, ReportHeading};

pub use behaviours::emit_behaviours;
pub use inputs::{JudgedInput, emit};
pub use sequences::{CallSequence, CheckedCall, StateRoots, emit_sequences};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framework {
    Pytest,
    Junit,
    Node,
    Rust,
}

/// A test of a sequence of calls.
struct EmittedTest {
    /// An identifier in every language: `remove_9f2c41d07ab3e815`.
    name: String,
    /// The remarks for people, on a line each.
    remarks: Vec<String>,
    calls: Vec<Value>,
}

/// An identifier in every language.
fn identifier(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// The parts of a file beside its tests.
struct EmittedFile<'f> {
    /// The beginning of its first line.
    title: String,
    /// The name of the class in Java.
    class: &'f str,
    heading: &'f ReportHeading,
    /// The header that the driver gets.
    header: String,
}

impl<'f> EmittedFile<'f> {
    /// A file about failures of a run. Tests of one name get others: one failure may be the smallest of two causes.
    fn of_failures(
        what: &str,
        report: &'f Report,
        question: &TestQuestion,
        tests: &mut [EmittedTest],
    ) -> EmittedFile<'f> {
        for at in 1..tests.len() {
            if tests[..at].iter().any(|other| other.name == tests[at].name) {
                tests[at].name += &format!("_{at}");
            }
        }
        EmittedFile {
            title: format!(
                "{what} that failed under {}. Written by korrel test",
                report.heading.spec
            ),
            class: "FoundByKorrelTest",
            heading: &report.heading,
            header: header(&question.declarations, &question.operations),
        }
    }

    fn text(&self, framework: Framework, tests: &[EmittedTest]) -> String {
        let (template, end) = match framework {
            Framework::Pytest => (include_str!("templates/pytest.py"), ""),
            Framework::Junit => (include_str!("templates/junit.java"), "}\n"),
            Framework::Node => (include_str!("templates/node.mjs"), ""),
            Framework::Rust => (include_str!("templates/rust.rs"), ""),
        };
        let driver = self.heading.driver.iter().map(|word| literal(framework, word));
        let head = template
            .replace("@TITLE@", &self.title.replace(char::is_control, " "))
            .replace("@CLASS@", self.class)
            .replace("@DRIVER@", &driver.collect::<Vec<_>>().join(", "));
        let tests = tests.iter().map(|test| self.test(framework, test));
        format!("{head}{}{end}", tests.collect::<String>())
    }

    fn test(&self, framework: Framework, test: &EmittedTest) -> String {
        let name = &test.name;
        let calls = Value::from(test.calls.clone()).to_string();
        let [header, calls] = [&self.header, &calls].map(|text| literal(framework, text));
        let (sign, indent) = match framework {
            Framework::Pytest => ("#", "    "),
            Framework::Junit => ("//", "        "),
            Framework::Node => ("//", ""),
            Framework::Rust => ("//", "    "),
        };
        let remark =
            |line: &String| format!("{indent}{sign} {}\n", line.replace(char::is_control, " "));
        let remarks: String = test.remarks.iter().map(remark).collect();
        match framework {
            Framework::Pytest => format!(
                "\n\ndef test_{name}():\n{remarks}    follow(\n        {header},\n        {calls},\n    )\n"
            ),
            Framework::Junit => format!(
                "\n    @Test\n    void {name}() throws Exception {{\n{remarks}        follow(\n            {header},\n            {calls});\n    }}\n"
            ),
            Framework::Node => format!(
                "\n{remarks}test(\"{name}\", () =>\n  follow(\n    {header},\n    {calls},\n  ));\n"
            ),
            Framework::Rust => format!(
                "\n#[test]\nfn {name}() {{\n{remarks}    follow(\n        {header},\n        {calls},\n    );\n}}\n"
            ),
        }
    }
}

/// A text as the language writes it.
fn literal(framework: Framework, text: &str) -> String {
    match framework {
        Framework::Rust => format!("{text:?}"),
        // The escapes of JSON are also those of the others.
        _ => Value::from(text).to_string().replace('\u{7f}', "\\u007f"),
    }
}
