//! Renaming a declared thing, in all texts of a spec.
//!
//! A renaming is tried before it is offered: the edited texts are read again, and each name in them must stand for what it
//! stood for. So a new name that something else has, or that would be caught by a variable in between, is refused.

use std::collections::BTreeMap;

use korrel_lang::load::{FindModule, ModuleText};
use korrel_lang::source::{FileId, Span};

use crate::analysis::Analysis;
use crate::fix::Edit;
use crate::names::{Declared, DeclaredKind};
use crate::words::is_keyword;

impl Analysis {
    /// The place of the name at an offset, if it can be renamed.
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn renamable(&self, offset: u32) -> Result<Span, String> {
        self.to_rename(offset).map(|(span, _)| span)
    }

    /// The edits, in all texts, that give the thing at an offset another name. `find` gives the texts of opened modules, as
    /// for the reading.
    ///
    /// # Errors
    /// The reason why it cannot have this name.
    pub fn rename(
        &self,
        offset: u32,
        new: &str,
        find: &mut FindModule<'_>,
    ) -> Result<Vec<Edit>, String> {
        let (_, declared) = self.to_rename(offset)?;
        if is_keyword(new) {
            return Err(format!("`{new}` is a word of the language"));
        }
        let letters = |c: char| c.is_alphanumeric() || c == '_';
        if !new.chars().all(letters) || !new.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return Err(format!("`{new}` is no name: letters, digits and `_`, a letter first"));
        }
        if new == declared.name {
            return Ok(Vec::new());
        }
        let edits: Vec<Edit> = self
            .references(offset, true)
            .into_iter()
            .map(|span| Edit { span, text: new.to_owned() })
            .collect();
        let mut files: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
        for edit in &edits {
            files.entry(edit.span.file).or_default().push(edit.clone());
        }
        let texts: BTreeMap<String, String> = files
            .iter()
            .map(|(&file, edits)| {
                (self.sources().get(file).name.clone(), self.edited_in(file, edits))
            })
            .collect();
        let mut find = |request: &korrel_lang::load::OpenRequest<'_>| {
            let found = find(request)?;
            Ok(found.map(|ModuleText { name, text }| {
                let text = texts.get(&name).cloned().unwrap_or(text);
                ModuleText { name, text }
            }))
        };
        let main = texts.get(self.name()).cloned().unwrap_or_else(|| self.text().to_owned());
        let again = Analysis::new(self.name(), &main, self.is_strict(), &mut find);
        if let Some(mistake) = again.reading.diagnostics.iter().find(|one| one.is_error()) {
            return Err(format!("`{new}` cannot be the name: {}", mistake.message));
        }
        match self.changes_a_meaning(&edits, &again) {
            true => Err(format!(
                "with the name `{new}` it would be taken for something else, or something else for it"
            )),
            false => Ok(edits),
        }
    }

    fn to_rename(&self, offset: u32) -> Result<(Span, &Declared), String> {
        let nothing = || "there is no name here that is declared".to_owned();
        let (span, found) = self.names().at(offset).ok_or_else(nothing)?;
        let [declared] = found.as_slice() else {
            return Err("it is open what this name stands for".to_owned());
        };
        if self.is_built_in(declared.span.file) {
            return Err(format!("`{}` belongs to a built-in module", declared.name));
        }
        if self.spec().is_none() {
            return Err("the spec has mistakes: some uses of the name are not known".to_owned());
        }
        if self.sources().text(declared.span) != declared.name {
            return Err("this name cannot be changed".to_owned());
        }
        if declared.kind == DeclaredKind::Macro {
            return Err("a macro is expanded before names are known: rename it by hand".to_owned());
        }
        Ok((span, declared))
    }

    /// The same use of a name stands for another declaration after the edits.
    fn changes_a_meaning(&self, edits: &[Edit], again: &Analysis) -> bool {
        let moved = |span: Span| moved(span, edits);
        let before: BTreeMap<Span, Vec<Span>> = self
            .names()
            .uses
            .iter()
            .map(|(&at, places)| (moved(at), places.iter().map(|&place| moved(place)).collect()))
            .collect();
        before != again.names().uses
    }

    fn edited_in(&self, file: FileId, edits: &[Edit]) -> String {
        let (mut text, source) = (String::new(), &self.sources().get(file).text);
        let mut at = 0;
        for edit in edits {
            text.push_str(&source[at..edit.span.start as usize]);
            text.push_str(&edit.text);
            at = edit.span.end as usize;
        }
        text + &source[at..]
    }
}

/// A place after edits that lie before it, or are it.
fn moved(span: Span, edits: &[Edit]) -> Span {
    let shift = |offset: u32| {
        let before = edits.iter().filter(|e| e.span.file == span.file && e.span.end <= offset);
        let by: i64 = before
            .map(|edit| edit.text.len() as i64 - i64::from(edit.span.end - edit.span.start))
            .sum();
        u32::try_from(i64::from(offset) + by).expect("edits shorten a text by no more than it has")
    };
    Span { start: shift(span.start), end: shift(span.end), ..span }
}

#[cfg(test)]
mod tests {
    use korrel_lang::load::no_files;

    use crate::analysis::MAIN;
    use crate::testing::marked;

    fn renamed(text: &str, new: &str) -> Result<String, String> {
        let (analysis, offset) = marked(text);
        analysis.rename(offset, new, &mut no_files).map(|edits| analysis.edited_in(MAIN, &edits))
    }

    /// If it failed, a renaming would leave a use behind, or change a name of another thing.
    #[test]
    fn each_use_is_renamed() {
        let spec = "sig Node { ne|xt: lone Node }\nsig Other { next: Other }\n\
                    pred p[n: Node] { some n.next and this/Node in Node.next + n.*next }\nrun p for 3 Node, 1 Other";
        let expected = "sig Node { succ: lone Node }\nsig Other { next: Other }\n\
                    pred p[n: Node] { some n.succ and this/Node in Node.succ + n.*succ }\nrun p for 3 Node, 1 Other";
        assert_eq!(renamed(spec, "succ").as_deref(), Ok(expected));
        assert_eq!(
            renamed("sig A {} pred p[a: A] { |a in this/A } run p for exactly 2 A", "x").as_deref(),
            Ok("sig A {} pred p[x: A] { x in this/A } run p for exactly 2 A")
        );
        assert_eq!(
            renamed("sig |A {} pred p[a: A] { a in this/A } run p for exactly 2 A", "B").as_deref(),
            Ok("sig B {} pred p[a: B] { a in this/B } run p for exactly 2 B")
        );
        assert_eq!(
            renamed("assert |ok { no none } check ok", "fine").as_deref(),
            Ok("assert fine { no none } check fine")
        );
    }

    /// If it failed, a renaming would change what the spec means without a word.
    #[test]
    fn a_name_that_is_taken_is_refused() {
        let spec = "sig A { f: A } pred p[a: A] { some b: A | b = |a } run p";
        for new in ["b", "all", "1a", "a b", ""] {
            assert!(renamed(spec, new).is_err(), "{new}");
        }
        assert!(renamed("sig |A {} sig B {} run {}", "B").is_err());
        assert!(renamed("sig A { |f: A, g: A } fact { some f } run {}", "g").is_err());
        assert!(renamed("open util/ordering[A]\nsig A {} run { some fi|rst }", "x").is_err());
        assert!(renamed("sig |A {} run { some B }", "C").is_err(), "the spec has a mistake");
    }
}
