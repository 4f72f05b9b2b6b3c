//! `--emit-test`: the smallest failure of each cause as a test in a framework's own language, which
//! holds the input, starts the driver and needs nothing of ours (except for what only the spec can judge).
//!
//! Each language has a helper, `check`, written once; a test hands it three texts of JSON: what is
//! sent, and what is expected. Expected are `throws` (whether anything is thrown), and where they are
//! known `throw` (its type), `post` (the objects), `result`, and `eval` (a command that is given both
//! states and must succeed); `unordered` names fields whose arrays are sets.

mod case;
mod expected;
mod sequences;

use self::case::{EmittedCase, cases};
use crate::failure::FailedInput;
use crate::report::Report;
use crate::schedule::TestQuestion;

pub use expected::Judged;
pub use sequences::{CallSequence, CheckedCall, StateRoots, emit_sequences};

/// The part of JSON that tests in Java need.
const JSON_IN_JAVA: &str = include_str!("templates/json.java");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framework {
    Pytest,
    Junit,
    Node,
    Rust,
}

/// A file of tests. If the spec judged, `judged` gives the answers that it allows.
pub fn emit(
    framework: Framework,
    report: &Report,
    question: &TestQuestion,
    judged: &dyn Fn(&FailedInput) -> Judged,
) -> String {
    let cases = cases(report, question, judged);
    let (template, of_case, end): (&str, fn(&EmittedCase) -> String, &str) = match framework {
        Framework::Pytest => (include_str!("templates/pytest.py"), pytest, ""),
        Framework::Junit => (include_str!("templates/junit.java"), junit, "}\n"),
        Framework::Node => (include_str!("templates/node.mjs"), node, ""),
        Framework::Rust => (include_str!("templates/rust.rs"), rust, ""),
    };
    let words = &report.heading.driver;
    let driver: Vec<String> = words.iter().map(|word| literal(framework, word)).collect();
    let head = template
        .replace("@SPEC@", &report.heading.spec.replace(char::is_control, " "))
        .replace("@DRIVER@", &driver.join(", "))
        .replace("@JSON@", JSON_IN_JAVA);
    let tests: String = cases.iter().map(of_case).collect();
    format!("{head}{tests}{end}")
}

/// A text as the language writes it.
fn literal(framework: Framework, text: &str) -> String {
    match framework {
        Framework::Rust => format!("{text:?}"),
        // The escapes of JSON are also those of the others.
        _ => serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f"),
    }
}

fn comments(case: &EmittedCase, sign: &str, indent: &str) -> String {
    case.remarks.iter().map(|line| format!("{indent}{sign} {line}\n")).collect()
}

fn arguments(framework: Framework, case: &EmittedCase, indent: &str) -> String {
    let texts = [&case.header, &case.input, &case.expected];
    let texts = texts.map(|text| format!("{indent}{}", literal(framework, text)));
    format!("{},\n", texts.join(",\n"))
}

fn pytest(case: &EmittedCase) -> String {
    let comments = comments(case, "#", "    ");
    let arguments = arguments(Framework::Pytest, case, "        ");
    format!("\n\ndef test_{}():\n{comments}    check(\n{arguments}    )\n", case.name)
}

fn junit(case: &EmittedCase) -> String {
    let comments = comments(case, "//", "        ");
    let arguments = arguments(Framework::Junit, case, "            ");
    let arguments = arguments.trim_end().trim_end_matches(',');
    format!(
        "\n    @Test\n    void {}() throws Exception {{\n{comments}        check(\n{arguments});\n    }}\n",
        case.name
    )
}

fn node(case: &EmittedCase) -> String {
    let comments = comments(case, "//", "  ");
    let arguments = arguments(Framework::Node, case, "    ");
    format!("\ntest(\"{}\", () => {{\n{comments}  check(\n{arguments}  );\n}});\n", case.name)
}

fn rust(case: &EmittedCase) -> String {
    let comments = comments(case, "//", "    ");
    let arguments = arguments(Framework::Rust, case, "        ");
    format!("\n#[test]\nfn {}() {{\n{comments}    check(\n{arguments}    );\n}}\n", case.name)
}
