//! A message to the user about a mistake: a stable code, a place, and a remedy.

use std::borrow::Cow;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use crate::code::{Code, Severity};
use crate::source::{FileId, Sources, Span};
use crate::visible::{VisibleSource, visible, visible_lines};

/// A message about a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The code that tests and `korrel explain` name. A note has none.
    pub code: Option<Code>,
    pub message: Box<str>,
    /// The place that is wrong, and what is wrong with it, or `None` if no text is.
    pub place: Option<(Span, Box<str>)>,
    /// Other places that matter, such as an earlier declaration.
    pub related: Vec<(Span, Box<str>)>,
    /// Remedies.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error or a warning, as the code says.
    pub fn new(code: Code, message: impl Into<Box<str>>) -> Diagnostic {
        Diagnostic { code: Some(code), ..Diagnostic::note(message) }
    }

    /// An answer about the spec.
    pub fn note(message: impl Into<Box<str>>) -> Diagnostic {
        Diagnostic {
            code: None,
            message: message.into(),
            place: None,
            related: Vec::new(),
            help: Vec::new(),
        }
    }

    pub fn severity(&self) -> Severity {
        self.code.map_or(Severity::Note, Code::severity)
    }

    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
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

    /// The message with the source underlined, for a terminal. Nothing in it but its colors can tell
    /// the terminal what to do.
    pub fn render(&self, sources: &Sources, color: bool) -> String {
        let level = match self.severity() {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let title = level.primary_title(visible_lines(&self.message));
        let title = match &self.code {
            Some(code) => title.id(code.name()),
            None => title,
        };
        let files = self.files(sources);
        let snippets = files.iter().map(|file| self.snippet(file));
        let mut group = Group::with_title(title).elements(snippets);
        for help in &self.help {
            group = group.element(Level::HELP.message(visible_lines(help)));
        }
        let more = self.code.map(|code| format!("to read more: korrel explain {code}"));
        if let Some(more) = &more {
            group = group.element(Level::NOTE.message(more));
        }
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }

    /// The files that have a place in it, the primary one first.
    fn files<'s>(&self, sources: &'s Sources) -> Vec<ShownFile<'s>> {
        let mut files: Vec<ShownFile<'s>> = Vec::new();
        for (span, _) in self.place.iter().chain(&self.related) {
            if files.iter().all(|file| file.id != span.file) {
                let source = sources.get(span.file);
                let text = VisibleSource::new(&source.text);
                files.push(ShownFile { id: span.file, name: visible(&source.name), text });
            }
        }
        files
    }

    fn snippet<'a>(&'a self, file: &'a ShownFile<'_>) -> Snippet<'a, Annotation<'a>> {
        let places = self.place.iter().map(|place| (place, AnnotationKind::Primary));
        let related = self.related.iter().map(|place| (place, AnnotationKind::Context));
        let snippet = Snippet::source(&*file.text.text).path(&*file.name);
        let annotations = places.chain(related).filter(|((span, _), _)| span.file == file.id);
        snippet.annotations(annotations.map(|((span, label), kind)| {
            let (start, end) = (span.start as usize, span.end as usize);
            kind.span(file.text.place(start)..file.text.place(end)).label(visible_lines(label))
        }))
    }
}

/// A file as it is shown.
struct ShownFile<'s> {
    id: FileId,
    name: Cow<'s, str>,
    text: VisibleSource<'s>,
}
