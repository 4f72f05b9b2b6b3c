//! Mistakes and warnings, each at a place of the text.

use korrel_lang::ast::Paragraph;
use korrel_lang::code::{self, Code, Severity};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Span;

use crate::analysis::Analysis;
use crate::names::MAIN;

/// A diagnostic as an editor shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub severity: Severity,
    /// A note has none.
    pub code: Option<Code>,
    /// A place in the text itself.
    pub span: Span,
    /// The message, what is wrong with the place, and the remedies, a line each.
    pub message: String,
    pub related: Vec<RelatedPlace>,
    /// The remedies by themselves.
    pub help: Vec<String>,
    /// It is about a part that says nothing: it can be shown faintly.
    pub is_unnecessary: bool,
}

/// Another place that matters, perhaps in an opened module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelatedPlace {
    pub span: Span,
    pub label: String,
}

impl Analysis {
    /// The mistakes in the text and in the modules that it opens; where there are none, the warnings.
    pub fn findings(&self) -> Vec<Finding> {
        self.reading.diagnostics.iter().map(|one| self.finding(one)).collect()
    }

    /// A diagnostic about the spec. One about an opened module stands at the `open` that leads there.
    pub fn finding(&self, diagnostic: &Diagnostic) -> Finding {
        let mut related: Vec<RelatedPlace> = diagnostic
            .related
            .iter()
            .map(|(span, label)| RelatedPlace { span: *span, label: label.to_string() })
            .collect();
        let mut message = diagnostic.message.to_string();
        let span = match &diagnostic.place {
            Some((span, label)) if span.file == MAIN => {
                add_line(&mut message, label);
                *span
            }
            Some((span, label)) => {
                related.insert(0, RelatedPlace { span: *span, label: label.to_string() });
                self.way_to(*span)
            }
            None => Span { file: MAIN, start: 0, end: 0 },
        };
        for help in &diagnostic.help {
            add_line(&mut message, &format!("help: {help}"));
        }
        let severity = match diagnostic.code {
            // Said without being asked, it is no more than a hint.
            Some(code::IDLE) => Severity::Note,
            _ => diagnostic.severity(),
        };
        let is_unnecessary = diagnostic.code.is_some_and(|code| UNNECESSARY.contains(&code.name()));
        let (code, help) = (diagnostic.code, diagnostic.help.clone());
        Finding { severity, code, span, message, related, help, is_unnecessary }
    }

    /// The `open` that leads to another file, or the beginning of the text.
    fn way_to(&self, span: Span) -> Span {
        let name = &self.sources().get(span.file).name;
        let leads = |module: &str| name.trim_end_matches(".als").ends_with(module);
        let opens =
            self.reading.module().paragraphs.iter().filter_map(|paragraph| match paragraph {
                Paragraph::Open(open) if open.span.start < open.span.end => Some(open),
                _ => None,
            });
        let opens: Vec<_> = opens.collect();
        let found = opens.iter().find(|open| leads(&open.module.text)).or(opens.first());
        found.map_or(Span { file: MAIN, start: 0, end: 0 }, |open| open.module.span)
    }
}

/// Codes of parts that say nothing.
const UNNECESSARY: [&str; 3] = ["W0003", "W0010", "W0013"];

fn add_line(message: &mut String, line: &str) {
    if !line.is_empty() {
        message.push('\n');
        message.push_str(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use korrel_lang::load::{ModuleText, OpenRequest, no_files};

    fn codes(text: &str) -> Vec<&'static str> {
        let analysis = Analysis::new("spec.als", text, false, &mut no_files);
        analysis.findings().iter().filter_map(|one| one.code.map(Code::name)).collect()
    }

    /// If it failed, one mistake would hide others, or bring some that are none.
    #[test]
    fn mistakes_beside_each_other() {
        let text = "sig A { r: lone Bb }\npred p { some\npred q { some A.x }\nfact { A = = A }\nrun p\nrun z\n";
        assert_eq!(codes(text), ["E0006", "E0001", "E0006", "E0001", "E0006"]);
        // What a broken paragraph declares is not unknown.
        assert_eq!(codes("sig A { r: lone A \nrun { some A.r }\n"), ["E0001"]);
        assert_eq!(codes("open missing\nrun { some B }"), ["E0024"]);
        assert_eq!(codes(""), ["E0020"]);
        assert_eq!(codes("sig A {} run { all a, b: A | a in A }"), ["W0003"]);
    }

    /// If it failed, a mistake in an opened module would stand at a wrong line of the text.
    #[test]
    fn a_mistake_in_a_module_stands_at_its_open() {
        let find = &mut |request: &OpenRequest<'_>| {
            let text = "module nodes\nsig Node { next: Nod }".to_owned();
            let name = format!("{}.als", request.module);
            Ok((request.module == "nodes").then_some(ModuleText { name, text }))
        };
        let text = "sig A {}\nopen nodes\nrun { some Node }";
        let analysis = Analysis::new("spec.als", text, false, find);
        let findings = analysis.findings();
        assert_eq!(findings.len(), 1);
        assert_eq!(analysis.sources().text(findings[0].span), "nodes");
        assert_eq!(analysis.sources().place(findings[0].related[0].span), "nodes.als:2:18");
    }
}
