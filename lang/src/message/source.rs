//! Texts and places in them.

/// One text of a [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A stretch of bytes in one file: `start..end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The smallest stretch that holds both, which must be of one file.
    pub fn to(self, end: Span) -> Span {
        debug_assert_eq!(self.file, end.file);
        Span { file: self.file, start: self.start.min(end.start), end: self.end.max(end.end) }
    }
}

/// The texts that a spec is made of. Spans point into them.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

/// A text and the name that diagnostics call it by.
#[derive(Clone, Debug)]
pub struct Source {
    pub name: String,
    pub text: String,
}

impl Sources {
    /// # Panics
    /// If the text is 4 GiB or longer: spans hold 32-bit offsets. Callers refuse such files first.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let text = text.into();
        assert!(u32::try_from(text.len()).is_ok(), "a source text is shorter than 4 GiB");
        self.files.push(Source { name: name.into(), text });
        FileId(self.files.len() as u32 - 1)
    }

    pub fn get(&self, file: FileId) -> &Source {
        &self.files[file.0 as usize]
    }

    /// All of them, in the order in which they were added.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.text.as_str())
    }

    pub fn text(&self, span: Span) -> &str {
        &self.get(span.file).text[span.start as usize..span.end as usize]
    }

    /// The start of a span as messages and records name it: `file:line:column`.
    pub fn place(&self, span: Span) -> String {
        let (line, column) = self.line_and_column(span);
        format!("{}:{line}:{column}", self.get(span.file).name)
    }

    /// Line and column of the span's start, both from 1. Columns count characters.
    pub fn line_and_column(&self, span: Span) -> (usize, usize) {
        let before = &self.get(span.file).text[..span.start as usize];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}
