//! The range of a field.

use super::SpecWriter;
use super::words::{capital, comment, identifier, one_line};
use crate::notes::joined;
use crate::sketch::SourceType;

impl SpecWriter {
    /// The range that a field is declared with, and the guesses that it took.
    pub(super) fn range(&mut self, sig: &str, field: &str, ty: &SourceType) -> (String, String) {
        match ty {
            SourceType::Optional(inner) => match &**inner {
                SourceType::Sequence(_) | SourceType::Set(_) | SourceType::Map(..) => {
                    let (range, note) = self.range(sig, field, inner);
                    (range, joined(&["guess: what is missing is empty", &note]))
                }
                inner => (format!("lone {}", self.scalar(sig, field, inner)), String::new()),
            },
            SourceType::Sequence(of) => {
                (format!("seq {}", self.scalar(sig, field, of)), String::new())
            }
            SourceType::Set(of) => (format!("set {}", self.scalar(sig, field, of)), String::new()),
            SourceType::Map(key, value) => self.map(sig, field, key, value),
            // A declaration means `one` without a word.
            scalar => (self.scalar(sig, field, scalar), String::new()),
        }
    }

    fn map(
        &mut self,
        sig: &str,
        field: &str,
        key: &SourceType,
        value: &SourceType,
    ) -> (String, String) {
        let key = self.scalar(sig, field, key);
        match value {
            SourceType::Set(of) | SourceType::Sequence(of) => {
                let note = "guess: several for a key, in no order".to_owned();
                (format!("{key} -> {}", self.scalar(sig, field, of)), note)
            }
            // An optional value is there or not.
            of => (format!("{key} -> lone {}", self.scalar(sig, field, of)), String::new()),
        }
    }

    /// One value. What holds several gets a sig of its own.
    fn scalar(&mut self, sig: &str, field: &str, ty: &SourceType) -> String {
        match ty {
            SourceType::Int => "Int".to_owned(),
            SourceType::Bool => {
                self.has_bool = true;
                "Bool".to_owned()
            }
            SourceType::Text => self.known(
                "Text",
                "texts: what they are is up to values, `korrel gen --values Text=…`",
            ),
            SourceType::Number => {
                self.known("Number", "numbers with a fraction, as things that differ")
            }
            // Nothing but null.
            SourceType::Union(types) if types.is_empty() => {
                self.scalar(sig, field, &SourceType::Any)
            }
            SourceType::Any => self.known("Value", "something of which no more is known"),
            SourceType::Named(name) => self.named(name),
            SourceType::Union(types) => {
                let mut all: Vec<String> =
                    types.iter().map(|ty| self.scalar(sig, field, ty)).collect();
                all.dedup();
                if all.len() == 1 { all.remove(0) } else { format!("({})", all.join(" + ")) }
            }
            SourceType::Optional(ty) => self.scalar(sig, field, ty),
            SourceType::Sequence(_) | SourceType::Set(_) | SourceType::Map(..) => {
                self.helper(sig, field, ty)
            }
        }
    }

    /// A sig of its own for what holds several.
    fn helper(&mut self, sig: &str, field: &str, ty: &SourceType) -> String {
        let name = self.take(&format!("{sig}_{}", identifier(field)));
        let (range, note) = self.range(&name, "items", ty);
        let held = format!("what `{}` holds several of", one_line(field));
        let note = comment(&joined(&[&held, &note]));
        self.helpers += &format!("\nsig {name} {{{note}\n  items: {range}\n}}\n");
        name
    }

    /// A sig of this name. Where the source has none, one that is needed.
    fn named(&mut self, name: &str) -> String {
        if let Some(ident) = self.names.get(name) {
            return ident.clone();
        }
        let ident = self.take(&capital(&identifier(name)));
        self.names.insert(name.to_owned(), ident.clone());
        self.needed.insert(ident.clone(), "guess: nothing was said of it".to_owned());
        ident
    }

    fn known(&mut self, name: &str, note: &str) -> String {
        let key = format!("\u{0}{name}");
        if let Some(ident) = self.names.get(&key) {
            return ident.clone();
        }
        let ident = self.take(name);
        self.names.insert(key, ident.clone());
        self.needed.insert(ident.clone(), note.to_owned());
        ident
    }
}
