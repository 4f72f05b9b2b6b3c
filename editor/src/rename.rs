//! Renaming a declared thing, in all texts of a spec.
//!
//! A renaming is tried before it is offered: the edited texts are read again, and each name in them must stand for what it
//! stood for. So a new name that something else has, or that would be caught by a variable in between, is refused.

use std::collections::{BTreeMap, BTreeSet};

use korrel_lang::ast::{Module, Paragraph};
use korrel_lang::load::{FindModule, ModuleText};
use korrel_lang::parse::{Lexeme, lexemes};
use korrel_lang::source::{FileId, Span};

use crate::analysis::Analysis;
use crate::fix::Edit;
use crate::names::DeclaredName;
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
        let again = Analysis::new(self.name(), &main, self.dialect(), &mut find);
        let before: BTreeSet<_> =
            self.mistakes().map(|(place, _)| place.map(|span| moved(span, &edits))).collect();
        if let Some((_, why)) = again.mistakes().find(|(place, _)| !before.contains(place)) {
            return Err(format!("`{new}` cannot be the name: {why}"));
        }
        match self.changes_a_meaning(&edits, &again) {
            true => Err(format!(
                "with the name `{new}` it would be taken for something else, or something else for it"
            )),
            false => Ok(edits),
        }
    }

    fn to_rename(&self, offset: u32) -> Result<(Span, &DeclaredName), String> {
        let nothing = || "there is no name here that is declared".to_owned();
        let (span, found) = self.names().at(offset).ok_or_else(nothing)?;
        let [declared] = found.as_slice() else {
            return Err("it is open what this name stands for".to_owned());
        };
        if self.is_built_in(declared.span.file) {
            return Err(format!("`{}` belongs to a built-in module", declared.name));
        }
        if self.sources().text(declared.span) != declared.name {
            return Err("this name cannot be changed".to_owned());
        }
        if let Some(open) = self.open_uses(&declared.name).first() {
            let place = self.sources().place(*open);
            return Err(match self.spec() {
                Some(_) => format!(
                    "nothing uses the macro at {place}, so it is open what `{}` stands for there",
                    declared.name
                ),
                None => format!(
                    "a mistake leaves open what `{}` stands for at {place}: mend that first",
                    declared.name
                ),
            });
        }
        Ok((span, declared))
    }

    /// The mistakes: their places, and what is wrong.
    fn mistakes(&self) -> impl Iterator<Item = (Option<Span>, &str)> {
        let mistakes = self.reading.diagnostics.iter().filter(|one| one.is_error());
        mistakes.map(|one| (one.place.as_ref().map(|(span, _)| *span), &*one.message))
    }

    /// The places of a name that are not known to stand for anything. Where there are no mistakes, only a macro that nobody uses
    /// has any; else each word in the texts that is no known use, and no declaration.
    fn open_uses(&self, name: &str) -> Vec<Span> {
        let names = self.names();
        if self.spec().is_some() {
            let open = names.open.iter().copied();
            return open.filter(|span| self.sources().text(*span) == name).collect();
        }
        let modules = self.reading.program().modules.iter();
        let own = (0..).map(FileId).zip(modules).filter(|(_, module)| !module.is_library);
        let mut open = Vec::new();
        for (file, module) in own {
            let others = other_names(&module.ast);
            let text = &self.sources().get(file).text;
            let words = lexemes(text)
                .filter(|(lexeme, range)| *lexeme == Lexeme::Word && &text[range.clone()] == name);
            for (_, range) in words {
                let span = Span { file, start: range.start as u32, end: range.end as u32 };
                let is_path = text[range.end..].starts_with('/');
                let is_known = names.uses.contains_key(&span)
                    || names.declared.contains_key(&span)
                    || others.contains(&span);
                if !is_known && !is_path {
                    open.push(span);
                }
            }
        }
        open
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
}

/// The places of names that no expression has: labels of commands, modules and their aliases.
fn other_names(module: &Module) -> BTreeSet<Span> {
    let mut names: BTreeSet<Span> = module.header.iter().map(|header| header.name.span).collect();
    for paragraph in &module.paragraphs {
        match paragraph {
            Paragraph::Command(command) => {
                names.extend(command.label.as_ref().map(|label| label.span));
            }
            Paragraph::Open(open) => {
                names.insert(open.module.span);
                names.extend(open.alias.as_ref().map(|alias| alias.span));
            }
            _ => {}
        }
    }
    names
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

    use crate::names::MAIN;
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
    }

    /// If it failed, a macro would have to be renamed by hand, or a use in the body of another one would keep the old name.
    #[test]
    fn macros_and_their_parameters_are_renamed() {
        let spec = "sig N { next: N }\nlet tw|ice[r] = r.r\nlet four[r] = twice[twice[r]]\nrun { some twice[next] }";
        let expected = "sig N { next: N }\nlet double[r] = r.r\nlet four[r] = double[double[r]]\nrun { some double[next] }";
        assert_eq!(renamed(spec, "double").as_deref(), Ok(expected));
        assert_eq!(
            renamed("let m[|r] = r.{ r: univ | some r } run { some m[univ] }", "s").as_deref(),
            Ok("let m[s] = s.{ r: univ | some r } run { some m[univ] }")
        );
        assert_eq!(
            renamed("sig |A { f: A } let m = A.f\nrun {}", "B").as_deref(),
            Ok("sig B { f: B } let m = B.f\nrun {}")
        );
        let open = renamed("sig A { |f: A } sig B { f: B } let m[x] = x.f\nrun {}", "g");
        assert!(open.clone().is_err_and(|why| why.contains("macro at spec.als:1:44")), "{open:?}");
        let range = "sig A {} let b|ig = A -> A sig B { r: big }\nrun { some r }";
        assert_eq!(
            renamed(range, "all_of").as_deref(),
            Ok("sig A {} let all_of = A -> A sig B { r: all_of }\nrun { some r }")
        );
    }

    /// If it failed, nobody could rename while a mistake elsewhere waits, or a use would be missed that a mistake hides.
    #[test]
    fn a_mistake_elsewhere_is_no_hindrance() {
        let spec = "sig |A { f: A }\npred p { some A.g }\npred q { some = }\nfact { some A.f }";
        let expected = "sig B { f: B }\npred p { some B.g }\npred q { some = }\nfact { some B.f }";
        assert_eq!(renamed(spec, "B").as_deref(), Ok(expected));
        let hidden = renamed("sig |A { f: A }\npred q { some A = }\nfact { some A.f }", "B");
        assert!(hidden.is_err_and(|why| why.contains("spec.als:2:15")));
        // The name that it gets would be the one that is missing.
        assert!(renamed("sig |A {} run { some B and some A }", "B").is_err());
    }
}
