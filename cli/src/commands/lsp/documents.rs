//! The texts that are open in the editor, and the modules that they open.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use korrel_editor::{Analysis, LensSubject};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::load::{Dialect, ModuleText, OpenRequest};
use serde_json::Value as Json;

use super::position::TextLines;
use crate::files::read;
use crate::flags::LanguageFlags;

/// What is known of a reading by searching.
#[derive(Default)]
pub struct SearchKnowledge {
    pub outlooks: Vec<(LensSubject, String)>,
    /// Contradictions, and parts that say nothing.
    pub diagnostics: Vec<Diagnostic>,
    /// Nothing more will come.
    pub is_complete: bool,
}

/// The open texts, by their addresses.
///
/// What is known of a text is forgotten when the text changes, or one of those that its reading looked for: not with every
/// edit of any text, for a hundred open files would be read again at each.
pub struct Documents {
    open: BTreeMap<String, Document>,
    /// The addresses of the open texts, by the names that readings have for them.
    names: BTreeMap<String, String>,
    /// The number of edits so far.
    edits: u64,
    language: LanguageFlags,
}

struct Document {
    version: Option<i64>,
    text: String,
    /// The file, or the address itself of a text that is no file.
    name: String,
    /// The reading of the text and of the modules as they are now, or `None` until somebody asks.
    analysis: Option<Rc<Analysis>>,
    /// The names under which that reading looked for modules, found or not.
    looked_for: BTreeSet<String>,
    /// What is known of that reading by searching.
    found: SearchKnowledge,
    /// The edit after which nothing was known any more.
    edit: u64,
}

impl Documents {
    pub fn new(language: &LanguageFlags) -> Documents {
        let language = language.clone();
        Documents { open: BTreeMap::new(), names: BTreeMap::new(), edits: 0, language }
    }

    /// Returns the addresses of the texts of which nothing is known any more.
    pub fn open(&mut self, uri: &str, version: Option<i64>, text: &str) -> Vec<String> {
        let name = path_of(uri).map_or(uri.to_owned(), |path| path.display().to_string());
        self.names.insert(name.clone(), uri.to_owned());
        let document = Document {
            version,
            text: text.to_owned(),
            name: name.clone(),
            analysis: None,
            looked_for: BTreeSet::new(),
            found: SearchKnowledge::default(),
            edit: 0,
        };
        self.open.insert(uri.to_owned(), document);
        self.forget(uri, &name)
    }

    /// Applies the changes, one after the other. Returns the same as [`Documents::open`].
    pub fn change(&mut self, uri: &str, version: Option<i64>, changes: &[Json]) -> Vec<String> {
        let Some(document) = self.open.get_mut(uri) else { return Vec::new() };
        for change in changes {
            let new = change["text"].as_str().unwrap_or_default();
            match change.get("range") {
                None | Some(Json::Null) => document.text = new.to_owned(),
                Some(range) => {
                    let lines = TextLines::new(&document.text);
                    let (start, end) = (lines.offset(&range["start"]), lines.offset(&range["end"]));
                    document.text.replace_range(start.min(end)..start.max(end), new);
                }
            }
        }
        document.version = version;
        let name = document.name.clone();
        self.forget(uri, &name)
    }

    /// Returns the same as [`Documents::open`].
    pub fn close(&mut self, uri: &str) -> Vec<String> {
        let Some(closed) = self.open.remove(uri) else { return Vec::new() };
        if self.names.get(&closed.name).is_some_and(|known| known == uri) {
            self.names.remove(&closed.name);
        }
        self.forget(uri, &closed.name)
    }

    /// Forgets what is known of a text, and of those that looked for it.
    fn forget(&mut self, uri: &str, name: &str) -> Vec<String> {
        self.edits += 1;
        let mut forgotten = Vec::new();
        for (known, document) in &mut self.open {
            if known == uri || document.looked_for.contains(name) {
                (document.analysis, document.found) = (None, SearchKnowledge::default());
                document.edit = self.edits;
                forgotten.push(known.clone());
            }
        }
        forgotten
    }

    /// The edit after which nothing was known of a text any more.
    pub fn edit(&self, uri: &str) -> Option<u64> {
        self.open.get(uri).map(|document| document.edit)
    }

    pub fn version(&self, uri: &str) -> Option<i64> {
        self.open.get(uri)?.version
    }

