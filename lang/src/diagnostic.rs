//! What a user is told about a mistake: a stable code, a place, and what would mend it.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::source::{Sources, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    Error,
    Warning,
    /// Neither wrong nor suspicious: an answer about the spec.
    Note,
}

/// A message about a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// `E0007`: stable; tests and `korrel explain` name it. Notes have none.
    pub code: &'static str,
    pub message: Box<str>,
    /// The place that is wrong, and what is wrong with it; `None` if no text is.
    pub place: Option<(Span, Box<str>)>,
    /// Other places that matter, such as an earlier declaration.
    pub related: Vec<(Span, Box<str>)>,
    /// What to do about it.
    pub help: Vec<String>,
}

impl Diagnostic {
    pub fn error(code: &'static str, message: impl Into<Box<str>>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            place: None,
            related: Vec::new(),
            help: Vec::new(),
        }
    }

    pub fn warning(code: &'static str, message: impl Into<Box<str>>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    pub fn note(message: impl Into<Box<str>>) -> Diagnostic {
        Diagnostic { severity: Severity::Note, ..Diagnostic::error("", message) }
    }

    pub fn at(mut self, span: Span, label: impl Into<Box<str>>) -> Diagnostic {
        self.place = Some((span, label.into()));
        self
    }

    pub fn related(mut self, span: Span, label: impl Into<Box<str>>) -> Diagnostic {
        self.related.push((span, label.into()));
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(help.into());
        self
    }

    /// The message with the source underlined, for a terminal.
    pub fn render(&self, sources: &Sources, color: bool) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let title = level.primary_title(&*self.message);
        let title = if self.code.is_empty() { title } else { title.id(self.code) };
        let mut group = Group::with_title(title).elements(self.snippets(sources));
        for help in &self.help {
            group = group.element(Level::HELP.message(help));
        }
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }

    /// A snippet for each file that has a place in it, the primary one first.
    fn snippets<'a>(
        &'a self,
        sources: &'a Sources,
    ) -> Vec<Snippet<'a, annotate_snippets::Annotation<'a>>> {
        let mut snippets: Vec<(crate::source::FileId, Snippet<'a, _>)> = Vec::new();
        let places = self.place.iter().map(|place| (place, AnnotationKind::Primary));
        let related = self.related.iter().map(|place| (place, AnnotationKind::Context));
        for ((span, label), kind) in places.chain(related) {
            let annotation = kind.span(span.start as usize..span.end as usize).label(&**label);
            match snippets.iter().position(|(file, _)| *file == span.file) {
                Some(at) => {
                    let (file, snippet) = snippets.swap_remove(at);
                    snippets.insert(at, (file, snippet.annotation(annotation)));
                }
                None => {
                    let source = sources.get(span.file);
                    let snippet = Snippet::source(&source.text).path(&source.name);
                    snippets.push((span.file, snippet.annotation(annotation)));
                }
            }
        }
        snippets.into_iter().map(|(_, snippet)| snippet).collect()
    }
}
