//! Answers as the protocol writes them.

use korrel_editor::{
    Analysis, Completion, DeclaredKind, Finding, Fold, FoldKind, Lens, LensSubject, SemanticKind,
    SemanticToken,
};
use korrel_lang::code::Severity;
use korrel_lang::source::Span;
use korrel_lang::spec::{OutlineItem, OutlineKind};
use serde_json::{Value as Json, json};

use super::documents::Documents;
use super::position::TextLines;

/// The command that opens a page of a command's instances. Its arguments are the text's address and the command's number.
pub const SHOW: &str = "korrel.show";

/// A diagnostic.
pub fn finding(finding: &Finding, analysis: &Analysis, documents: &Documents) -> Json {
    let lines = TextLines::new(analysis.text());
    let severity = match finding.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Note if finding.is_unnecessary => 4,
        Severity::Note => 3,
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
    Some(json!({ "uri": uri, "range": TextLines::new(&source.text).range(span) }))
}

/// The kinds of semantic tokens, by their numbers.
pub const TOKEN_TYPES: [&str; 12] = [
    "comment",
    "string",
    "number",
    "keyword",
    "operator",
    "enum",
    "enumMember",
    "class",
    "property",
    "function",
    "macro",
    "variable",
];

fn token_type(kind: SemanticKind) -> usize {
    use OutlineKind as K;
    match kind {
        SemanticKind::Comment => 0,
        SemanticKind::String => 1,
        SemanticKind::Number => 2,
        SemanticKind::Keyword => 3,
        SemanticKind::Operator => 4,
        SemanticKind::Name(DeclaredKind::Variable) => 11,
        SemanticKind::Name(DeclaredKind::Item(kind)) => match kind {
            K::Enum => 5,
            K::EnumValue => 6,
            K::Sig => 7,
            K::Field => 8,
            K::Macro => 10,
            K::Fact | K::Assertion | K::Predicate | K::Function => 9,
            K::Open | K::Run | K::Check => unreachable!("these declare no name"),
        },
    }
}

/// Tokens, each by its distance from the one before it.
pub fn tokens(tokens: &[SemanticToken], lines: &TextLines<'_>) -> Json {
    let mut data: Vec<usize> = Vec::new();
    let (mut line, mut character) = (0, 0);
    for token in tokens {
        let (next, start) = lines.place(token.span.start as usize);
        let (_, end) = lines.place(token.span.end as usize);
        let from = if next == line { character } else { 0 };
        let modifiers = usize::from(token.is_declaration) | usize::from(token.is_built_in) << 1;
        let length = end.saturating_sub(start);
        data.extend([next - line, start - from, length, token_type(token.kind), modifiers]);
        (line, character) = (next, start);
    }
    json!({ "data": data })
}

/// A proposal. `at` is its place in the order.
pub fn completion(at: usize, item: &Completion, range: Option<&Json>) -> Json {
    let kind = match item.kind {
        None => 14,
        Some(DeclaredKind::Variable) => 6,
        Some(DeclaredKind::Item(kind)) => match kind {
            OutlineKind::Enum => 13,
            OutlineKind::EnumValue => 20,
            OutlineKind::Sig => 7,
            OutlineKind::Field => 5,
            OutlineKind::Macro => 15,
            _ => 3,
        },
    };
    let mut shown = json!({ "label": item.label, "kind": kind, "sortText": format!("{at:05}") });
    if !item.detail.is_empty() {
        shown["detail"] = item.detail.clone().into();
    }
    if let Some(range) = range {
        shown["textEdit"] = json!({ "range": range, "newText": item.label });
    }
    shown
}

/// An item of the outline, with those in it.
pub fn symbol(item: &OutlineItem, lines: &TextLines<'_>) -> Json {
    let kind = match item.kind {
        OutlineKind::Open => 2,
        OutlineKind::Enum => 10,
        OutlineKind::EnumValue => 22,
        OutlineKind::Sig => 5,
        OutlineKind::Field => 8,
        OutlineKind::Fact | OutlineKind::Assertion => 17,
        OutlineKind::Predicate | OutlineKind::Function | OutlineKind::Macro => 12,
        OutlineKind::Run | OutlineKind::Check => 24,
    };
    let name = if item.name.is_empty() { "fact" } else { &item.name };
    let children: Vec<Json> = item.children.iter().map(|child| symbol(child, lines)).collect();
    json!({
        "name": name,
        "detail": item.text,
        "kind": kind,
        "range": lines.range(item.whole),
        "selectionRange": lines.range(item.span),
        "children": children,
    })
}

pub fn fold(fold: &Fold, lines: &TextLines<'_>) -> Json {
    let (start, _) = lines.place(fold.span.start as usize);
    let (end, _) = lines.place(fold.span.end as usize);
    match fold.kind {
        FoldKind::Comment => json!({ "startLine": start, "endLine": end, "kind": "comment" }),
        // The line of the closing brace stays.
        FoldKind::Code => {
            json!({ "startLine": start, "endLine": end.saturating_sub(1).max(start) })
        }
    }
}

/// A lens, with what is known of its subject.
pub fn lens(lens: &Lens, known: Option<&str>, uri: &str, lines: &TextLines<'_>) -> Option<Json> {
    let range = lines.range(lens.span);
    match (&lens.subject, known) {
        (LensSubject::Command(index), known) => {
            let title = known.map_or("show".to_owned(), |known| format!("{known} · show"));
            let command = json!({ "title": title, "command": SHOW, "arguments": [uri, index] });
            Some(json!({ "range": range, "command": command }))
        }
        // A lens without a command is a text.
        (LensSubject::Predicate(..), Some(known)) => {
            Some(json!({ "range": range, "command": { "title": known, "command": "" } }))
        }
        (LensSubject::Predicate(..), None) => None,
    }
}