    /// The reading of a text as it is now, or `None` of a text that is not open.
    pub fn analysis(&mut self, uri: &str) -> Option<Rc<Analysis>> {
        let document = self.open.get(uri)?;
        if let Some(known) = &document.analysis {
            return Some(Rc::clone(known));
        }
        let looked_for = RefCell::new(BTreeSet::new());
        let find = &mut |request: &OpenRequest<'_>| {
            let places = read::places(request, &self.language.folders);
            looked_for.borrow_mut().extend(places.iter().map(|place| place.display().to_string()));
            self.find(request)
        };
        let (name, text) = (&document.name, &document.text);
        let analysis = Rc::new(Analysis::new(name, text, self.language.dialect(), find));
        let document = self.open.get_mut(uri)?;
        document.analysis = Some(Rc::clone(&analysis));
        document.looked_for = looked_for.into_inner();
        Some(analysis)
    }

    /// The module's text: as it is in the editor, if it is open there.
    pub fn find(&self, request: &OpenRequest<'_>) -> Result<Option<ModuleText>, Diagnostic> {
        let open = |name: &str| Some(&*self.open.get(self.names.get(name)?)?.text);
        found(request, &self.language.folders, open)
    }

    /// The texts as they are now, for whoever reads them elsewhere.
    pub fn texts(&self) -> FileTexts<'_> {
        let named = self.open.values().map(|document| (&*document.name, &*document.text));
        FileTexts { open: named.collect(), folders: &self.language.folders }
    }

    pub fn dialect(&self) -> Dialect {
        self.language.dialect()
    }

    /// What is known by searching, to be added to.
    pub fn found(&mut self, uri: &str) -> Option<&mut SearchKnowledge> {
        self.open.get_mut(uri).map(|document| &mut document.found)
    }

    /// The numbers beside a command or a predicate, if they are known.
    pub fn outlook(&self, uri: &str, subject: &LensSubject) -> Option<&str> {
        let found = &self.open.get(uri)?.found;
        let (_, text) = found.outlooks.iter().find(|(known, _)| known == subject)?;
        Some(text)
    }

    /// What a search has found wrong.
    pub fn told(&self, uri: &str) -> &[Diagnostic] {
        self.open.get(uri).map_or(&[], |document| &document.found.diagnostics)
    }

    pub fn text(&self, uri: &str) -> Option<(&str, &str)> {
        self.open.get(uri).map(|document| (&*document.name, &*document.text))
    }

    /// The address of a text by its name in a reading, or `None` of a built-in module.
    pub fn uri_of(&self, name: &str) -> Option<String> {
        let open = self.names.get(name).cloned();
        open.or_else(|| Path::new(name).is_absolute().then(|| uri_of(name)))
    }
}

/// Texts by the names of their files.
pub struct FileTexts<'d> {
    open: BTreeMap<&'d str, &'d str>,
    folders: &'d [PathBuf],
}

impl FileTexts<'_> {
    pub fn find(&self, request: &OpenRequest<'_>) -> Result<Option<ModuleText>, Diagnostic> {
        found(request, self.folders, |name| self.open.get(name).copied())
    }
}

/// The text of a module: that which is open, or that of the file, at the first place that has one.
fn found<'t>(
    request: &OpenRequest<'_>,
    folders: &[PathBuf],
    open: impl Fn(&str) -> Option<&'t str>,
) -> Result<Option<ModuleText>, Diagnostic> {
    for place in read::places(request, folders) {
        let name = place.display().to_string();
        if let Some(text) = open(&name) {
            return Ok(Some(ModuleText { text: text.to_owned(), name }));
        }
        if place.is_file() {
            let text = read::read_spec(&place, &name)?;
            return Ok(Some(ModuleText { name, text }));
        }
    }
    Ok(None)
}

/// The file of an address, `file:///a/b%20c.als`.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let path = &path[path.find('/')?..];
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| first == b'%') {
            Some(byte) => (bytes.push(byte), rest = &after[2..]).1,
            None => (bytes.push(first), rest = after).1,
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/c:/specs` on Windows.
    let is_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

/// The address of a file.
pub fn uri_of(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let slash = if path.starts_with('/') { "" } else { "/" };
    let mut uri = format!("file://{slash}");
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a module in a folder with a blank or an umlaut in its name would not be found.
    #[test]
    fn addresses_and_files() {
        for path in ["/tmp/a b/ä.als", "/tmp/100%/x.als"] {
            assert_eq!(path_of(&uri_of(path)), Some(PathBuf::from(path)));
        }
        assert_eq!(path_of("file://host/a%2Fb"), Some(PathBuf::from("/a/b")));
        assert_eq!(path_of("file:///a%zz"), Some(PathBuf::from("/a%zz")));
        assert_eq!(path_of("untitled:one"), None);
    }
}
