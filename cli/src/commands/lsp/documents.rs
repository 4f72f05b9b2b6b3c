//! The texts that are open in the editor, and the modules that they open.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use korrel_editor::{Analysis, LensSubject};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::load::{ModuleText, OpenRequest};
use serde_json::Value as Json;

use super::position::Lines;
use crate::files::read;
use crate::flags::LanguageFlags;

/// What is known of a reading by searching.
#[derive(Default)]
pub struct Found {
    pub outlooks: Vec<(LensSubject, String)>,
    /// Contradictions, and parts that say nothing.
    pub diagnostics: Vec<Diagnostic>,
    /// Nothing more will come.
    pub is_complete: bool,
}

/// The open texts, by their addresses.
pub struct Documents {
    open: BTreeMap<String, Document>,
    language: LanguageFlags,
}

struct Document {
    version: Option<i64>,
    text: String,
    /// The file, or the address itself of a text that is no file.
    name: String,
    /// The reading of the text and of the modules as they are now; `None` until somebody asks.
    analysis: Option<Rc<Analysis>>,
    /// What is known of that reading by searching.
    found: Found,
}

impl Documents {
    pub fn new(language: &LanguageFlags) -> Documents {
        Documents { open: BTreeMap::new(), language: language.clone() }
    }

    pub fn open(&mut self, uri: &str, version: Option<i64>, text: &str) {
        let name = path_of(uri).map_or(uri.to_owned(), |path| path.display().to_string());
        let document = Document {
            version,
            text: text.to_owned(),
            name,
            analysis: None,
            found: Found::default(),
        };
        self.open.insert(uri.to_owned(), document);
        self.forget();
    }

    /// Applies the changes, one after the other.
    pub fn change(&mut self, uri: &str, version: Option<i64>, changes: &[Json]) {
        let Some(document) = self.open.get_mut(uri) else { return };
        for change in changes {
            let new = change["text"].as_str().unwrap_or_default();
            match change.get("range") {
                None | Some(Json::Null) => document.text = new.to_owned(),
                Some(range) => {
                    let lines = Lines::new(&document.text);
                    let (start, end) = (lines.offset(&range["start"]), lines.offset(&range["end"]));
                    document.text.replace_range(start.min(end)..start.max(end), new);
                }
            }
        }
        document.version = version;
        self.forget();
    }

    pub fn close(&mut self, uri: &str) {
        self.open.remove(uri);
        self.forget();
    }

    /// A text may be a module of any other.
    fn forget(&mut self) {
        for document in self.open.values_mut() {
            (document.analysis, document.found) = (None, Found::default());
        }
    }

    pub fn uris(&self) -> impl Iterator<Item = &str> {
        self.open.keys().map(String::as_str)
    }

    pub fn version(&self, uri: &str) -> Option<i64> {
        self.open.get(uri)?.version
    }

    /// The reading of a text as it is now; `None` of a text that is not open.
    pub fn analysis(&mut self, uri: &str) -> Option<Rc<Analysis>> {
        let document = self.open.get(uri)?;
        if let Some(known) = &document.analysis {
            return Some(Rc::clone(known));
        }
        let analysis = Rc::new(self.read(&document.name, &document.text));
        self.open.get_mut(uri)?.analysis = Some(Rc::clone(&analysis));
        Some(analysis)
    }

    fn read(&self, name: &str, text: &str) -> Analysis {
        Analysis::new(name, text, self.language.strict_alloy, &mut |request| self.find(request))
    }

    /// The module's text: as it is in the editor, if it is open there.
    pub fn find(&self, request: &OpenRequest<'_>) -> Result<Option<ModuleText>, Diagnostic> {
        self.texts().find(request)
    }

    /// The texts as they are now, for whoever reads them elsewhere.
    pub fn texts(&self) -> Texts<'_> {
        let named = self.open.values().map(|document| (&*document.name, &*document.text));
        Texts { open: named.collect(), folders: &self.language.folders }
    }

    pub fn is_strict(&self) -> bool {
        self.language.strict_alloy
    }

    /// What is known by searching; to be added to.
    pub fn found(&mut self, uri: &str) -> Option<&mut Found> {
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

    /// The address of a text by its name in a reading; `None` of a built-in module.
    pub fn uri_of(&self, name: &str) -> Option<String> {
        let open = self.open.iter().find(|(_, document)| document.name == name);
        open.map(|(uri, _)| uri.clone())
            .or_else(|| Path::new(name).is_absolute().then(|| uri_of(name)))
    }
}

/// Texts by the names of their files.
pub struct Texts<'d> {
    open: BTreeMap<&'d str, &'d str>,
    folders: &'d [PathBuf],
}

impl Texts<'_> {
    pub fn find(&self, request: &OpenRequest<'_>) -> Result<Option<ModuleText>, Diagnostic> {
        for place in read::places(request, self.folders) {
            let name = place.display().to_string();
            if let Some(&text) = self.open.get(&*name) {
                return Ok(Some(ModuleText { text: text.to_owned(), name }));
            }
            if place.is_file() {
                let text = read::read(&place, &name)?;
                return Ok(Some(ModuleText { name, text }));
            }
        }
        Ok(None)
    }
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
