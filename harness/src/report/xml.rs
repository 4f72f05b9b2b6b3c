//! JUnit's XML, as build servers read it: suites of cases.
//!
//! Written by hand: a crate for it brings a calendar, identifiers and a parser of XML into each build, for five
//! elements.

use std::fmt::{self, Display, Formatter, Write};

/// All suites of a run.
pub struct JunitReport {
    pub name: String,
    pub suites: Vec<JunitSuite>,
}

/// A suite of cases.
pub struct JunitSuite {
    pub name: String,
    pub cases: Vec<JunitCase>,
}

/// A case.
pub struct JunitCase {
    pub name: String,
    pub class: String,
    /// Further attributes.
    pub extra: Vec<(&'static str, String)>,
    pub status: JunitStatus,
}

/// The outcome of a case.
pub enum JunitStatus {
    Success,
    Skipped { message: String },
    Failure(JunitFault),
    Error(JunitFault),
}

/// The reason why a case is no success.
pub struct JunitFault {
    pub message: String,
    pub kind: String,
    pub details: Option<String>,
}

/// A text in which nothing is a sign of XML.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '\'' => escaped += "&apos;",
            '"' => escaped += "&quot;",
            c => escaped.push(c),
        }
    }
    escaped
}

/// The numbers of cases, as attributes have them.
#[derive(Default)]
struct Numbers {
    tests: usize,
    skipped: usize,
    failures: usize,
    errors: usize,
}

impl Numbers {
    fn of<'c>(cases: impl Iterator<Item = &'c JunitCase>) -> Numbers {
        let mut numbers = Numbers::default();
        for case in cases {
            numbers.tests += 1;
            match case.status {
                JunitStatus::Success => {}
                JunitStatus::Skipped { .. } => numbers.skipped += 1,
                JunitStatus::Failure(_) => numbers.failures += 1,
                JunitStatus::Error(_) => numbers.errors += 1,
            }
        }
        numbers
    }
}

impl Display for JunitReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let cases = self.suites.iter().flat_map(|suite| &suite.cases);
        let Numbers { tests, skipped, failures, errors } = Numbers::of(cases);
        let name = escape(&self.name);
        writeln!(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(
            f,
            "<testsuites name=\"{name}\" tests=\"{tests}\" skipped=\"{skipped}\" failures=\"{failures}\" errors=\"{errors}\">"
        )?;
        self.suites.iter().try_for_each(|suite| suite.fmt(f))?;
        writeln!(f, "</testsuites>")
    }
}

impl Display for JunitSuite {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Numbers { tests, skipped, failures, errors } = Numbers::of(self.cases.iter());
        let name = escape(&self.name);
        let head = format!(
            "<testsuite name=\"{name}\" tests=\"{tests}\" skipped=\"{skipped}\" errors=\"{errors}\" failures=\"{failures}\""
        );
        if self.cases.is_empty() {
            return writeln!(f, "    {head}/>");
        }
        writeln!(f, "    {head}>")?;
        self.cases.iter().try_for_each(|case| case.fmt(f))?;
        writeln!(f, "    </testsuite>")
    }
}

impl Display for JunitCase {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let JunitCase { name, class, extra, status } = self;
        write!(f, "        <testcase name=\"{}\" classname=\"{}\"", escape(name), escape(class))?;
        for (attribute, value) in extra {
            write!(f, " {attribute}=\"{}\"", escape(value))?;
        }
        let inside = match status {
            JunitStatus::Success => return writeln!(f, "/>"),
            JunitStatus::Skipped { message } => {
                format!("<skipped message=\"{}\"/>", escape(message))
            }
            JunitStatus::Failure(fault) => fault.element("failure"),
            JunitStatus::Error(fault) => fault.element("error"),
        };
        writeln!(f, ">\n            {inside}\n        </testcase>")
    }
}

impl JunitFault {
    fn element(&self, name: &str) -> String {
        let JunitFault { message, kind, details } = self;
        let mut element =
            format!("<{name} message=\"{}\" type=\"{}\"", escape(message), escape(kind));
        let written = match details {
            Some(details) => write!(element, ">{}</{name}>", escape(details)),
            None => write!(element, "/>"),
        };
        written.expect("a string takes all");
        element
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed, a build server would refuse the report, or show other numbers than the cases are.
    #[test]
    fn numbers_are_those_of_the_cases_and_texts_are_no_elements() {
        let fault = |details| JunitFault { message: "a<b".into(), kind: "'&\"".into(), details };
        let case = |name: &str, extra, status| JunitCase {
            name: name.into(),
            class: "s.als".into(),
            extra,
            status,
        };
        let cases = vec![
            case("1", vec![("line", "3".into())], JunitStatus::Success),
            case("2", vec![], JunitStatus::Failure(fault(Some("x > y\nz".into())))),
            case("3", vec![], JunitStatus::Error(fault(None))),
            case("4", vec![], JunitStatus::Skipped { message: "known".into() }),
        ];
        let full = JunitSuite { name: "s".into(), cases };
        let empty = JunitSuite { name: "none".into(), cases: vec![] };
        let report = JunitReport { name: "all".into(), suites: vec![full, empty] };
        let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="all" tests="4" skipped="1" failures="1" errors="1">
    <testsuite name="s" tests="4" skipped="1" errors="1" failures="1">
        <testcase name="1" classname="s.als" line="3"/>
        <testcase name="2" classname="s.als">
            <failure message="a&lt;b" type="&apos;&amp;&quot;">x &gt; y
z</failure>
        </testcase>
        <testcase name="3" classname="s.als">
            <error message="a&lt;b" type="&apos;&amp;&quot;"/>
        </testcase>
        <testcase name="4" classname="s.als">
            <skipped message="known"/>
        </testcase>
    </testsuite>
    <testsuite name="none" tests="0" skipped="0" errors="0" failures="0"/>
</testsuites>
"#;
        assert_eq!(report.to_string(), expected);
    }
}
