//! Answers as the protocol writes them.

use korrel_editor::{Analysis, Finding};
use korrel_lang::code::Severity;
use korrel_lang::source::Span;
use serde_json::{Value as Json, json};

use super::documents::Documents;
use super::position::Lines;

/// A diagnostic.
pub fn finding(finding: &Finding, analysis: &Analysis, documents: &Documents) -> Json {
    let lines = Lines::new(analysis.text());
    let severity = match finding.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Note => 4,
    };
    let related = finding.related.iter().filter_map(|related| {
        let location = location(related.span, analysis, documents)?;
        Some(json!({ "location": location, "message": related.label }))
    });
    let related: Vec<Json> = related.collect();
    let mut shown = json!({
        "range": lines.range(finding.span),
        "severity": severity,
        "source": "korrel",
        "message": finding.message,
    });
    if let Some(code) = finding.code {
        shown["code"] = code.name().into();
    }
    if !related.is_empty() {
        shown["relatedInformation"] = related.into();
    }
    if finding.is_unnecessary {
        shown["tags"] = json!([1]);
    }
    shown
}

/// A place in any text of a reading; `None` in a built-in module, which is no file.
pub fn location(span: Span, analysis: &Analysis, documents: &Documents) -> Option<Json> {
    let source = analysis.sources().get(span.file);
    let uri = documents.uri_of(&source.name)?;
    Some(json!({ "uri": uri, "range": Lines::new(&source.text).range(span) }))
}
