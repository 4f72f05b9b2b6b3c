//! A text that is open: what can be asked of it.

use korrel::{
    Command, Diagnostic, Dialect, Error, ModuleText, OpenRequest, OutlineKind, Reading, Sources,
    read_with_files,
};
use korrel_draw::Hints;

/// A text, read, and the commands that can be asked.
#[derive(Debug)]
pub struct OpenText {
    name: String,
    text: String,
    hints: Hints,
    reading: Reading,
    entries: Vec<Entry>,
}

/// A command that can be asked.
#[derive(Debug)]
pub struct Entry {
    /// By which it is asked for: its number, or a name.
    pub wanted: String,
    /// A name that stays the same while its scope and its text change.
    pub name: String,
    pub command: Command,
}

impl OpenText {
    /// Reads a text that opens no modules but built-in ones.
    ///
    /// # Errors
    /// There is no memory for a thread.
    pub fn new(name: &str, text: &str) -> Result<OpenText, Error> {
        OpenText::with_files(name, text, false, |_| Ok(None))
    }

    /// Reads a text. `find` finds the modules that it opens. With `true` for the dialect, what Korrel adds to Alloy is
    /// refused.
    ///
    /// # Errors
    /// There is no memory for a thread.
    pub fn with_files(
        name: &str,
        text: &str,
        dialect: impl Into<Dialect>,
        find: impl FnMut(&OpenRequest<'_>) -> Result<Option<ModuleText>, Diagnostic> + Send,
    ) -> Result<OpenText, Error> {
        let reading = read_with_files(name, text, dialect, find)?;
        let entries = entries(&reading);
        let (name, text, hints) = (name.to_owned(), text.to_owned(), Hints::read(text));
        Ok(OpenText { name, text, hints, reading, entries })
    }

    /// The same, drawn as a theme says, too.
    pub fn themed(self, theme: &Hints) -> OpenText {
        OpenText { hints: self.hints.then(theme), ..self }
    }

    /// How instances are drawn.
    pub fn hints(&self) -> &Hints {
        &self.hints
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The mistakes, or the warnings if there are none.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.reading.diagnostics()
    }

    /// The texts that diagnostics point into.
    pub fn sources(&self) -> &Sources {
        self.reading.sources()
    }

    /// True if it has no mistakes.
    pub fn is_good(&self) -> bool {
        self.reading.spec().is_some()
    }

    /// All that can be asked: commands in order, then predicates and assertions that no command is about.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

fn entries(reading: &Reading) -> Vec<Entry> {
    let Some(spec) = reading.spec() else { return Vec::new() };
    let labels: Vec<&str> = spec.commands().collect();
    let mut entries = Vec::new();
    for (at, label) in labels.iter().enumerate() {
        let alike = labels[..at].iter().filter(|other| *other == label).count();
        let wanted = at.to_string();
        // What cannot be run is told where it is asked for by name.
        if let Ok(command) = spec.command(&wanted) {
            entries.push(Entry { wanted, name: format!("{label} {alike}"), command });
        }
    }
    for item in reading.outline() {
        let is_one = matches!(item.kind, OutlineKind::Predicate | OutlineKind::Assertion);
        if !is_one || labels.contains(&item.name.as_str()) {
            continue;
        }
        if let Ok(command) = spec.command(&item.name) {
            entries.push(Entry { wanted: item.name.clone(), name: item.name.clone(), command });
        }
    }
    entries
}
