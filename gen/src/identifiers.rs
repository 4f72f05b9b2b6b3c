//! Names of a spec as identifiers of a language.
//!
//! They stay as they are where they can: a reader of the spec finds its fields again. All four
//! languages take the letters of Unicode's identifiers (UAX #31). A name that is a word of the
//! language, or of the generated code, gets a line after it (`class_`). Characters that no
//! identifier may have (the `/` of `list/Node`) become a line. Lines in front that mean something
//! to the language go to the end (`__dict__` is `dict____`).

use std::collections::BTreeSet;

use unicode_ident::{is_xid_continue, is_xid_start};

/// Names that a language has taken, in texts with a space between two. `__*` is each that begins so.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    pub classes: &'static [&'static str],
    /// The names of fields, in classes and groups.
    pub fields: &'static [&'static str],
    /// The names of values, in enums.
    pub values: &'static [&'static str],
    /// They share their place with classes.
    pub functions: &'static [&'static str],
    /// Two identifiers are one to the language where this makes them one.
    pub normal: fn(&str) -> String,
}

/// Identifiers of one place, each given once.
pub struct Identifiers {
    taken: BTreeSet<String>,
    beginnings: Vec<&'static str>,
    normal: fn(&str) -> String,
}

impl Words {
    /// True if no class may be called so.
    pub fn has_class(self, name: &str) -> bool {
        self.classes().taken.contains(name)
    }

    pub fn classes(self) -> Identifiers {
        self.identifiers(self.classes)
    }

    pub fn fields(self) -> Identifiers {
        self.identifiers(self.fields)
    }

    pub fn values(self) -> Identifiers {
        self.identifiers(self.values)
    }

    pub fn functions(self) -> Identifiers {
        self.identifiers(self.functions)
    }

    fn identifiers(self, words: &[&'static str]) -> Identifiers {
        let mut identifiers =
            Identifiers { taken: BTreeSet::new(), beginnings: Vec::new(), normal: self.normal };
        identifiers.refuse(words);
        identifiers
    }
}

impl Identifiers {
    /// From now on gives none of these words.
    pub fn refuse(&mut self, words: &[&'static str]) {
        for word in words.iter().flat_map(|words| words.split_whitespace()) {
            match word.strip_suffix('*') {
                Some(beginning) => self.beginnings.push(beginning),
                None => drop(self.taken.insert(word.to_owned())),
            }
        }
    }

    /// An identifier that is like this name, and like no other so far.
    pub fn take(&mut self, name: &str) -> String {
        let mut ident = (self.normal)(&spelled(name));
        if self.beginnings.iter().any(|beginning| ident.starts_with(beginning)) {
            let rest = ident.trim_start_matches('_');
            let lines = "_".repeat(ident.len() - rest.len());
            let letter = if rest.starts_with(is_xid_start) { "" } else { "n" };
            ident = format!("{letter}{rest}{lines}");
        }
        while !self.taken.insert(ident.clone()) {
            ident.push('_');
        }
        ident
    }
}

/// True if a text has the letters of an identifier.
pub fn is_identifier(text: &str) -> bool {
    spelled(text) == text
}

/// The name with the letters of an identifier.
fn spelled(name: &str) -> String {
    let is_letter = |c: char| c == '_' || (is_xid_continue(c) && !is_no_letter_of_javas(c));
    let mut name: String = name.chars().map(|c| if is_letter(c) { c } else { '_' }).collect();
    if !name.starts_with(|c| c == '_' || is_xid_start(c)) || name == "_" {
        name.insert(0, '_');
    }
    name
}

/// Ethiopic digits and a New Tai Lue one, which only Unicode counts among letters.
fn is_no_letter_of_javas(c: char) -> bool {
    matches!(c, '\u{1369}'..='\u{1371}' | '\u{19da}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(normal: fn(&str) -> String) -> Words {
        let fields = &["class def", "_read __*"];
        Words { classes: &["class def", "Heap"], fields, values: &[], functions: &[], normal }
    }

    /// If it failed, code would be generated that its compiler refuses, or two fields would be one.
    #[test]
    fn each_name_is_an_identifier_of_its_own() {
        let mut fields = words(str::to_owned).fields();
        for (name, taken) in [
            ("class", "class_"),
            ("class_", "class__"),
            ("a/b", "a_b"),
            ("a_b", "a_b_"),
            ("é", "é"),
            ("字", "字"),
            ("x²", "x_"),
            ("7up", "_7up"),
            ("_", "n__"),
            ("_read", "_read_"),
            ("__dict__", "dict____"),
            ("__7", "n7__"),
            ("Heap", "Heap"),
        ] {
            assert_eq!(fields.take(name), taken);
        }
        assert_eq!(words(str::to_owned).classes().take("Heap"), "Heap_");
    }

    /// If it failed, Python would take two fields for one.
    #[test]
    fn names_that_a_language_takes_for_one_are_told_apart() {
        use unicode_normalization::UnicodeNormalization;
        let mut fields = words(|name| name.nfkc().collect()).fields();
        let given = ["fi", "\u{fb01}", "\u{b5}", "\u{3bc}", "ｄｅｆ"];
        assert_eq!(given.map(|name| fields.take(name)), ["fi", "fi_", "μ", "μ_", "def_"]);
    }
}
